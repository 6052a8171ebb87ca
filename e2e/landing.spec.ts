// The first screen: one's projects, and the frame around every page.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, anAdmin, aProject, assignProject, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { anonymousPage, signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let userId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  await anAccount(server, { name: "Harbour Ferries", parentId: orgId });
  userId = await aUser(server, {
    accountId: orgId,
    roleKeys: ["organization_admin"],
    firstName: "Nora",
    lastName: "Vane",
  });
  for (const name of ["Older desk", "Newer desk"]) {
    const projectId = await aProject(server, { accountId: orgId, name });
    await assignProject(server, { userId, projectId });
  }
  await aProject(server, { accountId: orgId, name: "Nobody's desk" });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("shows one's projects newest first and the others in a labelled group", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto("/");
  await page.getByRole("heading", { name: "Your projects", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/organization/${orgId}`);
  const own = page.getByRole("region", { name: "Your projects" }).getByRole("heading", { level: 3 });
  await own.first().waitFor();
  await expect.poll(() => own.allTextContents()).toEqual(["Newer desk", "Older desk"]);
  const others = page.getByRole("region", { name: "Not assigned to you" }).getByRole("heading", { level: 3 });
  await expect.poll(() => others.allTextContents()).toEqual(["Nobody's desk"]);
  expect(await page.title()).toBe("Your projects · Harbour Lines · Parley");
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
});

test("keeps the search in the address", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}?q=newer`);
  const cards = page.getByRole("heading", { level: 3 });
  await cards.first().waitFor();
  await expect.poll(() => cards.allTextContents()).toEqual(["Newer desk"]);
  await page.locator("body").press("/");
  await page.keyboard.press("End");
  await page.keyboard.type("est");
  await page.getByText("No project is called “newerest”").waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("newerest");
});

test("lists the projects of the organisation by name, and opens rows from the keyboard", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}/projects`);
  const names = page.locator("tbody tr td:first-child");
  await names.getByText("Newer desk").waitFor();
  await expect.poll(() => names.allTextContents()).toEqual(["NNewer desk", "NNobody's desk", "OOlder desk"]);
  await page.getByRole("button", { name: "Name" }).click();
  await page.getByRole("button", { name: "Name" }).click();
  await expect.poll(() => names.allTextContents()).toEqual(["OOlder desk", "NNobody's desk", "NNewer desk"]);
  expect(new URL(page.url()).searchParams.get("sort")).toBe("-name");
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("row", { name: /Older desk/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  expect(page.problems).toEqual([]);
});

test("goes anywhere from the command palette", async () => {
  const page = await signedInPage(browser, server, userId);
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/command-palette-[^/]*\.js$/u, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/command-palette-/u);
  await page.goto("/");
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  // Fetched by itself; whoever is faster than the network loses no letter and starts no shortcut.
  await asked;
  await page.keyboard.press("Control+k");
  await page.keyboard.type("?gpx");
  await page.keyboard.press("Control+a");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Backspace");
  await page.keyboard.type("ferries");
  arrival.resolve();
  await expect.poll(() => page.getByRole("combobox").inputValue()).toBe("ferries");
  await page.getByRole("option", { name: "Harbour Ferries" }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press("Enter");
  await page.getByText("No projects here yet").waitFor();
  await page.keyboard.type("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
  await page.keyboard.type("gp");
  await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  expect(page.problems).toEqual([]);
});

test("switches the organisation through the tree", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}`);
  // On a low screen the links scroll, and one's account stays in view.
  await page.setViewportSize({ width: 1280, height: 360 });
  const you = await page.getByRole("button", { name: "You Nora Vane" }).boundingBox();
  expect((you?.y ?? 0) + (you?.height ?? 360)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Switch organisation, now Harbour Lines" }).click();
  await page.getByRole("textbox", { name: "Find an organisation" }).fill("ferr");
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("link", { name: "Harbour Ferries" }).click();
  await page.getByRole("button", { name: "Switch organisation, now Harbour Ferries" }).waitFor();
  // Whoever may create the first project is led to it.
  await page.getByRole("link", { name: "Create project" }).click();
  await page.getByRole("dialog", { name: "New project" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "New project" }).waitFor({ state: "detached" });
  const offers = page.getByRole("main").getByRole("button", { name: "Create project" });
  await expect.poll(() => offers.count()).toBe(2);
  expect(page.problems).toEqual([]);
});

test("says that a session was ended until it is closed", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.clock.install();
  await page.goto("/?sessionEnded");
  const notice = page.getByRole("status").filter({ hasText: "User session has been ended" });
  await notice.waitFor();
  await page.clock.fastForward("10:00");
  expect(await notice.count()).toBe(1);
  expect(new URL(page.url()).search).toBe("");
  await notice.getByRole("button", { name: "Close" }).click();
  expect(await notice.count()).toBe(0);
});

