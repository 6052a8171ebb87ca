// Applets: make one as a sentence, try it without effects, see which would run on a page, pause and delete it.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anInstance, aPlace, finishedRuns, step } from "../apps/server/src/applets/testing.ts";
import { deliver, secretOf } from "../apps/server/src/applets/webhooks/testing.ts";
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

  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name: "Applets", exact: true })
    .click();
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

test("two people edit one applet and lose nothing; it is copied to Live, with secrets and notices beside it", async () => {
  const place = await aPlace(server);
  const { id } = await anInstance(server, place, {
    name: "Shared",
    projectEnvironmentConfigId: place.sandbox,
    status: "DRAFT",
    triggers: [step("webhook")],
    actions: [step("http-request", { url: "https://example.org/{{secret.CRM_TOKEN}}" })],
  });
  const list = `/organization/${place.accountId}/projects/${place.projectId}/environments/${place.sandbox}/applets`;
  const [first, second] = await Promise.all([
    signedInPage(browser, server, place.userId),
    signedInPage(browser, server, place.userId),
  ]);
  for (const page of [first, second]) {
    await page.goto(`${list}/${id}`);
    await page.getByText("Address to call").waitFor();
  }
  await first.getByRole("textbox", { name: "Name" }).fill("Shared by one");
  await second.getByRole("textbox", { name: "Name" }).fill("Shared by two");
  await second.getByRole("textbox", { name: "Description" }).fill("Words of two");
  await first.getByRole("button", { name: "Save" }).click();
  await first.getByText("Saved Shared by one.").waitFor();
  await second.getByRole("button", { name: "Save" }).click();
  await second.getByText("Somebody saved this applet meanwhile").waitFor();
  await second.getByText("Both of you changed: name.").waitFor();
  await second.getByRole("button", { name: "Take theirs where both changed" }).click();
  await second.getByRole("button", { name: "Save" }).click();
  await second.getByText("Saved Shared by one.").waitFor();
  const row = await server.db
    .selectFrom("applet_instances")
    .select(["name", "description"])
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row).toEqual({ name: "Shared by one", description: "Words of two" });

  await first.getByRole("button", { name: "Copy to another environment" }).click();
  const dialog = first.getByRole("dialog");
  await dialog.getByText("The secret CRM_TOKEN is not there yet.").waitFor();
  await dialog.getByRole("button", { name: "Copy as a draft" }).click();
  await first
    .getByText("Visitors see it")
    .or(first.getByText("Live", { exact: true }))
    .first()
    .waitFor();
  await first.getByRole("combobox", { name: "Status" }).and(first.locator("[value='Draft']")).waitFor();

  await first.goto(`${list}?tab=secrets`);
  await first.getByLabel("Secret name").fill("CRM_TOKEN");
  await first.getByLabel("Secret value").fill("open-sesame-4711");
  await first.getByRole("button", { name: "Add secret" }).click();
  await first.getByText("ends in 4711").waitFor();
  await expectAccessibleInBothSchemes(first);

  await first.getByRole("tab", { name: "Failure notices" }).click();
  await first.getByLabel("Webhook", { exact: true }).fill("nowhere");
  await first.getByRole("button", { name: "Save" }).click();
  await first.getByText("Write a whole address, such as https://example.org/hook.").waitFor();
  await first.getByLabel("Webhook", { exact: true }).fill("https://example.org/alerts");
  await first.getByRole("button", { name: "Save" }).click();
  await first.getByText("Saved who hears about failures.").waitFor();
  await expectAccessibleInBothSchemes(first);

  // A run opens by its address also where the log shows others, and stays open as what it becomes when it is run again.
  const caller = await anInstance(server, place, {
    name: "Caller",
    projectEnvironmentConfigId: place.sandbox,
    triggers: [step("webhook")],
    actions: [step("http-request", { url: "http://169.254.169.254/latest" })],
  });
  await deliver(await secretOf(server, place, caller), { order: "NW-7" });
  const [failed] = await finishedRuns(server, place, 1, { id: place.sandbox });
  await first.goto(`${list}?tab=runs&status=SUCCEEDED&run=${failed?.id}`);
  const panel = first.getByRole("complementary", { name: "Caller", exact: true });
  await panel.getByText("NW-7").first().waitFor();
  await panel
    .getByText(/not allowed/)
    .first()
    .waitFor();
  await panel.getByRole("button", { name: "Run again", exact: true }).click();
  await panel.getByText("repeats an earlier run").waitFor();
  await panel
    .getByText(/not allowed/)
    .first()
    .waitFor();
  expect(first.url()).not.toContain(failed?.id ?? "no run");
  // Only what was refused above on purpose.
  expect(first.problems.filter((problem) => !problem.includes("status of 40"))).toEqual([]);
}, 120_000);
