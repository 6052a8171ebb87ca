// The flow designer: the same flow built with the mouse and with the keyboard, tested, undone, carried over.
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateFlow } from "../packages/flow/src/testing/generate-flow.ts";
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

async function openFlow(url: string, userId = setup.userId): Promise<WatchedPage> {
  const page = await signedInPage(browser, server, userId, { viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** What a flow does, without ids and places: two ways of building it must end in the same. */
async function shapeOf(versionId: string) {
  const nodes = await savedNodes(server, setup, versionId);
  const names = new Map(nodes.map((node) => [node.id, node.nodeName]));
  return nodes
    .map(({ nodeName, nodeType, message, nextNodes }) => ({
      nodeName,
      nodeType,
      message,
      leadsTo: nextNodes.map(({ port, target }) => `${port} ${names.get(target)}`),
    }))
    .toSorted((a, b) => a.nodeName.localeCompare(b.nodeName));
}

const wanted = [
  { nodeName: "End", nodeType: "end", message: "Bye {{name}}", leadsTo: [] },
  { nodeName: "Question", nodeType: "question", message: "Your name?", leadsTo: ["next End"] },
  { nodeName: "Start", nodeType: "start", message: "Ahoy", leadsTo: ["next Question"] },
];

test("a flow is built with the mouse, tested in the chat, and undone", async () => {
  const { url, versionId } = await aSolution(server, setup, "By mouse");
  const page = await openFlow(url);
  const palette = page.getByRole("navigation", { name: "Add a node" });
  await palette.getByRole("button", { name: "Start" }).dragTo(page.locator(".react-flow__pane"), {
    targetPosition: { x: 120, y: 160 },
  });
  // Whoever has only just begun made no error.
  await page.getByRole("button", { name: "1 hint", exact: true }).waitFor();
  await page.getByRole("group", { name: /^Start #1/ }).click();
  await page.getByLabel("Greeting", { exact: true }).fill("Ahoy");

  // From the output into the open: choose what to add there.
  const output = page.locator("[data-output='next']").first();
  const from = await output.boundingBox();
  if (!from) throw new Error("The output is not on screen.");
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 140, from.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("option", { name: /^Question/ }).click();
  await page.getByLabel("Question", { exact: true }).fill("Your name?");
  await page.getByLabel("Keep the answer in", { exact: true }).fill("name");

  await palette.getByRole("button", { name: "End" }).dragTo(page.locator(".react-flow__pane"), {
    targetPosition: { x: 300, y: 420 },
  });
  await page.getByRole("group", { name: /^End/ }).click();
  await page.getByLabel("Last message", { exact: true }).pressSequentially("Bye {{na");
  await page.getByRole("option", { name: "name", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  expect(await page.getByLabel("Last message", { exact: true }).inputValue()).toBe("Bye {{name}}");

  // From an output onto a node: connected.
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await page.waitForTimeout(400);
  const next = await page.locator("[data-output='next']").nth(1).boundingBox();
  const target = await page.getByRole("group", { name: /^End/ }).boundingBox();
  if (!next || !target) throw new Error("The nodes are not on screen.");
  await page.mouse.move(next.x + 8, next.y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + 40, target.y + 20, { steps: 4 });
  await page.mouse.up();
  await waitUntilSaved(page);
  expect(await shapeOf(versionId)).toEqual(wanted);
  await expectAccessibleInBothSchemes(page);

  // Keys right after Ctrl-K are for the command palette, not for the selected node.
  await page.getByRole("group", { name: /^End/ }).click();
  await page.getByRole("group", { name: /^End/ }).focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("nof");
  const commands = page.getByRole("dialog", { name: "Commands" });
  await expect.poll(() => commands.getByRole("combobox").inputValue()).toBe("nof");
  await page.keyboard.press("Escape");
  await commands.waitFor({ state: "detached" });
  expect(await page.locator(".react-flow__node").count()).toBe(3);
  // The focus goes with the selection, so that Enter opens what is selected.
  const selected = page.locator(".react-flow__node.selected:focus");
  await page.keyboard.press("Alt+ArrowLeft");
  await selected.getByText("Question", { exact: true }).waitFor();
  await page.keyboard.press("n");
  await page.locator("[role='combobox'][aria-label='Add a node']:focus").waitFor();
  await page.keyboard.type("wait");
  await page.keyboard.press("Enter");
  await selected.getByText("Wait", { exact: true }).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("group", { name: /^Wait/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await expect.poll(() => page.locator(".react-flow__node").count()).toBe(3);

  await page.getByRole("button", { name: "Test", exact: true }).click();
  const log = page.getByRole("log", { name: "Conversation" });
  await log.getByText("Your name?").waitFor();
  await page.getByRole("textbox", { name: "Write as the visitor" }).fill("Nora");
  await page.keyboard.press("Enter");
  await log.getByText("Bye Nora").waitFor();
  expect(await page.locator("[data-lit]").count()).toBe(3);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("button", { name: "Flow opened" }).click();
  await expect.poll(() => page.locator(".react-flow__node").count()).toBe(0);
  await waitUntilSaved(page);
  await expect.poll(() => savedNodes(server, setup, versionId), { timeout: 15_000 }).toEqual([]);
  expect(page.problems).toEqual([]);
}, 120_000);

test("the same flow is built in the outline with the keyboard alone", async () => {
  const { url, versionId } = await aSolution(server, setup, "By keyboard");
  const page = await openFlow(url);
  const add = async (type: string, field: string, text: string) => {
    await page.locator("[role='combobox'][aria-label='Add a node']:focus").waitFor();
    await page.keyboard.type(type);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Node" }).getByLabel(field, { exact: true }).waitFor();
    await page.locator("[role='treeitem']:focus").waitFor();
    await page.keyboard.press("F6");
    await tabTo(page, field);
    await page.keyboard.type(text);
  };
  await page.keyboard.press("o");
  await page.getByText("The flow has no nodes yet").waitFor();
  await page.keyboard.press("n");
  await add("start", "Greeting", "Ahoy");
  await toOutline(page);
  await page.keyboard.press("n");
  await add("question", "Question", "Your name?");
  await tabTo(page, "Keep the answer in");
  await page.keyboard.type("name");
  await toOutline(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("n");
  await add("end", "Last message", "Bye {{name}}");
  await waitUntilSaved(page);
  expect(await shapeOf(versionId)).toEqual(wanted);
  await expectAccessibleInBothSchemes(page);
  const tree = page.getByRole("tree", { name: "Flow as an outline" });
  expect(await tree.getByRole("treeitem").allTextContents()).toEqual([
    expect.stringContaining("Start"),
    expect.stringContaining("Question"),
    expect.stringContaining("End"),
  ]);

  // Connected from a list to search in, and undone.
  await toOutline(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("c");
  await page.locator("[role='combobox'][aria-label^='Connect']:focus").waitFor();
  await page.keyboard.type("bye");
  await page.keyboard.press("Enter");
  const question = async () => (await shapeOf(versionId)).find((node) => node.nodeType === "question");
  await expect.poll(question, { timeout: 15_000 }).toMatchObject({ leadsTo: ["next End", "failed End"] });
  await page.locator("[role='treeitem']:focus").waitFor();
  await page.getByRole("status").filter({ hasText: "Connect nodes." }).waitFor({ state: "attached" });
  await page.keyboard.press("Control+z");
  await expect.poll(question, { timeout: 15_000 }).toMatchObject({ leadsTo: ["next End"] });
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await shapeOf(versionId)).length, { timeout: 15_000 }).toBe(2);
  expect(page.problems).toEqual([]);
}, 120_000);

/** From where one is, forwards. */
async function tabTo(page: WatchedPage, label: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    const name = await page.evaluate(
      "document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.getAttribute('aria-label')",
    );
    if (name === label) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached “${label}”.`);
}

/** Out of the panel and back to the row one came from. */
async function toOutline(page: WatchedPage): Promise<void> {
  await page.keyboard.press("F6");
  await page.locator("[role='treeitem']:focus").waitFor();
}

test("an exported flow imports into another version as the identical flow", async () => {
  const source = await aSolution(server, setup, "Source");
  const target = await aSolution(server, setup, "Target");
  await saveFlow(server, setup, source.versionId, generateFlow(40));
  const page = await openFlow(source.url);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as JSON" }).click();
  const file = await (await download).path();
  const other = await openFlow(target.url);
  await other.getByRole("button", { name: "More", exact: true }).click();
  await other.getByRole("menuitem", { name: "Import" }).click();
  await other.locator("input[type=file]").setInputFiles({
    name: "flow.json",
    mimeType: "application/json",
    buffer: await readFile(file),
  });
  await other.getByText("40 added", { exact: true }).waitFor();
  await expectAccessibleInBothSchemes(other);
  await other.getByRole("button", { name: "Replace the flow" }).click();
  await waitUntilSaved(other);
  const content = async (versionId: string) =>
    (await savedNodes(server, setup, versionId)).map(
      ({ nodeName, message, nextNodes, nodeInput, behaviors, id }) => ({
        id,
        nodeName,
        message,
        nextNodes,
        nodeInput,
        behaviors,
      }),
    );
  await expect.poll(() => savedNodes(server, setup, target.versionId), { timeout: 15_000 }).toHaveLength(40);
  expect(await content(target.versionId)).toEqual(await content(source.versionId));
  expect([...page.problems, ...other.problems]).toEqual([]);
}, 120_000);

test("a link opens the designer on a node, and a bad import changes nothing", async () => {
  const { url, versionId } = await aSolution(server, setup, "Linked");
  await saveFlow(server, setup, versionId, generateFlow(300));
  const page = await openFlow(`${url}?node=n150`);
  await page.getByRole("complementary", { name: "Node" }).getByText("#151").waitFor();
  await page.getByRole("group", { name: /#151:/ }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  await page
    .getByLabel("Or paste JSON", { exact: true })
    .fill('{"nodes":[{"id":"a","nodeType":"end"},{"id":"a","nodeType":"end"}]}');
  await page
    .getByRole("alert")
    .getByText(/is used more than once/)
    .waitFor();
  await page.keyboard.press("Escape");
  expect(await savedNodes(server, setup, versionId)).toHaveLength(300);
  // In a worker of its own, which the page's policy must let through.
  await page.getByRole("button", { name: "More", exact: true }).click();
  const worker = page.waitForEvent("worker");
  await page.getByRole("menuitem", { name: "Lay out automatically" }).click();
  await worker;
  await waitUntilSaved(page);
  expect(page.problems).toEqual([]);
}, 120_000);

test("two browsers edit one flow and neither loses anything", async () => {
  const { url, versionId } = await aSolution(server, setup, "Together");
  await saveFlow(server, setup, versionId, generateFlow(6));
  const nora = await openFlow(`${url}?node=n0`);
  const ben = await openFlow(`${url}?node=n1`, setup.otherUserId);
  await nora.getByRole("button", { name: /Ben Roe is here too/ }).waitFor();
  await nora.getByLabel("Greeting", { exact: true }).fill("From Nora");
  await ben.getByLabel("Name", { exact: true }).fill("From Ben");
  await Promise.all([waitUntilSaved(nora), waitUntilSaved(ben)]);
  await nora.getByText(/Ben Roe changed/).waitFor();
  await expect
    .poll(async () => (await savedNodes(server, setup, versionId)).map((node) => node.nodeName), {
      timeout: 15_000,
    })
    .toContain("From Ben");
  await nora.getByRole("group", { name: /From Ben/ }).waitFor();

  // The same field of the same node, while one of them is offline.
  await ben.getByRole("group", { name: /^Start/ }).click();
  await ben.context().setOffline(true);
  await ben.getByLabel("Greeting", { exact: true }).fill("Ben was offline");
  await ben.getByText(/node is not saved/).waitFor({ timeout: 20_000 });
  await nora.getByLabel("Greeting", { exact: true }).fill("Nora was faster");
  await waitUntilSaved(nora);
  await ben.context().setOffline(false);
  await ben.getByRole("button", { name: "Choose what to keep" }).click({ timeout: 60_000 });
  const conflict = ben.getByRole("complementary", { name: "Changed on both sides" });
  await conflict.getByText("Nora was faster").waitFor();
  await conflict.getByText("Ben was offline").waitFor();
  await expectAccessibleInBothSchemes(ben);
  const start = async () => (await savedNodes(server, setup, versionId)).find((node) => node.id === "n0");
  expect((await start())?.message).toBe("Nora was faster");
  await conflict.getByRole("button", { name: "Keep what is chosen" }).click();
  await expect.poll(async () => (await start())?.message, { timeout: 20_000 }).toBe("Ben was offline");

  // Offline again, and the tab is closed: the edit is there on the next visit.
  await ben.context().setOffline(true);
  await ben.getByRole("group", { name: /^Start/ }).click();
  await ben.getByRole("button", { name: "Node panel" }).click();
  await ben.getByLabel("Greeting", { exact: true }).fill("Written on a train");
  await ben.getByText(/node is not saved/).waitFor({ timeout: 20_000 });
  await ben.close();
  const later = await ben.context().newPage();
  await ben.context().setOffline(false);
  await later.goto(url);
  const left = later.getByRole("region", { name: "Unsaved edits" });
  await left.getByText(/1 edit from an earlier visit was never saved/).waitFor();
  expect((await start())?.message).toBe("Ben was offline");
  await left.getByRole("button", { name: "Bring it back" }).click();
  await expect.poll(async () => (await start())?.message, { timeout: 20_000 }).toBe("Written on a train");
}, 180_000);
