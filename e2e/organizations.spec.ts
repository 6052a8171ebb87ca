// Organisations: the tree, settings with where they come from, limits, and deleting.
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
let ferriesId: string;
let adminId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  ferriesId = await anAccount(server, { name: "Harbour Ferries", parentId: orgId });
  await anAccount(server, { name: "Night Ferries", parentId: ferriesId });
  await anAccount(server, { name: "Cargo", parentId: orgId });
  adminId = await aUser(server, {
    accountId: orgId,
    roleKeys: ["organization_admin"],
    firstName: "Nora",
    lastName: "Vane",
  });
  await aUser(server, { accountId: ferriesId, firstName: "Luca", lastName: "Moretti" });
  await aProject(server, { accountId: ferriesId, name: "Deck desk" });
  await server.graphql(
    `mutation ($id: ID!) { updateAccount(id: $id, generalSettings: { timeZone: "Europe/Oslo" }, resourceLimitSettings: { users: 1 }) { id } }`,
    { id: orgId },
    { userId: adminId },
  );
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const pageOf = (id: string) => `/organization/${orgId}/organizations/${id}`;

test("shows the tree with counts, and opens the path to what is searched", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/organizations`);
  const names = page.locator("tbody tr a");
  await names.first().waitFor();
  await expect
    .poll(() => names.allTextContents())
    .toEqual(["Harbour Lines", "Cargo", "Harbour Ferries", "Night Ferries"]);
  await page.getByRole("button", { name: "Fold Harbour Ferries" }).click();
  expect(await names.count()).toBe(3);
  await page.getByRole("searchbox").fill("night");
  await expect
    .poll(() => names.allTextContents())
    .toEqual(["Harbour Lines", "Harbour Ferries", "Night Ferries"]);
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
});

test("creates an organisation below another, and names a missing field", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/organizations`);
  await page.getByRole("button", { name: "Create an organisation below Cargo" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an organisation below Cargo" });
  await dialog.getByRole("button", { name: "Create organisation" }).click();
  await dialog.getByText("Fill this in.").waitFor();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Cold cargo");
  await dialog.getByRole("button", { name: "Create organisation" }).click();
  await page.getByRole("heading", { name: "Cold cargo", level: 1 }).waitFor();
});

test("shows what is inherited, overrides it, and goes back", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(pageOf(ferriesId));
  const general = page.getByRole("region", { name: "General settings" });
  await general.getByText("Inherited from Harbour Lines").waitFor();
  const timeZone = general.getByRole("combobox", { name: "Time zone" });
  await expect.poll(() => timeZone.inputValue()).toBe("Europe/Oslo");
  await page.getByRole("region", { name: "Resource limits" }).getByText("1 of 1 in use · full").waitFor();
  await expectAccessibleInBothSchemes(page);
  await general.getByRole("combobox", { name: "Time zone" }).fill("Lisbon");
  await page.getByRole("option", { name: "Europe/Lisbon" }).click();
  await general.getByRole("textbox", { name: "Support address" }).fill("not an address");
  await page.getByText("Unsaved: Time zone, Support address").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await general.getByText("Enter an e-mail address.").waitFor();
  await general.getByRole("textbox", { name: "Support address" }).fill("help@ferries.example");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Harbour Ferries was saved").waitFor();
  await expect.poll(() => general.getByText("Set here").count()).toBe(2);
  await general.getByRole("button", { name: "Inherit instead" }).first().click();
  await page.getByRole("button", { name: "Save" }).click();
  await general.getByText("Inherited from Harbour Lines").waitFor();
  expect(page.problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

test("keeps a picture and an account manager", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(pageOf(ferriesId));
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await page.getByRole("region", { name: "Organisation" }).waitFor();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "Replace" }).waitFor();
  await page.getByRole("combobox", { name: "Account manager" }).fill("luca");
  await page.getByRole("option", { name: /Luca Moretti/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /Luca Moretti/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
});

test("deleting is blocked with the list of what is below", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(pageOf(ferriesId));
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Harbour Ferries cannot be deleted yet" });
  await dialog.getByRole("link", { name: "Night Ferries" }).waitFor();
  await dialog.getByRole("link", { name: "Deck desk" }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("link", { name: "Night Ferries" }).click();
  await page.getByRole("heading", { name: "Night Ferries", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Delete Night Ferries?" });
  await question.getByRole("textbox").fill("Night Ferries");
  await question.getByRole("button", { name: "Delete organisation" }).click();
  await page.getByText("Night Ferries was deleted").waitFor();
});
