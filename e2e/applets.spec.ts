// Applets: make one as a sentence, try it without effects, see which would run on a page, pause and delete it.
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
  projectId = await aProject(server, { accountId: orgId, name: "Web shop" });
  userId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_admin"] });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("make an applet, try it, resolve a page, pause and delete it", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}/projects/${projectId}`);
  const sandbox = page.getByRole("region", { name: "Sandbox environment" });
  await sandbox.getByRole("button", { name: "Add domain" }).click();
  await sandbox.getByLabel("Domain", { exact: true }).fill("https://shop.example.org/");
  await sandbox.getByRole("button", { name: "Save Sandbox" }).click();
  await page.getByText("Saved Sandbox.").waitFor();
  await sandbox.getByRole("link", { name: "Applets of this environment" }).click();
  await page.getByRole("button", { name: "Create applet" }).first().click();

  await page.getByRole("textbox", { name: "Name" }).fill("Greet");
  await page.getByRole("combobox", { name: "Add a trigger" }).click();
  await page
    .getByRole("option", { name: /page view/i })
    .first()
    .click();
  await page.getByRole("combobox", { name: "Add an action" }).click();
  await page.getByRole("option", { name: /open/i }).first().click();

  const condition = page.getByRole("region", { name: "If", exact: true });
  await condition.getByRole("button", { name: "Add a condition" }).click();
  await condition.getByRole("combobox", { name: "What to look at" }).fill("page.path");
  await condition.getByRole("combobox", { name: "Comparison" }).click();
  await page.getByRole("option", { name: "starts with" }).click();
  await condition.getByRole("textbox", { name: "Value" }).fill("/cart");
  await condition.getByRole("button", { name: "Add a group" }).click();
  await condition.getByText("Name what to look at, such as page.path.").waitFor();
  await condition.getByRole("button", { name: "Remove this part" }).last().click();
  await condition.getByText("Code", { exact: true }).click();
  await condition.getByText('"startsWith"').waitFor();
  await condition.getByText("Builder", { exact: true }).click();
  await page.getByLabel("What it does").getByText('page.path starts with "/cart"').waitFor();

  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Active" }).click();
  await page.getByLabel("Address of a page").fill("https://shop.example.org/cart");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.getByText("Would run", { exact: true }).waitFor();
  await page.getByLabel("Address of a page").fill("https://shop.example.org/imprint");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await page.getByText("Would not run", { exact: true }).waitFor();
  await page.getByText('(was "/imprint")').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Greet", level: 1 }).waitFor();

  await page.getByRole("link", { name: "Applets", exact: true }).click();
  await page.getByRole("tab", { name: "Which run on a URL" }).click();
  await page.getByLabel("Address of a page").fill("https://shop.example.org/cart");
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("Would run", { exact: true }).waitFor();

  await page.getByRole("tab", { name: "Applets" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No applets here yet").waitFor();
  expect(page.problems).toEqual([]);
}, 120_000);