test("what could not be read is read by itself once Parley can be reached again", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.route("**/v1/graphql", async (route) => {
    const isReading = route.request().postData()?.includes("query GetProjects(") === true;
    await (isReading ? route.abort("internetdisconnected") : route.continue());
  });
  await page.goto(`/organization/${orgId}/projects`);
  const failed = page.getByText("Parley cannot be reached. Check the connection and try again.");
  await failed.waitFor();
  await page.getByText("Parley cannot be reached. What you see").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.unroute("**/v1/graphql");
  // The longer it was lost, the longer the pause before it is read again.
  await page.getByRole("table").getByText("Newer desk").waitFor({ timeout: 80_000 });
  expect(await failed.count()).toBe(0);
});

test("a message that stays does not cover the buttons of a dialog", async () => {
  const accountId = await anAccount(server);
  const adminId = await anAdmin(server, accountId);
  const page = await signedInPage(browser, server, adminId, { viewport: { width: 620, height: 360 } });
  await page.goto(`/organization/${accountId}/projects?sessionEnded`);
  const notice = page.getByRole("status").filter({ hasText: "User session has been ended" });
  await notice.waitFor();
  await page.getByRole("main").getByRole("button", { name: "Create project" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Help desk");
  await dialog.getByRole("button", { name: "Create project" }).click({ timeout: 5_000 });
  await page.getByRole("heading", { name: "Help desk", level: 1 }).waitFor();
  expect(await notice.count()).toBe(1);
});

test("answers an unknown address and another's organisation", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`/organization/${orgId}/nothing-here`);
  await page.getByText("There is nothing at this address").waitFor();
  const strangers = await anAccount(server, { name: "Strangers" });
  // Something that is gone does not come back by trying again: the list is the way on.
  await page.goto(`/organization/${orgId}/projects/${strangers}`);
  await page.getByText("This is not here").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.getByRole("link", { name: "Open the list of projects" }).waitFor();
  await page.goto(`/organization/${orgId}/teams/${strangers}`);
  await page.getByRole("link", { name: "Open the list of teams" }).waitFor();
  await page.goto(`/organization/${strangers}/projects`);
  await page.getByText("You cannot see this organisation").waitFor();
  await expectAccessibleInBothSchemes(page);
});

test("sends somebody who is not signed in to the sign-in page, with the way back", async () => {
  const page = await anonymousPage(browser, server);
  await page.goto(`/organization/${orgId}/projects?q=desk`);
  await expect.poll(() => page.url(), { timeout: 10_000 }).toContain(server.urls.signIn);
  expect(new URL(page.url()).searchParams.get("return_to")).toBe(
    `${server.urls.console}/organization/${orgId}/projects?q=desk`,
  );
});

test("notices that the session was ended elsewhere", async () => {
  const visitor = await aUser(server, { accountId: orgId, roleKeys: ["organization_admin"] });
  const page = await signedInPage(browser, server, visitor);
  const subscribed = page.waitForEvent("websocket");
  await page.goto(`/organization/${orgId}/projects`);
  const socket = await subscribed;
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes("hasActiveSessions"));
  await server.services.identity?.revokeSessions(visitor);
  await expect.poll(() => page.url(), { timeout: 10_000 }).toContain(server.urls.signIn);
  const returnTo = new URL(page.url()).searchParams.get("return_to") ?? "";
  expect(returnTo).toBe(`${server.urls.console}/organization/${orgId}/projects?sessionEnded=true`);
});

test("says that signing out did not work to whoever comes back signed in", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto("/");
  await page.route("**/self-service/logout**", (route) => route.abort());
  await page.getByRole("button", { name: /^You / }).click();
  const left = page.waitForRequest((request) => request.url().startsWith(server.urls.signIn));
  await page.getByRole("button", { name: "Sign out" }).click();
  await left;
  const notice = page.getByRole("alert").filter({ hasText: "You are still signed in" });
  await notice.waitFor();
  await page.unroute("**/self-service/logout**");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect
    .poll(async () => (await page.context().cookies()).map((cookie) => cookie.name))
    .not.toContain("ory_kratos_session");
});

test("signs out", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto("/");
  await page.getByRole("button", { name: /^You / }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => page.url(), { timeout: 10_000 }).toContain(server.urls.signIn);
  const names = (await page.context().cookies()).map((cookie) => cookie.name);
  expect(names).not.toContain("ory_kratos_session");
  expect(new URL(page.url()).searchParams.get("return_to")).toBe(`${server.urls.console}/`);
});
