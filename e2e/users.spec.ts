// The people of an organisation: finding, adding, changing and removing them.
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
let nadiaId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  adminId = await aUser(server, {
    accountId: orgId,
    roleKeys: ["organization_admin"],
    firstName: "Nora",
    lastName: "Vane",
    userName: "nora@harbour.example",
  });
  nadiaId = await aUser(server, { accountId: orgId, firstName: "Nadia", lastName: "Haddad" });
  for (const [firstName, lastName] of [
    ["Zoe", "Karas"],
    ["Bruno", "Costa"],
  ] as const)
    await aUser(server, { accountId: orgId, firstName, lastName, roleKeys: ["agent_assist_agent"] });
  await aProject(server, { accountId: orgId, name: "Ticket desk" });
  await aTeam(server, { accountId: orgId, name: "Care", roleKeys: ["agent_assist_agent"] });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const usersUrl = () => `/organization/${orgId}/users`;

test("lists people by first name, and keeps search and filters in the address", async () => {
  const page = await signedInPage(browser, server, adminId);
  // Texts of the panel come with the page: fetched when it opens, they would blank the list.
  const panelTexts = page.waitForRequest("**/locales/en/access.json");
  await page.goto(usersUrl());
  await panelTexts;
  const names = page.locator("tbody tr td:nth-child(2) [class*=name]");
  await names.first().waitFor();
  await expect
    .poll(() => names.allTextContents())
    .toEqual(["Bruno Costa", "Nadia Haddad", "Nora Vane", "Zoe Karas"]);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("searchbox").fill("kar");
  await expect.poll(() => names.allTextContents()).toEqual(["Zoe Karas"]);
  expect(new URL(page.url()).searchParams.get("q")).toBe("kar");
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "Agent" });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => names.allTextContents()).toEqual(["Bruno Costa", "Zoe Karas"]);
  // The palette finds people and teams from every page.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await palette.getByRole("combobox").fill("care");
  await palette.getByRole("option", { name: "Care" }).waitFor();
  await palette.getByRole("combobox").fill("hadd");
  await palette.getByRole("option", { name: /Nadia Haddad/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Nadia Haddad" }).waitFor();
  expect(page.problems).toEqual([]);
});

