// What the designer asks about everything around a flow: names, visitors, and scripts and requests that really run.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNode } from "@parley/flow";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "#domains/bots";
import { addJob } from "#platform/jobs.ts";
import { aConversation } from "#testing/conversations.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aSolution, aStudio, type Studio } from "#testing/studio.ts";

let server: TestServer;
let studio: Studio;
let stranger: Studio;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
  stranger = await aStudio(server);
});
afterAll(() => server.stop());

const saveNodes = `mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) {
  updateProStudioNodes(objects: $objects) { affected_rows } }`;

/** A solution with a flow that was synced, so that it has a bot and a bot version. */
async function aSyncedSolution(settings: Record<string, unknown> = {}) {
  const solution = await aSolution(studio, {
    tasks: [{ id: "t1", name: "Refunds", description: "Pay back" }],
  });
  const { versionId } = solution;
  await studio.run(
    `mutation UpdateSolution($id: ID!, $settings: JSON) { updateSolution(id: $id, settings: $settings) { id } }`,
    { id: solution.id, settings },
  );
  const objects = [
    createNode("start", "s", { solutionVersionId: versionId, command: "hello", skillTag: "billing" }),
    createNode("command", "c", { solutionVersionId: versionId, parameterInput: { name: "open-cart" } }),
  ];
  await studio.run(saveNodes, { objects });
  const { syncProStudioVersion } = await studio.run<{ syncProStudioVersion: { botVersionId: string } }>(
    `mutation SyncProStudioVersion($id: ID!) { syncProStudioVersion(solutionVersionId: $id) { botVersionId } }`,
    { id: versionId },
  );
  const { botVersionId } = syncProStudioVersion;
  const bot = await server.db
    .selectFrom("bot_versions as v")
    .innerJoin("bots as b", "b.id", "v.bot_id")
    .select(["b.id", "b.customer_id"])
    .where("v.id", "=", botVersionId)
    .executeTakeFirstOrThrow();
  return { ...solution, botVersionId, botId: bot.id, customerId: bot.customer_id };
}

describe("references", () => {
  const source = `query GetProStudioReferences($id: ID!) { proStudioReferences(solutionVersionId: $id) {
    intents entities scripts commands skills allowedHosts isTrained tasks { id name } assets { id name } } }`;

  it("name what exists around the flow, in order", async () => {
    const { versionId, botVersionId } = await aSyncedSolution({ allowedHosts: ["api.example.com"] });
    const file = (filePath: string, content = "x") => ({ filePath, content });
    await server.db
      .transaction()
      .execute((tx) =>
        writeFiles(
          tx,
          botVersionId,
          [
            file("intents/refund.txt"),
            file("intents/cancel.txt"),
            file("entities/city.json", "{}"),
            file("scripts/price.js"),
          ],
          undefined,
        ),
      );
    const { proStudioReferences } = await studio.run<{ proStudioReferences: unknown }>(source, {
      id: versionId,
    });
    expect(proStudioReferences).toEqual({
      intents: ["cancel", "refund"],
      entities: ["city"],
      scripts: ["price"],
      commands: ["hello", "open-cart"],
      skills: ["billing"],
      allowedHosts: ["api.example.com"],
      isTrained: false,
      tasks: [{ id: "t1", name: "Refunds" }],
      assets: [],
    });
  });

  it("of another organisation's flow are refused like those of a missing one", async () => {
    const { versionId } = await aSolution(studio);
    await expect(stranger.run(source, { id: versionId })).rejects.toThrow(/no such solution version/);
  });
});

