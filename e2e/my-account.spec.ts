// One's own account: profile, consents, linking, sessions and roles.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aProject, assignProject, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let adminId: string;
let userId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  adminId = await aUser(server, { accountId: orgId, roleKeys: ["organization_admin"] });
  userId = await aUser(server, {
    accountId: orgId,
    firstName: "Zoe",
    lastName: "Karas",
    roleKeys: ["agent_assist_agent"],
  });
  const projectId = await aProject(server, { accountId: orgId, name: "Ticket desk" });
  await assignProject(server, { userId, projectId, roleKeys: ["pro_studio_viewer"] });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const url = (query = "") => `/organization/${orgId}/my-account${query}`;

test("saves the profile with an example date, and names a bad field", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto("/");
  const terms = page.getByRole("complementary", { name: "Terms of use" });
  await terms.getByRole("link", { name: "Answer now" }).click();
  await page.waitForURL((at) => at.pathname === url());
  await page.getByRole("textbox", { name: "First name" }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => page.getByRole("textbox", { name: "First name" }).getAttribute("aria-invalid"))
    .toBe("true");
  await page.getByRole("textbox", { name: "First name" }).fill("Zoé");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await page.getByText(/It is now/).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByText("Unsaved: First name, Time zone").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Profile saved").waitFor();
  const consents = page.getByRole("region", { name: "Consents" });
  await consents.getByRole("button", { name: "Accept" }).first().click();
  await page.getByText("Consent given").waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole("textbox", { name: "First name" }).inputValue()).toBe("Zoé");
  await expect.poll(() => page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Asia/Tokyo");
  await consents.getByText("Accepted").waitFor();
  const labels = ["Language", "Time zone"].map((text) =>
    page.locator("label").getByText(text, { exact: true }),
  );
  const tops = await Promise.all(labels.map(async (label) => (await label.boundingBox())?.y));
  expect(tops[0]).toBe(tops[1]);
  await page.goto("/");
  await page.getByRole("heading", { name: "Your projects", level: 1 }).waitFor();
  expect(await terms.count()).toBe(0);
});

test("tells how linking ended, with a next step", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(url("?authMethodName=Entra"));
  await page.getByText("Entra is linked to your account").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.goto(url("?failedLinkingAuthMethod=true&authMethodName=Entra"));
  await page.getByRole("alert").getByText("Entra could not be linked").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Login methods" }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=sign-in");
  expect(page.problems).toEqual([]);
});

test("links a method through the sign-in page", async () => {
  const { data } = await server.graphql<{
    updateAccount: { accountAuthMethodSettings: { id: string; name: string; providerId: string }[] };
  }>(
    `mutation ($id: ID!) { updateAccount(id: $id, customAuthMethods: [{ type: OIDC, name: "Entra",
      issuerURL: "https://login.example.org", clientId: "parley", isActive: true }])
      { accountAuthMethodSettings { id name providerId } } }`,
    { id: orgId },
    { userId: adminId },
  );
  const entra = data.updateAccount.accountAuthMethodSettings.find((setting) => setting.name === "Entra");
  const page = await signedInPage(browser, server, userId);
  await page.goto(url("?tab=sign-in"));
  const link = page.getByRole("link", { name: "Link", exact: true });
  await link.waitFor();
  await expectAccessibleInBothSchemes(page);
  const target = new URL((await link.getAttribute("href")) ?? "");
  expect(target.origin + target.pathname).toBe(`${server.urls.signIn}/settings`);
  expect(Object.fromEntries(target.searchParams)).toEqual({
    userId,
    orgId,
    accountAuthMethodSettingsId: entra?.id,
    authMethodName: entra?.providerId,
  });
});

test("shows roles and where they come from", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(url("?tab=roles"));
  await page.getByRole("link", { name: "In project Ticket desk" }).waitFor();
  await page.getByText("In Harbour Lines", { exact: true }).waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
});

test("ends the other sessions, then all of them", async () => {
  const page = await signedInPage(browser, server, userId);
  await server.signIn(userId);
  await page.goto(url("?tab=sessions"));
  await page.getByText("This device").waitFor();
  expect(await page.getByRole("button", { name: /^End the session of/ }).count()).toBeGreaterThan(0);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^End the session of/ }).count()).toBe(0);
  await page.getByRole("button", { name: "End all sessions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all sessions" }).click();
  await expect.poll(() => page.url(), { timeout: 10_000 }).toContain(server.urls.signIn);
});
