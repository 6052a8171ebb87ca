// Finding a conversation, reading what happened in it, and making something better of it.
import { createNode, type FlowNode } from "../packages/flow/src/index.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertVersion, writeFiles } from "../apps/server/src/bots/index.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { anAccount, anAdmin, aProject, aUser } from "../apps/server/src/testing/builders.ts";
import { aConversation } from "../apps/server/src/testing/conversations.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let projectId: string;
let customerId: string;
let adminId: string;
let readerId: string;
let base: string;
const versions: string[] = [];

const flow = (answer: string): FlowNode[] => [
  { ...createNode("start", "start"), message: "Welcome" },
  {
    ...createNode("message", "echo"),
    nodeName: "Echo",
    intent: "*",
    message: answer,
    whatsNext: "listen",
  },
];

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  orgId = await anAccount(server, { name: "Harbour Lines" });
  projectId = await aProject(server, { accountId: orgId, name: "Ferry desk" });
  adminId = await anAdmin(server, orgId);
  readerId = await aUser(server, { accountId: orgId, roleKeys: ["analytics_viewer"] });
  customerId = newId();
  const [botId, pypeId] = [newId(), newId()];
  const { db } = server;
  await db.insertInto("customers").values({ id: customerId, project_id: projectId, name: "Acme" }).execute();
  const owner = { project_id: projectId, customer_id: customerId };
  await db
    .insertInto("bots")
    .values({ id: botId, ...owner, name: "Nori" })
    .execute();
  await db
    .insertInto("pypes")
    .values({ id: pypeId, ...owner, environment: "Live", name: "Website" })
    .execute();
  for (const answer of ["You said: {{last.text}}", "I heard: {{last.text}}"]) {
    versions.push(
      await db.transaction().execute(async (tx) => {
        const id = await insertVersion(tx, { botId });
        const content = JSON.stringify({ nodes: flow(answer) });
        await writeFiles(tx, id, [{ filePath: "flow.json", content }], undefined);
        return id;
      }),
    );
  }
  const place = { projectId, customerId, botId, pypeId, ...(versions[0] && { versionId: versions[0] }) };
  for (let index = 0; index < 35; index += 1) {
    await aConversation(server, {
      ...place,
      startedAt: new Date(Date.now() - (index + 2) * 3_600_000),
      outcome: index % 3 === 0 ? "abandoned" : "resolved",
      language: index % 4 === 0 ? "de" : "en",
      turns: [{ visitor: `Where is ferry number ${index}`, bot: "On its way.", intent: "where_is_it" }],
    });
  }
  await aConversation(server, {
    ...place,
    identity: { name: "Ada Byron" },
    turns: [
      { kind: "start", bot: "Welcome", nodeIds: ["start"] },
      {
        visitor: "My ticket is lost, write to ada@example.org",
        bot: "You said: My ticket is lost, write to ada@example.org",
        nodeIds: ["echo"],
        isFallback: true,
        isLowConfidence: true,
        score: 0.31,
        ms: 84,
      },
    ],
  });
  base = `/organization/${orgId}/projects/${projectId}/customers/${customerId}/history`;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const results = (page: Page) => page.getByRole("list", { name: "Results" }).getByRole("link");

test("searches by words and filters, all in the address", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(base);
  await page.getByText("36 conversations, newest first").waitFor();
  expect(await results(page).count()).toBe(30);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => results(page).count()).toBe(36);
  await page.getByRole("searchbox", { name: "Search what was said" }).fill("ticket");
  await page.getByText("1 conversation, newest first").waitFor();
  expect(await page.locator("mark").first().textContent()).toBe("ticket");
  expect(new URL(page.url()).searchParams.get("q")).toBe("ticket");
  await page.goto(`${base}?q=ferry`);
  await page.getByText("35 conversations, newest first").waitFor();
  await page.getByRole("checkbox", { name: /Abandoned/ }).click();
  await page.getByText("12 conversations, newest first").waitFor();
  await page.getByRole("checkbox", { name: /German/ }).click();
  await page.getByText("3 conversations, newest first").waitFor();
  expect(new URL(page.url()).search).toBe("?q=ferry&outcome=abandoned&language=de");
  await page.getByRole("button", { name: "Remove filter Language German" }).click();
  await page.getByText("12 conversations, newest first").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.goto(`${base}?q=tiket+lost`);
  await page.getByText("Nobody said exactly “tiket lost”. These come close.").waitFor();
  await page.goto(`${base}?q=ticket&outcome=abandoned`);
  await page.getByRole("button", { name: "Without Outcome" }).click();
  await page.getByText("1 conversation, newest first").waitFor();
  expect(page.problems).toEqual([]);
});

