// Teams: members of this organisation and of others, roles, and the matrix of projects and roles.
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
let careId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  const ferries = await anAccount(server, { name: "Harbour Ferries", parentId: orgId });
  adminId = await aUser(server, {
    accountId: orgId,
    roleKeys: ["organization_admin"],
    firstName: "Nora",
    lastName: "Vane",
  });
  const zoe = await aUser(server, { accountId: orgId, firstName: "Zoe", lastName: "Karas" });
  const luca = await aUser(server, { accountId: ferries, firstName: "Luca", lastName: "Moretti" });
  await aUser(server, { accountId: ferries, firstName: "Owen", lastName: "Price" });
  const projectIds = [
    await aProject(server, { accountId: orgId, name: "Ticket desk" }),
    await aProject(server, { accountId: orgId, name: "Crew desk" }),
  ];
  careId = await aTeam(server, {
    accountId: orgId,
    name: "Care",
    description: "Takes over from the bot",
    userIds: [zoe, luca],
    roleKeys: ["agent_assist_agent"],
    projectIds,
  });
  await aTeam(server, { accountId: orgId, name: "Analysts", roleKeys: ["analytics_viewer"] });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const teamUrl = (tab = "") => `/organization/${orgId}/teams/${careId}${tab && `?tab=${tab}`}`;

test("lists teams by name and creates one", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/teams`);
  const names = page.locator("tbody tr[data-index] td:nth-child(2)");
  await expect.poll(() => names.allTextContents()).toEqual(["Analysts", "Care"]);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Create team" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a team" });
  await dialog.getByRole("button", { name: "Create team" }).click();
  await dialog.getByText("Fill this in.").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Deck crew");
  await page.keyboard.press("Escape");
  await dialog.getByText("Discard what you entered?").waitFor();
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByRole("combobox", { name: "Members" }).fill("zoe");
  await page.getByRole("option", { name: /Zoe Karas/ }).click();
  await dialog.getByRole("checkbox", { name: "Supervisor" }).check();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("button", { name: "Create team" }).click();
  await page.getByRole("heading", { name: "Deck crew", level: 1 }).waitFor();
  await page.getByText("1 member, 1 role, 0 projects").waitFor();
  expect(page.problems).toEqual([]);
});

test("shows members in two groups, and adds one from another organisation after a review", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(teamUrl());
  const own = page.getByRole("region", { name: "1 member from this organisation" });
  await own.getByText("Zoe Karas").waitFor();
  const others = page.getByRole("region", { name: "1 member from another organisation" });
  await others.getByText("Luca Moretti").waitFor();
  await others.getByText("Harbour Ferries").waitFor();
  await page.getByRole("combobox", { name: "From organisation" }).selectOption("Harbour Ferries");
  await page.getByRole("combobox", { name: "Add a member" }).fill("owen");
  await page.getByRole("option", { name: /Owen Price/ }).click();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Review and save" }).click();
  const review = page.getByRole("dialog", { name: "1 change for Care" });
  await review.getByText("Owen Price Agent in Harbour Lines").waitFor();
  await review.getByRole("button", { name: "Save 1 change" }).click();
  await page.getByRole("region", { name: "2 members from other organisations" }).waitFor();
  expect(page.problems).toEqual([]);
});

test("edits the matrix of projects and roles, and copies a row", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(teamUrl("projects"));
  await page.getByRole("checkbox", { name: "Bot builder in Crew desk" }).check();
  await page
    .getByRole("row", { name: /Crew desk/ })
    .getByRole("button", { name: "Same for all" })
    .click();
  expect(await page.getByRole("checkbox", { name: "Bot builder in Ticket desk" }).isChecked()).toBe(true);
  await expectAccessibleInBothSchemes(page);
  await page.getByText("2 changes").first().waitFor();
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("button", { name: "Save 2 changes" }).click();
  await page.getByText("Saved 2 changes for Care").waitFor();
  await page.reload();
  await expect
    .poll(() => page.getByRole("checkbox", { name: "Bot builder in Ticket desk" }).isChecked())
    .toBe(true);
});

test("refuses a stale name with who changed it", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(teamUrl());
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await server.graphql(
    `mutation { updateTeam(id: "${careId}", name: "Care desk") { id } }`,
    {},
    { userId: adminId },
  );
  const dialog = page.getByRole("dialog", { name: "Edit the team" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Care and more");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/Nora Vane/).waitFor();
});

test("deleting says who loses what", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(teamUrl());
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Zoe Karas Agent in Harbour Lines").waitFor();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole("button", { name: "Delete team" }).click();
  await page.getByRole("heading", { name: "Teams", level: 1 }).waitFor();
  await expect.poll(() => page.getByRole("row", { name: /Care desk/ }).count()).toBe(0);
});
