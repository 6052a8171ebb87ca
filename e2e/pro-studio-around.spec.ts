// The designer and what is around a flow: other versions, visitors, and a test that really runs scripts.
import { createNode } from "@parley/flow";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFiles } from "../apps/server/src/bots/index.ts";
import { aConversation } from "../apps/server/src/testing/conversations.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { aDesignerSetup, aSolution, savedNodes, saveFlow, waitUntilSaved } from "./pro-studio-flow.ts";
import type { DesignerSetup } from "./pro-studio-flow.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";
import type { WatchedPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let setup: DesignerSetup;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  setup = await aDesignerSetup(server);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const place = (x: number, y: number) => ({ behaviors: { layout: { x, y } } });
const leadsTo = (target: string) => ({ nextNodes: [{ port: "next", target }] });
const flow = {
  nodes: [
    createNode("start", "s", { message: "Ahoy", nodeNumber: 1, ...leadsTo("q"), ...place(40, 80) }),
    createNode("script", "q", {
      nodeNumber: 2,
      parameterInput: { scriptId: "fare", arguments: { people: 2 } },
      output: "fare",
      ...leadsTo("e"),
      ...place(376, 80),
    }),
    createNode("end", "e", { message: "That is {{fare.total}} crowns.", nodeNumber: 3, ...place(712, 80) }),
  ],
};

async function open(url: string): Promise<WatchedPage> {
  const page = await signedInPage(browser, server, setup.userId, { viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.getByRole("group", { name: /^Start #1/ }).waitFor();
  return page;
}

async function ask<Data>(source: string, variables: Record<string, unknown>): Promise<Data> {
  const answer = await server.graphql<Data>(source, variables, { userId: setup.userId });
  if (answer.errors[0]) throw new Error(answer.errors[0].message);
  return answer.data;
}

const openMenu = async (page: WatchedPage, item: string) => {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

const leftOf = async (place: Locator) => (await place.boundingBox())?.x ?? NaN;
const rightOf = async (place: Locator) => {
  const box = await place.boundingBox();
  return box ? box.x + box.width : NaN;
};

test("a script of the flow really runs in the test, and visits of real visitors stand on the nodes", async () => {
  const { url, versionId } = await aSolution(server, setup, "Around");
  await saveFlow(server, setup, versionId, flow);
  const { syncProStudioVersion } = await ask<{ syncProStudioVersion: { botVersionId: string } }>(
    `mutation SyncProStudioVersion($id: ID!) { syncProStudioVersion(solutionVersionId: $id) { botVersionId } }`,
    { id: versionId },
  );
  const { botVersionId } = syncProStudioVersion;
  const content = `console.log("two people"); say("One moment."); return { total: input.people * 120 };`;
  await server.db
    .transaction()
    .execute((tx) => writeFiles(tx, botVersionId, [{ filePath: "scripts/fare.js", content }], undefined));
  const page = await open(url);

  // The names there are, offered in the panel.
  await page.getByRole("group", { name: /^Script #2/ }).click();
  await page.getByLabel("Script", { exact: true }).fill("");
  await page.getByRole("option", { name: "fare", exact: true }).click();
  await waitUntilSaved(page);

  await page.getByRole("button", { name: "Stop here when testing" }).click();
  await page.getByRole("group", { name: /^Start #1/ }).click();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const log = page.getByRole("log", { name: "Conversation" });
  const stopped = log.getByText("Stopped before").getByRole("button", { name: "Script", exact: true });
  // In a narrow window the panel lies on the canvas, and the node is shown beside it.
  await page.setViewportSize({ width: 640, height: 900 });
  await stopped.click();
  await page.locator(".react-flow__node.selected").getByText("Script", { exact: true }).waitFor();
  const side = page.getByRole("complementary", { name: "Test chat" });
  await expect
    .poll(async () => (await rightOf(page.locator(".react-flow__node.selected"))) < (await leftOf(side)))
    .toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await log.getByRole("button", { name: "Continue" }).click();
  await log.getByText("Runs on the server for real, with everything it changes.").waitFor();
  await log.getByRole("button", { name: "Run it" }).click();
  await log.getByText("That is 240 crowns.").waitFor();
  await log.getByText("One moment.").waitFor();
  await log.getByText("two people").waitFor();
  await log.getByText(/^Real answer, \d+ ms$/).waitFor();
  await expectAccessibleInBothSchemes(page);

  await openMenu(page, "Show traffic");
  const panel = page.getByRole("complementary", { name: "Traffic" });
  await panel.getByText("No conversations yet").waitFor();
  const bot = await server.db
    .selectFrom("bot_versions as v")
    .innerJoin("bots as b", "b.id", "v.bot_id")
    .select(["b.id", "b.customer_id"])
    .where("v.id", "=", botVersionId)
    .executeTakeFirstOrThrow();
  const visitor = {
    projectId: setup.projectId,
    customerId: bot.customer_id,
    botId: bot.id,
    versionId: botVersionId,
  };
  await aConversation(server, { ...visitor, turns: [{ visitor: "hi", nodeIds: ["s", "q", "e"] }] });
  await aConversation(server, { ...visitor, outcome: "abandoned", turns: [{ nodeIds: ["s", "q"] }] });
  await panel.getByLabel("Time", { exact: true }).selectOption({ label: "Last 7 days" });
  await panel.getByText("2 conversations").waitFor();
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await page
    .getByRole("group", { name: /^Script #2/ })
    .getByText("1 left")
    .waitFor();
  await page
    .getByRole("group", { name: /^Start #1/ })
    .getByText("2 visits")
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
}, 120_000);

test("any two versions are compared on the canvas and as a list, and an old one comes back as a new one", async () => {
  const { url, versionId, solutionId } = await aSolution(server, setup, "Compared");
  await saveFlow(server, setup, versionId, flow);
  const second = await ask<{ createSolutionVersion: { id: string } }>(
    `mutation CreateSolutionVersion($id: ID!, $base: ID!) {
      createSolutionVersion(solutionId: $id, version: { basedOn: $base, note: "Second" }) { id } }`,
    { id: solutionId, base: versionId },
  );
  const page = await open(url.replace(versionId, second.createSolutionVersion.id));
  await page.getByRole("group", { name: /^Script #2/ }).click();
  await page.keyboard.press("Delete");
  await page.getByRole("group", { name: /^Start #1/ }).click();
  await page.getByLabel("Greeting", { exact: true }).fill("Hello");
  await waitUntilSaved(page);

  await openMenu(page, "Compare versions");
  const panel = page.getByRole("complementary", { name: "Compare versions" });
  await panel.getByText("1 changed, 1 removed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await page
    .getByRole("group", { name: /^Script #2/ })
    .getByText("Removed")
    .waitFor();
  await page
    .getByRole("group", { name: /^Start #1/ })
    .getByText("Changed")
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  // Grouping is told apart from moving.
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+g");
  await panel.getByText("1 added, 1 changed, 1 removed, 2 grouped", { exact: true }).waitFor();
  await panel.getByRole("listitem").filter({ hasText: "Grouped Start" }).getByText("into “Group”").waitFor();
  await page.keyboard.press("Control+z");
  await panel.getByText("1 changed, 1 removed", { exact: true }).waitFor();
  // The other way round the old version is on the canvas, and nothing on it can be changed.
  await panel.getByLabel("To", { exact: true }).selectOption({ index: 1 });
  await panel.getByLabel("From", { exact: true }).selectOption({ label: "The flow on screen" });
  await panel.getByText("1 added, 1 changed", { exact: true }).waitFor();
  await page.getByRole("group", { name: /^Script #2/ }).click();
  await page.keyboard.press("Delete");
  await page.getByText("Another version is on the canvas").waitFor();
  await page
    .getByRole("group", { name: /^Script #2/ })
    .getByText("Added")
    .waitFor();

  await panel.getByLabel("From", { exact: true }).selectOption({ index: 1 });
  await panel.getByRole("button", { name: /^Restore/ }).click();
  await page.getByRole("heading", { level: 1, name: /version 3$/ }).waitFor();
  await page.getByRole("group", { name: /^Script #2/ }).waitFor();
  const restored = new URL(page.url()).pathname.split("/").at(-2) ?? "";
  expect((await savedNodes(server, setup, restored)).map((node) => node.id)).toEqual(["s", "q", "e"]);
  expect(await savedNodes(server, setup, second.createSolutionVersion.id)).toHaveLength(2);
  expect(page.problems).toEqual([]);
}, 120_000);
