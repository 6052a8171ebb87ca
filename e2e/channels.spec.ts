// Channels as a builder lives with them: made in Sandbox, compared, promoted to Live, pulled back, deleted.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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
let projectId: string;
let botId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
});
// Every attempt of a test has a customer of its own: what an earlier one left cannot help or disturb it.
beforeEach(async () => {
  const orgId = await anAccount(server);
  projectId = await aProject(server, { accountId: orgId, name: "Help desk" });
  userId = await aUser(server, { accountId: orgId, roleKeys: ["pro_studio_builder"] });
  customerId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "Ferry shop" })
    .execute();
  ({ botId } = await aDeployedBot(server, { projectId, customerId }, echoFlow, [], ["Sandbox"]));
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

/** A channel in Sandbox that nobody has to click together, with its one stream. */
async function aSandboxChannel(name: string): Promise<void> {
  const pypeId = newId();
  await server.db
    .insertInto("pypes")
    .values({ id: pypeId, project_id: projectId, customer_id: customerId, environment: "Sandbox", name })
    .execute();
  await server.db
    .insertInto("streams")
    .values({ id: newId(), pype_id: pypeId, name: "Support", start_chat_bot_id: botId })
    .execute();
}

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
  await createChannel(page, "Web");

  await page.getByRole("button", { name: "Create stream" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Support");
  await page.getByRole("dialog").getByRole("button", { name: "Create in Sandbox" }).click();
  const stream = page.getByRole("region", { name: "Stream Support" });
  await stream.waitFor();
  // Without a bot the page says what would happen; a choice is kept without a further click.
  await stream.getByText("Nobody answers without a start bot").waitFor();
  await choose(page, "Start bot", "Deckhand");
  await stream.getByLabel("Switched on").waitFor();
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

  // The channel now counts on a bot that never hands over: said in the chain and beside the test run.
  await page.getByRole("tab", { name: "Streams" }).click();
  await stream.getByRole("note").getByText("The start bot never hands over").waitFor();
  await stream.getByRole("button", { name: "Clear: Start bot" }).waitFor();
  await stream.getByRole("button", { name: "Test run" }).click();
  const run = page.getByRole("complementary", { name: "Test run of Support" });
  await run.getByRole("note").getByText("The start bot never hands over").waitFor();
  await run.getByRole("button", { name: "Close" }).click();

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
  await pair.getByText("Description", { exact: true }).waitFor();
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
}, 180_000);

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
  await aSandboxChannel("Kiosk");
  await aSandboxChannel("Web");
  const page = await signedInPage(browser, server, userId);
  await page.goto(`${customerUrl}/channels/sandbox`);
  await page.getByRole("button", { name: "Promote all to Live" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("New in Live").first().waitFor();
  await dialog.getByRole("button", { name: "Promote all to Live" }).click();
  await page.getByText(/channels were promoted to Live/).waitFor();
  expect((await liveNames()).toSorted().map((name) => name.split(" ")[0])).toEqual(["Kiosk", "Web"]);
}, 60_000);

