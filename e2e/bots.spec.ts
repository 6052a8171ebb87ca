// The whole life of a bot, as a builder lives it.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aProject, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let projectId: string;
let userId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  projectId = await aProject(server, { accountId: orgId, name: "Help desk" });
  userId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_admin"] });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("create a customer and a bot, teach it, validate, mend, train, try, deploy, roll back", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}/projects/${projectId}/customers`);
  await page.getByRole("button", { name: "Create customer" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ferry shop");
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("dialog").getByRole("button", { name: "Create customer" }).click();
  await page.getByRole("heading", { name: "Ferry shop", level: 1 }).waitFor();

  await page.getByRole("button", { name: "Create bot" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Deckhand");
  await page.getByRole("dialog").getByRole("button", { name: "Create bot" }).click();
  await page.getByRole("heading", { name: "Deckhand", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Version 1" }).click();
  await page.getByRole("heading", { name: "Version 1", level: 1 }).waitFor();

  await addIntent("timetable", [
    "when does the ferry leave",
    "departure times",
    "show me the timetable",
    "next ferry",
    "what time is the boat",
  ]);
  await addIntent("tickets", [
    "buy a ticket",
    "how much is a ticket",
    "ticket price",
    "I need two tickets",
    "what time is the boat",
  ]);
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText("is also an example of").waitFor();
  await expectAccessibleInBothSchemes(page);

  // Mend the sentence that stands in two intents.
  await page.getByRole("link", { name: "intents/timetable.txt:" }).first().click();
  await typeInto("intents/timetable.txt", [
    "when does the ferry leave",
    "departure times",
    "show me the timetable",
    "next ferry",
    "when is the next boat",
  ]);
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText("0 errors").waitFor();

  await page.getByRole("button", { name: "Train" }).click();
  await page.getByText("Trained", { exact: true }).waitFor({ timeout: 40_000 });
  await page.getByRole("tab", { name: "Quality" }).click();
  await page.getByLabel("What a visitor might say").fill("how much are two tickets");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.locator("div[aria-live=polite]").getByText("tickets").first().waitFor();
  await expectAccessibleInBothSchemes(page);

  await deployTo("Sandbox");
  await page.getByText("Locked").waitFor();
  await page.getByRole("link", { name: "Bot", exact: true }).click();
  await page.getByRole("button", { name: "New version from this" }).click();
  await page.getByRole("heading", { name: "Version 2", level: 1 }).waitFor();
  // The same files were validated and trained before; only the record of it is new.
  await page.getByRole("button", { name: "Validate" }).click();
  await page.getByText("0 errors").waitFor();
  await page.getByRole("button", { name: "Train" }).click();
  await page.getByText("Trained", { exact: true }).waitFor({ timeout: 40_000 });
  await deployTo("Sandbox");
  await page.getByRole("link", { name: "Bot", exact: true }).click();
  await page.getByRole("button", { name: "Roll back to 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Roll back to 1" }).click();
  await page
    .getByRole("region", { name: /Deploy/ })
    .getByText("Version 1")
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);

  async function addIntent(name: string, utterances: readonly string[]): Promise<void> {
    await page.getByPlaceholder("New intent").fill(name);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByText(`intents/${name}.txt`, { exact: true }).waitFor();
    await typeInto(`intents/${name}.txt`, utterances);
  }

  async function typeInto(file: string, lines: readonly string[]): Promise<void> {
    const editor = page.getByRole("textbox", { name: file });
    await editor.waitFor();
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(`${lines.join("\n")}\n`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  }

  async function deployTo(environment: string): Promise<void> {
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await page.getByRole("menuitem", { name: `Deploy to ${environment}` }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Deploy to ${environment}` })
      .click();
    await page.getByText(`answers in ${environment}`).waitFor();
  }
}, 120_000);