test("stages roles, a team and a project, reviews what that gives, and saves once", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${usersUrl()}?user=${nadiaId}`);
  const panel = page.getByRole("complementary", { name: "Nadia Haddad" });
  await panel.getByRole("checkbox", { name: "Bot builder" }).check();
  await panel.getByRole("combobox", { name: "Teams" }).click();
  await page.getByRole("option", { name: "Care" }).click();
  await page.keyboard.press("Escape");
  await panel.getByRole("combobox", { name: "Add a project" }).click();
  await page.getByRole("option", { name: "Ticket desk" }).click();
  await panel.getByText("3 changes").waitFor();
  await expectAccessibleInBothSchemes(page);
  await panel.getByRole("button", { name: "Review and save" }).click();
  const review = page.getByRole("dialog", { name: "3 changes for Nadia Haddad" });
  await review.getByText("Gets").first().waitFor();
  const effect = await review.getByRole("listitem").allTextContents();
  expect(effect).toEqual([
    "Addrole Bot builder",
    "Addteam Care",
    "Addproject Ticket desk",
    "GetsAgent in Harbour Lines",
    "GetsBot builder in Harbour Lines",
  ]);
  await expectAccessibleInBothSchemes(page);
  await review.getByRole("button", { name: "Save 3 changes" }).click();
  await page.getByText("Saved 3 changes for Nadia Haddad").waitFor();
  await expect.poll(() => panel.getByText("3 changes").count()).toBe(0);
  const { data } = await server.graphql<{ userByPk: { assignedRoles: { name: string }[] } }>(
    "query Saved($id: ID!) { userByPk(id: $id) { assignedRoles { name } assignedTeams { name } assignedProjects { name } } }",
    { id: nadiaId },
    { userId: adminId },
  );
  expect(data.userByPk).toEqual({
    assignedRoles: [{ name: "Bot builder" }],
    assignedTeams: [{ name: "Care" }],
    assignedProjects: [{ name: "Ticket desk" }],
  });
  expect(page.problems).toEqual([]);
});

test("asks before staged changes are lost", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(usersUrl());
  await page.getByRole("row", { name: /Nadia Haddad/ }).click({ position: { x: 300, y: 10 } });
  const panel = page.getByRole("complementary", { name: "Nadia Haddad" });
  await panel.getByRole("checkbox", { name: "Auditor" }).check();
  await page.getByRole("row", { name: /Zoe Karas/ }).click({ position: { x: 300, y: 10 } });
  const question = page.getByRole("dialog", { name: "Discard 1 change?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await panel.getByRole("checkbox", { name: "Auditor" }).isChecked()).toBe(true);
  // The browser's back: who stays keeps the panel and its changes, who goes on leaves it.
  const answers = [false, true];
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  await page.evaluate("window.history.back()");
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => new URL(page.url()).searchParams.get("user")).toBe(nadiaId);
  expect(await panel.getByRole("checkbox", { name: "Auditor" }).isChecked()).toBe(true);
  await page.evaluate("window.history.back()");
  await panel.waitFor({ state: "detached" });
  expect(asked).toHaveLength(2);
});

test("shows in the list who is signed in, while it changes", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(usersUrl());
  const row = page.getByRole("row", { name: /Bruno Costa/ });
  await row.waitFor();
  expect(await row.getByText("Signed in").count()).toBe(0);
  const bruno = await server.db
    .selectFrom("users")
    .select("id")
    .where("last_name", "=", "Costa")
    .executeTakeFirstOrThrow();
  await server.signIn(bruno.id);
  await row.getByText("Signed in").waitFor({ state: "attached" });
  await server.services.identity?.revokeSessions(bruno.id);
  await row.getByText("Signed in").waitFor({ state: "detached" });
});

test("adds one person, and puts a complaint on its field", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(usersUrl());
  await page.getByRole("button", { name: "Add users" }).click();
  const dialog = page.getByRole("dialog", { name: "Add users" });
  await dialog.getByRole("textbox", { name: "E-mail address" }).fill("not an address");
  await dialog.getByRole("textbox", { name: "First name" }).fill("Ada");
  await dialog.getByRole("textbox", { name: "Last name" }).fill("Berg");
  await dialog.getByRole("button", { name: "Add user", exact: true }).click();
  await expect
    .poll(() => dialog.getByRole("textbox", { name: "E-mail address" }).getAttribute("aria-invalid"))
    .toBe("true");
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("textbox", { name: "E-mail address" }).fill("ada.berg@harbour.example");
  await dialog.getByRole("button", { name: "Add user", exact: true }).click();
  await page.getByText("Ada Berg was added").waitFor();
  await page.getByRole("row", { name: /Ada Berg/ }).waitFor();
});

test("adds many after a dry run, with a result per row", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(usersUrl());
  await page.getByRole("button", { name: "Add users" }).click();
  await page.getByRole("tab", { name: "Several people" }).click();
  const dialog = page.getByRole("dialog", { name: "Add users" });
  await dialog.getByRole("button", { name: "Add people" }).click();
  await dialog.getByText("Paste addresses or choose a file first.").waitFor();
  await dialog
    .getByRole("textbox", { name: "Addresses" })
    .fill(
      "mail,given name,surname\nivo.lam@harbour.example,Ivo,Lam\nbroken,Bo,Ro\nnora@harbour.example,Nora,Vane",
    );
  await dialog.getByRole("button", { name: "Check 3 rows" }).click();
  await dialog
    .getByText("Checked, nothing saved yet: 1 to add, 1 here already, 1 that cannot be added.")
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("button", { name: "Add 3 people" }).click();
  await dialog.getByText("1 added, 1 here already, 1 failed.").waitFor();
  await dialog.getByRole("button", { name: "Correct the failed rows" }).click();
  expect(await dialog.getByRole("textbox", { name: "Addresses" }).inputValue()).toBe("broken,Bo,Ro");
});

test("removes people with a result for each, and offers the failed ones again", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(usersUrl());
  await page
    .getByRole("row", { name: /Bruno Costa/ })
    .getByRole("checkbox")
    .check();
  await page
    .getByRole("row", { name: /Nora Vane/ })
    .getByRole("checkbox")
    .check();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove 2 people" }).click();
  const results = dialog.getByRole("listitem");
  await dialog.getByRole("heading", { name: "Removed 1 of 2 people" }).waitFor();
  expect(await results.allTextContents()).toEqual([
    "Bruno CostaRemoved",
    "Nora Vane · Nobody removes themselves. Ask another administrator.Not removed",
  ]);
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("button", { name: "Retry 1 failed" }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => page.getByRole("row", { name: /Bruno Costa/ }).count()).toBe(0);
});

test("shows a session as it starts and ends it", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${usersUrl()}?user=${nadiaId}`);
  const panel = page.getByRole("complementary", { name: "Nadia Haddad" });
  await panel.getByRole("tab", { name: "Sign-in" }).click();
  const now = panel.getByRole("region", { name: "Now" });
  await now.getByText("Not signed in").waitFor();
  await server.signIn(nadiaId);
  await now.getByText("Signed in", { exact: true }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await panel.getByRole("button", { name: "End sessions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End sessions" }).click();
  await now.getByText("Not signed in").waitFor();
});

test("exports what matches, and no formula among it", async () => {
  await aUser(server, { accountId: orgId, firstName: "=cmd()", lastName: "Odd" });
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${usersUrl()}?q=odd`);
  await page.getByText("1 person matches").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text.split("\r\n")[1]).toMatch(/^'=cmd\(\),Odd,/);
});

test("somebody who may not see access reads why", async () => {
  const page = await signedInPage(browser, server, nadiaId);
  await page.goto(usersUrl());
  await page.getByRole("alert").getByText("You do not have the rights").waitFor();
  await page.getByText("This is not open to you").waitFor();
  // Trying again gives nobody a right, and the rail offers only what can be opened.
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  const rail = page.getByRole("complementary");
  await rail.getByRole("link", { name: "Projects", exact: true }).waitFor();
  await rail.getByRole("link", { name: "Users", exact: true }).waitFor({ state: "detached" });
  expect(await rail.getByRole("link", { name: "Audit log", exact: true }).count()).toBe(0);
});