describe("the test chat", () => {
  it("understands words as the synced and trained bot does, and knows what its intents ask for", async () => {
    const { versionId, botVersionId } = await aSyncedSolution({});
    const understood = async () =>
      (
        await studio.run<{ proStudioUnderstanding: unknown }>(
          `query GetProStudioUnderstanding($id: ID!, $text: String!) { proStudioUnderstanding(solutionVersionId: $id, text: $text) }`,
          { id: versionId, text: "please cancel order 12345" },
        )
      ).proStudioUnderstanding;
    expect(await understood()).toBeNull();
    const slot = { name: "order", entity: "number", required: true, prompt: "Which order?" };
    await server.db.transaction().execute(async (tx) => {
      const files = [
        { filePath: "intents/refund.txt", content: "refund\nmoney back\nI want a refund\npay me back\n" },
        { filePath: "intents/cancel.txt", content: "cancel\ncancel my order\nstop the order\nno order\n" },
        { filePath: "entities/number.json", content: '{"type":"builtin","kind":"number"}' },
        { filePath: "slots/cancel.json", content: JSON.stringify({ slots: [slot] }) },
      ];
      await writeFiles(tx, botVersionId, files, undefined);
      const payload = { versionId: botVersionId };
      await addJob(tx, { kind: "train-bot-version", objectId: botVersionId, payload });
    });
    await expect
      .poll(understood, { timeout: 25_000 })
      .toMatchObject({ intent: "cancel", entities: [{ name: "number", value: 12_345 }] });
    const { proStudioReferences } = await studio.run<{ proStudioReferences: unknown }>(
      `query GetProStudioReferences($id: ID!) { proStudioReferences(solutionVersionId: $id) { slots } }`,
      { id: versionId },
    );
    expect(proStudioReferences).toEqual({ slots: [{ intent: "cancel", slots: [slot] }] });
  });
});

describe("an intent renamed in the bot version", () => {
  it("is renamed in the drawing it comes from, and the next sync keeps the new name", async () => {
    const { versionId, botVersionId } = await aSyncedSolution({});
    await studio.run(saveNodes, {
      objects: [
        createNode("message", "m", { solutionVersionId: versionId, nodeName: "Sizes", intent: "size" }),
        createNode("intent-route", "r", {
          solutionVersionId: versionId,
          parameterInput: { routes: [{ id: "a", intent: "size" }] },
        }),
      ],
    });
    await server.db.transaction().execute(async (tx) => {
      await writeFiles(
        tx,
        botVersionId,
        [{ filePath: "intents/size.txt", content: "which size\n" }],
        undefined,
      );
    });
    const ids = { projectId: studio.projectId, versionId: botVersionId };
    const uses = async (intent: string) =>
      (
        await studio.run<{ getIntentUses: { data: { nodeId: string; file: string }[] } }>(
          `query GetIntentUses($projectId: ID!, $versionId: ID!, $intent: String!) {
            getIntentUses(projectId: $projectId, versionId: $versionId, intent: $intent) { data } }`,
          { ...ids, intent },
        )
      ).getIntentUses.data.map((use) => [use.nodeId, use.file]);
    // Drawn on since the last sync: only the drawing names it.
    expect(await uses("size")).toEqual([
      ["m", "pro-studio"],
      ["r", "pro-studio"],
    ]);
    await studio.run(
      `mutation RenameIntent($projectId: ID!, $versionId: ID!, $intent: String!, $name: String!) {
        renameIntent(projectId: $projectId, versionId: $versionId, intent: $intent, name: $name) { messages } }`,
      { ...ids, intent: "size", name: "what size" },
    );
    expect(await uses("size")).toEqual([]);
    const { syncProStudioVersion } = await studio.run<{ syncProStudioVersion: { messages: string[] } }>(
      `mutation SyncProStudioVersion($id: ID!) { syncProStudioVersion(solutionVersionId: $id) { messages } }`,
      { id: versionId },
    );
    expect(syncProStudioVersion.messages.filter((message) => message.includes("_intent"))).toEqual([]);
    expect(await uses("what size")).toEqual([
      ["m", "flow.json"],
      ["r", "flow.json"],
    ]);
  });
});

