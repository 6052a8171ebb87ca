// The server page: snapshots and the mails that were kept, for administrators of the top organisation.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("keeps mails for the top organisation and says to others why not", async () => {
  const orgId = await anAccount(server, { name: "Harbour Group" });
  const childId = await anAccount(server, { name: "Harbour Lines", parentId: orgId });
  const adminId = await aUser(server, { accountId: orgId, roleKeys: ["organization_admin"] });
  await server.graphql(
    `mutation { addUserToAccount(accountId: "${orgId}", userName: "ivo@harbour.example", firstName: "Ivo", lastName: "Lam") { id } }`,
    {},
    { userId: adminId },
  );
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`/organization/${orgId}/server?tab=mailbox`);
  await page.getByRole("tab", { name: "Mailbox", selected: true }).waitFor();
  // The invitation is sent by a job, a moment later; the page looks again by itself.
  await page.getByText("ivo@harbour.example", { exact: true }).click();
  await page.getByText(/Accept the invitation: http/).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.goto(`/organization/${childId}/server?tab=mailbox`);
  await page.getByText("The mailbox belongs to the top organisation.").waitFor();
  await expectAccessibleInBothSchemes(page);
});