test("opens a conversation beside the list, with its trace, and keeps its place", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${base}?q=ticket`);
  await results(page).first().click();
  const transcript = page.getByRole("list", { name: "Transcript" });
  await transcript.getByText("My ticket is lost").first().waitFor();
  expect(await transcript.textContent()).not.toContain("ada@example.org");
  expect(await results(page).count()).toBe(1);
  await transcript.getByText("Fallback").click();
  const node = transcript.getByRole("link", { name: "Echo" });
  await node.waitFor();
  expect(await node.getAttribute("href")).toContain(
    `/versions/${versions[0]}?tab=files&file=flow.json&node=echo`,
  );
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Send to the intent inbox" }).click();
  await page.getByText("It waits in the intent inbox of the bot.").waitFor();
  const utterance = await server.db.selectFrom("supervised_utterances").selectAll().executeTakeFirstOrThrow();
  expect([utterance.text, utterance.reason]).toEqual(["My ticket is lost, write to [e-mail]", "MANUAL"]);
  await page.getByRole("button", { name: "Show 3 hidden details" }).click();
  await transcript.getByText("write to ada@example.org").first().waitFor();
  await page.getByText("The audit log says that you looked").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Transcript" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?q=ticket");
  expect(page.problems).toEqual([]);
});

test("replays a conversation against another version, side by side", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${base}?q=ticket`);
  await results(page).first().click();
  await page.getByRole("tab", { name: "Replay" }).click();
  await page.getByText("1 of 2 turns is answered differently.").waitFor();
  await page.getByText("I heard: My ticket is lost").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("combobox", { name: "Replay against" }).selectOption({ label: "Version 1" });
  await page.getByText("All 2 turns are answered the same way.").waitFor();
  expect(page.problems).toEqual([]);
});

test("labels, notes and saved searches are there again later", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${base}?q=ticket`);
  await results(page).first().click();
  const panel = page.getByRole("article", { name: "Conversation", exact: true });
  await panel.getByRole("tab", { name: /^Notes and labels/ }).click();
  const labels = panel.getByRole("combobox", { name: "Labels", exact: true });
  await labels.fill("Lost property");
  await labels.press("Enter");
  await panel.getByRole("status").getByText("Labels saved", { exact: true }).waitFor();
  await panel.getByRole("textbox", { name: "Add a note", exact: true }).fill("Called the pier.");
  await panel.getByRole("button", { name: "Add note", exact: true }).click();
  const notes = panel.getByRole("list", { name: "Notes", exact: true }).getByRole("listitem");
  await notes.getByText("Called the pier.", { exact: true }).waitFor();
  expect(await notes.count()).toBe(1);
  // The outcome is a word, not what is stored for it.
  const outcome = panel.getByRole("combobox", { name: "Outcome", exact: true });
  const before = await outcome.inputValue();
  expect(["Resolved", "Abandoned"]).toContain(before);
  await outcome.fill("failed");
  await panel.getByRole("button", { name: "Set outcome", exact: true }).click();
  await panel.getByText("Failed", { exact: true }).first().waitFor();
  const stored = server.db.selectFrom("conversations").select("id").where("outcome", "=", "failed");
  expect(await stored.execute()).toHaveLength(1);
  await outcome.fill(before);
  await panel.getByRole("button", { name: "Set outcome", exact: true }).click();
  await expect.poll(() => stored.execute()).toEqual([]);
  await expectAccessibleInBothSchemes(page);
  await page.goto(`${base}?label=Lost+property`);
  await page.getByText("1 conversation, newest first").waitFor();
  await page.getByRole("button", { name: "Saved searches", exact: true }).click();
  await page.getByRole("textbox", { name: "Name for this search", exact: true }).fill("Lost things");
  await page.getByRole("button", { name: "Save this search", exact: true }).click();
  await page.getByRole("link", { name: "Lost things", exact: true }).waitFor();
  await page.goto(base);
  await page.getByRole("button", { name: "Saved searches" }).click();
  await page.getByRole("link", { name: "Lost things" }).click();
  await page.getByText("1 conversation, newest first").waitFor();
  expect(new URL(page.url()).searchParams.get("label")).toBe("Lost property");
  expect(page.problems).toEqual([]);
});

test("exports in the background, and shows readers what they may not do", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${base}?outcome=abandoned`);
  await page.getByText("12 conversations, newest first").waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("12 conversations match the search.").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Start export" }).click();
  await page.getByRole("link", { name: /Download conversations-/ }).waitFor({ timeout: 15_000 });
  const reader = await signedInPage(browser, server, readerId);
  await reader.goto(`${base}?q=ticket`);
  await results(reader).first().click();
  await reader.getByRole("list", { name: "Transcript" }).waitFor();
  expect(await reader.getByRole("button", { name: /hidden details/ }).isDisabled()).toBe(true);
  expect(await reader.getByRole("tab", { name: "Replay" }).count()).toBe(0);
  expect(await reader.getByRole("button", { name: "Delete", exact: true }).count()).toBe(0);
});

test("deletes what a visitor asks for, and says what a shorter time to keep would delete", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(base);
  await page.getByRole("button", { name: "Kept for ever", exact: true }).click();
  const keeping = page.getByRole("dialog", { name: "How long conversations are kept", exact: true });
  await keeping.getByRole("textbox", { name: "Days after the last word", exact: true }).fill("1");
  await keeping
    .getByRole("alert")
    .getByText(/^\d+ conversations are older than that/)
    .waitFor();
  await keeping.getByRole("button", { name: "Save and remove them", exact: true }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press("Escape");
  await page.goto(`${base}?q=number+34`);
  await results(page).first().click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goto(base);
  await page.getByText("35 conversations, newest first").waitFor();
  expect(page.problems).toEqual([]);
});
