// The audit log: sentences, filters in the address, before and after, export, and new entries as they come.
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aTeam, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let noraId: string;
let ivoId: string;
let teamId: string;

const rename = (userId: string, name: string) =>
  server.graphql(
    "mutation ($id: ID!, $name: String) { updateTeam(id: $id, name: $name) { id } }",
    { id: teamId, name },
    { userId },
  );

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  const admin = { accountId: orgId, roleKeys: ["organization_admin"] as const };
  noraId = await aUser(server, { ...admin, firstName: "Nora", lastName: "Vane" });
  ivoId = await aUser(server, { ...admin, firstName: "Ivo", lastName: "Lam" });
  teamId = await aTeam(server, { accountId: orgId, name: "Care" });
  await rename(noraId, "Care desk");
  await rename(ivoId, "=Care()");
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const url = (query = "") => `/organization/${orgId}/audit-log${query}`;

test("says who did what, filters by a click, and shows before and after", async () => {
  const page = await signedInPage(browser, server, noraId);
  await page.goto(url());
  const rows = page.locator("tbody tr[data-index]");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(2);
  await expectAccessibleInBothSchemes(page);
  await rows.nth(1).getByRole("button", { name: "Nora Vane" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("actor")).toBe(noraId);
  await page.getByRole("button", { name: "Remove filter Who Nora Vane" }).waitFor();
  await rows.first().click({ position: { x: 10, y: 10 } });
  const values = page.getByRole("region", { name: "Before and after" });
  await values.getByRole("row", { name: /Name Care Care desk/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("complementary").getByRole("link", { name: "Care desk" }).click();
  await page.getByRole("heading", { name: "=Care()", level: 1 }).waitFor();
  expect(page.problems).toEqual([]);
});

test("keeps the filters of a shared link, and says when nothing matches", async () => {
  const page = await signedInPage(browser, server, noraId);
  await page.goto(url(`?actor=${ivoId}&from=2020-01-01`));
  await page.getByText("1 entry matches").waitFor();
  await page.goto(url("?to=2020-01-01"));
  await page.getByText("Nothing matches").waitFor();
});

test("tells of new entries, and follows them when asked", async () => {
  const page = await signedInPage(browser, server, noraId);
  await page.goto(url());
  await page.locator("tbody tr[data-index]").first().waitFor();
  const fresh = page.getByRole("button", { name: /^Show \d+ new entr/ });
  let turn = 0;
  // The subscription says nothing until something happens, so something happens until it does.
  await expect
    .poll(
      async () => {
        turn += 1;
        await rename(ivoId, `Quay desk ${turn}`);
        return fresh.count();
      },
      { interval: 500, timeout: 15_000 },
    )
    .toBe(1);
  await fresh.click();
  await page
    .getByText(/Quay desk/)
    .first()
    .waitFor();
  await page.getByRole("switch", { name: "Follow" }).press(" ");
  await rename(ivoId, "Pier desk");
  await page
    .getByText(/Pier desk/)
    .first()
    .waitFor();
});

test("exports what is filtered, without formulas", async () => {
  const page = await signedInPage(browser, server, noraId);
  await page.goto(url("?q=Care%28"));
  await page.getByText(/match/).first().waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV, for spreadsheets" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain("Ivo Lam");
  expect(text).not.toMatch(/(^|,)"?=/m);
});

test("somebody without the right reads why", async () => {
  const member = await aUser(server, { accountId: orgId });
  const page = await signedInPage(browser, server, member);
  await page.goto(url());
  await page.getByRole("alert").getByText("You do not have the rights").waitFor();
});
