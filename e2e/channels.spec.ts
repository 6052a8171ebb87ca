// Channels as a builder lives with them: made in Sandbox, compared, promoted to Live, pulled back, deleted.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDeployedBot, echoFlow } from "../apps/server/src/conversations/testing.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { anAccount, aProject, aUser } from "../apps/server/src/testing/builders.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";
import type { WatchedPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let userId: string;
let customerUrl: string;
let customerId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  const orgId = await anAccount(server, { name: "Harbour Lines" });
  const projectId = await aProject(server, { accountId: orgId, name: "Help desk" });
  userId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_builder"] });
  customerId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "Ferry shop" })
    .execute();
  const { botId } = await aDeployedBot(server, { projectId, customerId }, echoFlow, [], ["Sandbox"]);
  await server.db.updateTable("bots").set({ name: "Deckhand" }).where("id", "=", botId).execute();
  customerUrl = `/organization/${orgId}/projects/${projectId}/customers/${customerId}`;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const liveNames = async () => {
  const rows = await server.db
    .selectFrom("pypes")
    .select(["name", "agent_routing"])
    .where("environment", "=", "Live")
    .where("customer_id", "=", customerId)
    .execute();
  return rows.map((row) => `${row.name} ${row.agent_routing}`);
};

async function createChannel(page: WatchedPage, name: string): Promise<void> {
  await page.getByRole("button", { name: "Create channel in Sandbox" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByLabel("Description").fill("Visitors of the site");
  await page.getByRole("dialog").getByRole("button", { name: "Create in Sandbox" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

async function choose(page: WatchedPage, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

test("make a channel in Sandbox, promote it to Live on purpose, see what differs, pull it back, delete it", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(customerUrl);
  await page.getByRole("link", { name: "Channels" }).click();
  await page.getByText("No channels yet").waitFor();
  await expectAccessibleInBothSchemes(page);
  await createChannel(page, "Web");

  await page.getByRole("button", { name: "Create stream" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Support");
  await page.getByRole("dialog").getByRole("button", { name: "Create in Sandbox" }).click();
  const stream = page.getByRole("region", { name: "Stream Support" });
  await stream.waitFor();
  await choose(page, "Start bot", "Deckhand");
  await stream.getByRole("button", { name: "Save in Sandbox" }).click();
  await stream.getByRole("button", { name: "Save in Sandbox" }).waitFor({ state: "detached" });
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("tab", { name: "Configuration" }).click();
  await page.getByLabel("The bot, then a person").check();
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Header name").fill("X-Team");
  await page.getByLabel("Value of X-Team").fill("secret-team");
  await page.getByRole("button", { name: "Save in Sandbox" }).click();
  await page.getByText("X-Team").waitFor();
  expect(await page.content()).not.toContain("secret-team");
  await expectAccessibleInBothSchemes(page);

  // Nothing reaches Live before the second, deliberate step.
  await page.getByRole("button", { name: "Promote to Live" }).click();
  await page.getByText("Header values are secret").waitFor();
  await page.getByRole("complementary").getByRole("button", { name: "Promote to Live" }).click();
  await page.getByRole("dialog").getByText("2 parts are written to Live").waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(await liveNames()).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Promote to Live" }).click();
  await page.getByText("Web in Live is up to date.").waitFor();
  expect(await liveNames()).toEqual(["Web BOT_THEN_AGENT"]);

  await page.getByRole("link", { name: "Channels" }).click();
  const pair = page.getByRole("listitem", { name: "Web" });
  await pair.getByText("Same in both").waitFor();

  // A change in Live asks first, and then the difference shows on both sides.
  await pair.getByRole("button", { name: "Actions for Web in Live" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByLabel("Description").fill("Everybody");
  await page.getByRole("button", { name: "Save in Live" }).click();
  await page
    .getByRole("dialog", { name: "Change Web in Live?" })
    .getByRole("button", { name: "Save in Live" })
    .click();
  await pair.getByText("1 difference").waitFor();
  expect(await pair.getByText("differs").count()).toBe(2);
  await expectAccessibleInBothSchemes(page);

  await pair.getByRole("button", { name: "Pull to Sandbox" }).click();
  await page.getByRole("complementary").getByRole("button", { name: "Pull to Sandbox" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pull to Sandbox" }).click();
  await pair.getByText("Same in both").waitFor();
  await pair.getByRole("article", { name: "Web in Sandbox" }).getByText("Everybody").waitFor();

  await pair.getByRole("button", { name: "Actions for Web in Live" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("streams (Support)").waitFor();
  await page.getByLabel("Type Web to confirm").fill("Web");
  await page.getByRole("button", { name: "Delete from Live" }).click();
  await pair.getByText("Not in Live").waitFor();
  expect(await liveNames()).toEqual([]);
  expect(page.problems).toEqual([]);
}, 120_000);

test("a name that is taken is said at the field; a channel of the other environment is not found here", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`${customerUrl}/channels/sandbox`);
  await createChannel(page, "Kiosk");
  const url = page.url();
  await page.getByRole("link", { name: "Channels" }).click();
  await page.getByRole("button", { name: "Create channel in Sandbox" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("kiosk");
  await page.getByRole("dialog").getByLabel("Description").fill("Again");
  await page.getByRole("dialog").getByRole("button", { name: "Create in Sandbox" }).click();
  await page.getByText("There is already a Sandbox channel called Kiosk.").waitFor();
  await page.goto(url.replace("/sandbox/", "/live/"));
  await page.getByText("There is no such channel here").waitFor();
});

test("promote all carries every channel that differs", async () => {
  const page = await signedInPage(browser, server, userId);
  await page.goto(`${customerUrl}/channels/sandbox`);
  await createChannel(page, "App");
  await page.getByRole("link", { name: "Channels" }).click();
  await page.getByRole("button", { name: "Promote all to Live" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("New in Live").first().waitFor();
  await dialog.getByRole("button", { name: "Promote all to Live" }).click();
  await page.getByText(/channels were promoted to Live/).waitFor();
  expect((await liveNames()).toSorted().map((name) => name.split(" ")[0])).toEqual(["App", "Kiosk", "Web"]);
}, 60_000);