describe("traffic", () => {
  const source = `query GetProStudioTraffic($id: ID!, $days: Int, $only: Boolean) {
    proStudioTraffic(solutionVersionId: $id, days: $days, onlyThisVersion: $only) {
      days conversations nodes { nodeId visits conversations left } } }`;
  const traffic = async (variables: Record<string, unknown>, who = studio) =>
    (await who.run<{ proStudioTraffic: unknown }>(source, variables)).proStudioTraffic;

  it("counts visits and where visitors gave up, without test runs and other versions when asked", async () => {
    const { versionId, botId, botVersionId, customerId } = await aSyncedSolution();
    expect(await traffic({ id: versionId })).toEqual({ days: 30, conversations: 0, nodes: [] });
    const place = { projectId: studio.projectId, customerId, botId, versionId: botVersionId };
    // The question is asked in the first turn and answered in the second: one visit.
    const turns = [{ nodeIds: ["s", "q"] }, { visitor: "hm", nodeIds: ["q", "m"] }];
    await aConversation(server, { ...place, outcome: "resolved", turns });
    await aConversation(server, { ...place, outcome: "abandoned", turns: [{ nodeIds: ["s", "q"] }] });
    await aConversation(server, { ...place, status: "BOT", outcome: "", turns: [{ nodeIds: ["s"] }] });
    await aConversation(server, { ...place, isTest: true, turns });
    await server.db.transaction().execute(async (tx) => {
      await sql`update conversation_turns set created_at = now() where conversation_id in
        (select id from conversations where bot_id = ${botId})`.execute(tx);
    });
    expect(await traffic({ id: versionId, only: true })).toEqual({
      days: 30,
      conversations: 3,
      nodes: [
        { nodeId: "s", visits: 3, conversations: 3, left: 0 },
        { nodeId: "q", visits: 2, conversations: 2, left: 1 },
        { nodeId: "m", visits: 1, conversations: 1, left: 0 },
      ],
    });
    const second = await studio.run<{ createSolutionVersion: { id: string } }>(
      `mutation CreateSolutionVersion($id: ID!, $base: ID!) {
        createSolutionVersion(solutionId: $id, version: { basedOn: $base }) { id } }`,
      { id: (await solutionOf(versionId)) ?? "", base: versionId },
    );
    const draft = second.createSolutionVersion.id;
    expect(await traffic({ id: draft, only: true })).toMatchObject({ conversations: 0, nodes: [] });
    expect(await traffic({ id: draft })).toMatchObject({ conversations: 3 });
    await expect(traffic({ id: draft, days: 0 })).rejects.toThrow(/between 1 and 365/);
    await expect(traffic({ id: draft }, stranger)).rejects.toThrow(/no such solution version/);
  });

  async function solutionOf(versionId: string): Promise<string | undefined> {
    const row = await server.db
      .selectFrom("solution_versions")
      .select("solution_id")
      .where("id", "=", versionId)
      .executeTakeFirst();
    return row?.solution_id;
  }
});