test("design a widget beside the real one, be warned about colours and css, copy the lines, see where it was seen", async () => {
  await aSandboxChannel("Web");
  const page = await signedInPage(browser, server, userId);
  await page.goto(`${customerUrl}/channels/sandbox`);
  await page.getByRole("article", { name: "Web in Sandbox" }).getByRole("link", { name: "Web" }).click();
  await page.getByRole("button", { name: "Add widget" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Corner");
  await page.getByRole("dialog").getByRole("button", { name: "Create in Sandbox" }).click();
  await page.getByRole("heading", { name: "Corner", level: 1 }).waitFor();
  const chat = page.frameLocator("iframe[title='Preview of Corner']");
  await chat.getByText("Welcome").waitFor();
  await chat.getByRole("heading", { name: "Ferry shop" }).waitFor();

  await page.getByLabel("Placeholder", { exact: true }).fill("Ask away");
  await chat.getByPlaceholder("Ask away").waitFor();
  await page.getByLabel("Placeholder", { exact: true }).fill("");
  await page.getByLabel("Title", { exact: true }).fill("Ask the crew");
  await chat.getByRole("heading", { name: "Ask the crew" }).waitFor();
  await page.getByLabel("Brand colour", { exact: true }).fill("#ffee88");
  const warning = page.getByText("Hard to read for some people");
  await warning.waitFor();
  await page.getByLabel("Brand colour", { exact: true }).fill("#2a6fc9");
  await warning.waitFor({ state: "detached" });
  await page.getByText("Right to left", { exact: true }).click();
  await chat.locator("html[dir=rtl]").waitFor();
  await page.getByText("Closed", { exact: true }).click();
  // A browser draws no frames in a frame that is out of sight.
  await page.getByText("The real chat, talking to the deployed bots").scrollIntoViewIfNeeded();
  await chat.getByRole("button", { name: "Open chat" }).click();
  await chat.getByPlaceholder("Write a message").fill("ahoy");
  await chat.getByRole("button", { name: "Send", exact: true }).click();
  await chat.getByText("You said: ahoy").waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("textbox", { name: "Custom CSS" }).click();
  await page.keyboard.insertText("@import 'evil.css';");
  await page.getByRole("button", { name: "Save in Sandbox" }).click();
  await page.getByText("@import is not allowed").waitFor();
  await page.getByText("Visitors keep the last version that had no problems.").waitFor();
  const widget = await server.db
    .selectFrom("widgets")
    .select(["id", "style", "safe_css"])
    .where("widget_name", "=", "Corner")
    .where("pype_id", "in", (sub) =>
      sub.selectFrom("pypes").select("id").where("customer_id", "=", customerId),
    )
    .executeTakeFirstOrThrow();
  expect(widget.style).toEqual({ title: "Ask the crew", color: "#2a6fc9" });
  expect(widget.safe_css).toBe("");
  // What was said in the preview is no conversation of a visitor.
  const spoken = await server.db
    .selectFrom("conversations")
    .select("is_test")
    .where("customer_id", "=", customerId)
    .execute();
  expect(new Set(spoken.map((row) => row.is_test))).toEqual(new Set([true]));

  await server.db
    .insertInto("widget_sightings")
    .values({ widget_id: widget.id, page_url: "https://ferry.example/help", is_allowed: false })
    .execute();
  await page.getByRole("tab", { name: "Install" }).click();
  await page.getByText(`data-widget="${widget.id}" async`).waitFor();
  await page.reload();
  await page.getByText("https://ferry.example/help").waitFor();
  await page.getByText("Refused: domain not allowed").waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
}, 180_000);

test("connect a live-agent system, read its token once, rotate it, simulate a hand-off and see it arrive", async () => {
  let isOpen = false;
  const arrived: string[] = [];
  const receiver = createServer((request, response) => {
    arrived.push(request.url ?? "");
    if (isOpen) response.writeHead(204).end();
    else response.writeHead(503).end("The night desk is closed.");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "localhost", resolve));
  const { port } = receiver.address() as AddressInfo;
  const page = await signedInPage(browser, server, userId);
  await page.goto(`${customerUrl}/integrations`);
  await page.getByRole("button", { name: "Connect in Sandbox" }).click();
  const form = page.getByRole("dialog", { name: "Connect in Sandbox" });
  await form.getByLabel("Name").fill("Night desk");
  await form.getByLabel("Callback address").fill("ftp://desk.example");
  await form.getByRole("button", { name: "Connect in Sandbox" }).click();
  await form.getByText("Give the https address that hand-offs are sent to").waitFor();
  await form.getByLabel("Callback address").fill(`http://localhost:${port}/hook`);
  await form.getByRole("button", { name: "Connect in Sandbox" }).click();
  const shown = page.getByRole("dialog", { name: "Copy the token now" });
  const first = await shown.getByRole("code").textContent();
  expect(first).toMatch(/^pat_/);
  await expectAccessibleInBothSchemes(page);
  await shown.getByRole("button", { name: "I have copied it" }).click();
  expect(await page.content()).not.toContain(first);

  await page.getByRole("button", { name: "Rotate token" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate token" }).click();
  await shown.waitFor();
  expect(await shown.getByRole("code").textContent()).not.toBe(first);
  await shown.getByRole("button", { name: "I have copied it" }).click();

  await page.getByText("The one before stops working").waitFor();

  // Escape closes what is on top, not what is under it.
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // What fails shows what the system said; who knows that it is back does not wait for the next attempt.
  await page.getByRole("button", { name: "Simulate a hand-off" }).click();
  await page.getByText("The night desk is closed.", { exact: true }).waitFor();
  isOpen = true;
  await page.getByRole("button", { name: "Send now", exact: true }).click();
  await page.getByText("Delivered").waitFor({ timeout: 40_000 });
  await page.getByText(/^1 attempt · answered 204/).waitFor();
  expect(new Set(arrived)).toEqual(new Set(["/hook"]));
  await expectAccessibleInBothSchemes(page);
  // Only the address that was refused.
  expect(page.problems.filter((problem) => !problem.includes("status of 400"))).toEqual([]);
  receiver.close();
}, 180_000);
