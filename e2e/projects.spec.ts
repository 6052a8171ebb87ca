// Projects: create, describe, give domains, switch products, delete.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, anAdmin, aProject, assignProject, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let adminId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
// Another attempt begins with an organisation of its own as well.
beforeEach(async () => {
  orgId = await anAccount(server);
  adminId = await anAdmin(server, orgId);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("create a project, describe it, and give Sandbox a domain that is judged while typing", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/projects`);
  // The list offers it too, once it knows that it is empty.
  await page.getByRole("button", { name: "Create project" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ticket desk");
  await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { name: "Ticket desk", level: 1 }).waitFor();

  const general = page.getByRole("region", { name: "General" });
  await general.getByLabel("Description").fill("Sells tickets");
  await page
    .getByText(/description/)
    .first()
    .waitFor();
  await general.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved Ticket desk.").waitFor();

  const sandbox = page.getByRole("region", { name: "Sandbox environment" });
  await sandbox.getByRole("button", { name: "Add domain" }).click();
  await sandbox.getByLabel("Domain", { exact: true }).fill("ftp://nonsense");
  await sandbox.getByText(/1 domain cannot be used/).waitFor();
  await sandbox.getByLabel("Domain", { exact: true }).fill("HTTPS://Shop.Example.ORG");
  await sandbox.getByText(/Will be saved as https:\/\/shop\.example\.org\//).waitFor();
  await expectAccessibleInBothSchemes(page);
  await sandbox.getByRole("button", { name: "Save Sandbox" }).click();
  await page.getByText("Saved Sandbox.").waitFor();
  // As the server wrote it, and no longer unsaved.
  await sandbox.getByRole("button", { name: "Save Sandbox" }).waitFor({ state: "detached" });
  expect(await sandbox.getByLabel("Domain", { exact: true }).inputValue()).toBe("https://shop.example.org/");
  expect(page.problems).toEqual([]);
});

test("switching a product off names who loses access; deleting lists what is lost and wants the name", async () => {
  const projectId = await aProject(server, { accountId: orgId, name: "Old desk" });
  const personId = await aUser(server, { accountId: orgId, firstName: "Nora", lastName: "Vane" });
  await assignProject(server, { userId: personId, projectId, roleKeys: ["analytics_viewer"] });
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/projects/${projectId}`);
  // What is half written in one part of the page outlives a change made in another.
  const general = page.getByRole("region", { name: "General" });
  await general.getByLabel("Description").fill("Half written");
  await page.getByLabel("Analytics").click();
  await page.getByRole("dialog").getByText("Nora Vane: Analytics viewer").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Switch Analytics off" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByLabel("Analytics").and(page.locator(":not(:checked)")).waitFor();
  expect(await general.getByLabel("Description").inputValue()).toBe("Half written");
  await general.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved Old desk.").waitFor();
  await general.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Delete project" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete project" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByRole("dialog").getByRole("textbox").fill("Old desk");
  await confirm.click();
  await page.getByText("Old desk is deleted.").waitFor();
});

test("two people editing the same project: the second is told who was faster", async () => {
  const projectId = await aProject(server, { accountId: orgId, name: "Shared desk" });
  const [first, second] = await Promise.all([
    signedInPage(browser, server, adminId),
    signedInPage(browser, server, adminId),
  ]);
  for (const page of [first, second]) {
    await page.goto(`/organization/${orgId}/projects/${projectId}`);
    await page
      .getByLabel("Description")
      .first()
      .fill(`By ${page === first ? "one" : "two"}`);
  }
  await first.getByRole("region", { name: "General" }).getByRole("button", { name: "Save" }).click();
  await first.getByText("Saved Shared desk.").waitFor();
  await second.getByRole("region", { name: "General" }).getByRole("button", { name: "Save" }).click();
  await second
    .getByText(/changed .* after you opened it|changed this/)
    .first()
    .waitFor();
});
