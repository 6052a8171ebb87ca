// How the bots are doing, at a glance, and from every figure to the conversations behind it.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../apps/server/src/platform/ids.ts";
import { anAccount, aProject, aUser } from "../apps/server/src/testing/builders.ts";
import { aConversation } from "../apps/server/src/testing/conversations.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let analystId: string;
let builderId: string;
let base: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  const orgId = await anAccount(server, { name: "Harbour Lines" });
  const projectId = await aProject(server, { accountId: orgId, name: "Ferry desk" });
  analystId = await aUser(server, { accountId: orgId, roleKeys: ["analytics_viewer"] });
  builderId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_builder"] });
  const customerId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "Acme" })
    .execute();
  for (let day = 1; day <= 10; day += 1) {
    for (let index = 0; index < day % 4; index += 1) {
      await aConversation(server, {
        projectId,
        customerId,
        environment: index === 2 ? "Sandbox" : "Live",
        startedAt: new Date(Date.UTC(2026, 5, day, 12)),
        wasHandedOff: index === 1,
        turns: [
          { visitor: "hello", intent: "greeting", nodeIds: ["hello"], ms: 60 * day, tokens: 900, cost: 0.01 },
          { visitor: "hm", isFallback: index === 0, ms: 40 },
        ],
      });
    }
  }
  base = `/organization/${orgId}/projects/${projectId}/analytics`;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("shows the figures of the days in the address, as charts and as tables", async () => {
  const page = await signedInPage(browser, server, analystId);
  await page.goto(`${base}?from=2026-06-01&to=2026-06-10`);
  const figures = page.locator("dl");
  await figures.getByText("Conversations").waitFor();
  expect(await figures.textContent()).toContain("Conversations15");
  const chart = page.getByRole("figure", { name: "Conversations per day" });
  expect(await chart.locator("svg rect[data-tone]").count()).toBe(30);
  await chart.getByText("Show as table").click();
  expect(await chart.getByRole("row").count()).toBe(11);
  await page.getByRole("list", { name: "Top intents" }).getByText("greeting").waitFor();
  // Every column is in sight on a laptop.
  await page.getByRole("table", { name: "By bot version", exact: true }).waitFor();
  expect(await page.evaluate(hiddenWidths)).toEqual([0, 0]);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("combobox", { name: "Environment" }).selectOption("Sandbox");
  await expect.poll(() => figures.textContent()).toContain("Conversations2");
  expect(new URL(page.url()).searchParams.get("environment")).toBe("Sandbox");
  expect(page.problems).toEqual([]);
});

// As text: it runs in the page. Of the tables by version and by channel.
const hiddenWidths = `[...document.querySelectorAll("h2 + section table")]
  .map(({ parentElement: around }) => around.scrollWidth - around.clientWidth)`;

test("leads from a figure to the conversations behind it", async () => {
  const page = await signedInPage(browser, server, analystId);
  await page.goto(`${base}?from=2026-06-01&to=2026-06-10`);
  const handedOff = page.locator("dl > div", { hasText: "Handed to a person" }).getByRole("link");
  expect(await handedOff.textContent()).toBe("5");
  await handedOff.click();
  await page.getByText("5 conversations, newest first").waitFor();
  await page.goBack();
  const chart = page.getByRole("figure", { name: "Conversations per day" });
  await chart.getByText("Show as table").click();
  await chart.getByRole("link", { name: /7 June 2026|June 7, 2026/ }).click();
  await page.getByText("3 conversations, newest first").waitFor();
  expect(page.problems).toEqual([]);
});

test("downloads the figures, and is closed to those without an analytics role", async () => {
  const page = await signedInPage(browser, server, analystId);
  await page.goto(`${base}?from=2026-06-01&to=2026-06-10`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^analytics-.*\.csv$/);
  const builder = await signedInPage(browser, server, builderId);
  await builder.goto(base);
  await builder.getByText("You do not have the rights to do this").waitFor();
});