describe("a script or a request under test", () => {
  const source = `mutation RunProStudioEffect($id: ID!, $effect: JSON!) {
    runProStudioEffect(solutionVersionId: $id, effect: $effect) { ok value error said variables logs } }`;
  interface Trial {
    ok: boolean;
    value: unknown;
    error: string | null;
    said: string[];
    variables: Record<string, unknown>;
    logs: string[];
  }
  const run = async (id: string, effect: object, who = studio) =>
    (await who.run<{ runProStudioEffect: Trial }>(source, { id, effect })).runProStudioEffect;
  const script = { type: "runScript", scriptId: "add", arguments: { by: 2 }, variables: { count: 1 } };

  it("runs in the sandbox and answers what the flow would get", async () => {
    const { versionId, botVersionId } = await aSyncedSolution();
    expect(await run(versionId, script)).toMatchObject({
      ok: false,
      error: expect.stringContaining("no script"),
    });
    const content = `console.log("adding"); say("One moment"); set("count", get("count") + input.by); return { total: get("count") };`;
    await server.db
      .transaction()
      .execute((tx) => writeFiles(tx, botVersionId, [{ filePath: "scripts/add.js", content }], undefined));
    expect(await run(versionId, script)).toEqual({
      ok: true,
      value: { total: 3 },
      error: null,
      said: ["One moment"],
      variables: { count: 3 },
      logs: ["adding"],
    });
    const audit = await server.db
      .selectFrom("audit_log")
      .select("detail")
      .where("action", "=", "pro-studio.effect-tried")
      .execute();
    expect(JSON.stringify(audit)).toContain("ran add while testing");
    await expect(run(versionId, script, stranger)).rejects.toThrow(/no such solution version/);
    await expect(run(versionId, { type: "handOff" })).rejects.toThrow(/Only scripts and HTTP requests/);
  });

  it("calls only the hosts of the solution", async () => {
    const calls: string[] = [];
    const site = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.writeHead(200, { "content-type": "application/json" }).end('{"stock":4}');
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const { port } = site.address() as AddressInfo;
    const request = {
      type: "httpRequest",
      method: "GET",
      url: `http://127.0.0.1:${port}/stock`,
      headers: {},
      body: "",
      timeoutMs: 5_000,
    };
    try {
      const closed = await aSyncedSolution();
      expect(await run(closed.versionId, request)).toMatchObject({
        ok: false,
        error: expect.stringContaining("allowed hosts"),
      });
      expect(calls).toEqual([]);
      const open = await aSyncedSolution({ allowedHosts: ["127.0.0.1"] });
      expect(await run(open.versionId, request)).toMatchObject({
        ok: true,
        value: { status: 200, body: { stock: 4 } },
      });
      expect(calls).toEqual(["GET /stock"]);
    } finally {
      site.close();
    }
  });
});

describe("a sentence in the test chat", () => {
  const source = `query UnderstandInTest($id: ID!, $text: String!) {
    proStudioUnderstanding(solutionVersionId: $id, text: $text) }`;
  type Heard = { intent: string; score: number } | null;
  const hear = async (id: string, text: string, who = studio) =>
    (await who.run<{ proStudioUnderstanding: Heard }>(source, { id, text })).proStudioUnderstanding;

  it("is understood by the model trained last, also after another sync", async () => {
    const { versionId, botVersionId } = await aSyncedSolution();
    expect(await hear(versionId, "give me my money back")).toBeNull();
    await giveIntents(botVersionId, {
      refund: ["I want my money back", "give me a refund", "please pay me back", "refund my order"],
      greet: ["hello there", "good morning", "hi", "hey, how are you"],
    });
    expect(await hear(versionId, "can I have a refund")).toMatchObject({ intent: "refund" });
    const changed = createNode("message", "m", { solutionVersionId: versionId, message: "Hi" });
    await studio.run(saveNodes, { objects: [changed] });
    await studio.run(
      `mutation SyncProStudioVersion($id: ID!) { syncProStudioVersion(solutionVersionId: $id) { ok } }`,
      { id: versionId },
    );
    expect(await hear(versionId, "good morning to you")).toMatchObject({ intent: "greet" });
    expect(await hear(versionId, "zxqv brmpf")).toMatchObject({ intent: "", score: 0 });
    await expect(hear(versionId, "hi", stranger)).rejects.toThrow(/no such solution version/);
  });

  async function giveIntents(botVersionId: string, intents: Record<string, readonly string[]>) {
    const files = Object.entries(intents).map(([name, utterances]) => ({
      filePath: `intents/${name}.txt`,
      content: utterances.join("\n"),
    }));
    await server.db.transaction().execute((tx) => writeFiles(tx, botVersionId, files, undefined));
    await studio.run(
      `mutation PutVersionTrain($versionId: ID!, $projectId: ID!) {
        putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`,
      { versionId: botVersionId, projectId: studio.projectId },
    );
    const trained = () =>
      server.db
        .selectFrom("bot_versions")
        .select("trained_hash")
        .where("id", "=", botVersionId)
        .executeTakeFirst();
    await expect.poll(async () => (await trained())?.trained_hash, { timeout: 30_000 }).toBeTruthy();
  }
});
