// The access lens: who holds what by which path, who can do this, and the review as a file.
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aProject, aTeam, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let adminId: string;
let projectId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  const groupId = await anAccount(server, { name: "Harbour Group" });
  orgId = await anAccount(server, { name: "Harbour Lines", parentId: groupId });
  adminId = await aUser(server, {
    accountId: groupId,
    roleKeys: ["organization_admin"],
    firstName: "Nora",
    lastName: "Vane",
  });
  const zoe = await aUser(server, { accountId: orgId, firstName: "Zoe", lastName: "Karas" });
  projectId = await aProject(server, { accountId: orgId, name: "Ticket desk" });
  await aTeam(server, { accountId: orgId, name: "Care", userIds: [zoe], roleKeys: ["pro_studio_builder"] });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("shows every role with its path, and exports the review", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/access`);
  await page.getByRole("row", { name: /Zoe Karas .*Bot builder.*Harbour Lines › team Care/ }).waitFor();
  await page.getByRole("row", { name: /Nora Vane .*Organisation administrator.*Inherited/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export access review" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("Zoe Karas");
  expect(text).toContain("inherited");
  await page.getByRole("combobox", { name: "Person" }).fill("zoe");
  await page.getByRole("option", { name: /Zoe Karas/ }).click();
  await page.getByText(/Zoe Karas: teams Care/).waitFor();
  await expect.poll(() => page.locator("tbody tr[data-index]").count()).toBe(1);
  expect(page.problems).toEqual([]);
});

test("answers who can do this here", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/access?tab=who-can&action=bot.deploy&in=${projectId}`);
  await page.getByRole("row", { name: /Zoe Karas/ }).waitFor();
  await page.getByRole("row", { name: /Nora Vane/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.goto(`/organization/${orgId}/access?tab=who-can&action=account.update`);
  await page.getByRole("row", { name: /Nora Vane/ }).waitFor();
  expect(await page.getByRole("row", { name: /Zoe Karas/ }).count()).toBe(0);
});
