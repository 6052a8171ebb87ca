import type { ReplayData } from "@parley/bot-data";
import { createNode, type FlowNode } from "@parley/flow";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertVersion, writeFiles } from "#domains/bots";
import { newId } from "#platform/ids.ts";
import { anAccount, anAdmin, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aConversation } from "#testing/conversations.ts";

let server: TestServer;
let projectId: string;
let adminId: string;
let customerId: string;
let botId: string;
let outsiderId: string;

beforeAll(async () => {
  server = await startTestServer();
  const accountId = await anAccount(server);
  projectId = await aProject(server, { accountId });
  adminId = await anAdmin(server, accountId);
  outsiderId = await aUser(server, { accountId, roleKeys: ["analytics_viewer"] });
  [customerId, botId] = [newId(), newId()];
  const place = { project_id: projectId, name: "Acme" };
  await server.db
    .insertInto("customers")
    .values({ id: customerId, ...place })
    .execute();
  await server.db
    .insertInto("bots")
    .values({ id: botId, customer_id: customerId, ...place })
    .execute();
});
afterAll(() => server.stop());

const node = (id: string, type: string, patch: Partial<FlowNode>): FlowNode => ({
  ...createNode(type, id),
  ...patch,
  id,
});

function aVersion(answer: string, more: readonly FlowNode[] = []): Promise<string> {
  const nodes = [
    node("start", "start", { message: "Welcome" }),
    ...(more.length > 0
      ? more
      : [node("echo", "message", { nodeName: "Echo", intent: "*", message: answer, whatsNext: "listen" })]),
  ];
  return server.db.transaction().execute(async (tx) => {
    const id = await insertVersion(tx, { botId });
    await writeFiles(tx, id, [{ filePath: "flow.json", content: JSON.stringify({ nodes }) }], undefined);
    return id;
  });
}

const source = `query Replay($projectId: ID!, $id: ID!, $versionId: ID!) {
  replayConversation(projectId: $projectId, id: $id, versionId: $versionId) { data } }`;

async function replayed(id: string, versionId: string): Promise<ReplayData> {
  const answer = await server.graphql<{ replayConversation: { data: ReplayData } }>(
    source,
    { projectId, id, versionId },
    { userId: adminId },
  );
  expect(answer.errors).toEqual([]);
  return answer.data.replayConversation.data;
}

it("sets the answers of another version beside the recorded ones", async () => {
  const first = await aVersion("You said: {{last.text}}");
  const second = await aVersion("I heard {{last.text}}");
  const id = await aConversation(server, {
    projectId,
    customerId,
    botId,
    versionId: first,
    turns: [
      { kind: "start", bot: "Welcome", nodeIds: ["start"] },
      { visitor: "ann@example.org", bot: "You said: ann@example.org", nodeIds: ["echo"] },
    ],
  });
  const same = await replayed(id, first);
  expect([same.changedCount, same.turns.map((turn) => turn.replayed)]).toEqual([
    0,
    [["Welcome"], ["You said: [e-mail]"]],
  ]);
  const changed = await replayed(id, second);
  expect(changed.changedCount).toBe(1);
  expect(changed.turns[1]).toMatchObject({
    visitor: "[e-mail]",
    recorded: ["You said: [e-mail]"],
    replayed: ["I heard [e-mail]"],
    isSame: false,
    recordedNodes: ["Echo"],
    replayedNodes: ["Echo"],
  });
  const refused = await server.graphql(source, { projectId, id, versionId: first }, { userId: outsiderId });
  expect(refused.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  const missing = await server.graphql(source, { projectId, id, versionId: newId() }, { userId: adminId });
  expect(missing.errors[0]?.message).toBe("There is no such version, or you cannot see it.");
});

it("answers calls from the recording, and says what the recording does not hold", async () => {
  const script = node("look", "script", {
    nodeName: "Look it up",
    intent: "*",
    parameterInput: { scriptId: "lookup", arguments: {} },
  });
  const version = await aVersion("", [script]);
  const turns = (effects: Record<string, unknown>[]) => [
    { kind: "start", bot: "Welcome" },
    { visitor: "where is it", bot: "It is in Lyon", effects },
  ];
  const effect = { effectId: "e1", nodeId: "look", type: "runScript", ok: true, ms: 3, attempts: 1 };
  const place = { projectId, customerId, botId, versionId: version };
  const recorded = await aConversation(server, {
    ...place,
    turns: turns([{ ...effect, name: "lookup", value: "Lyon", said: ["It is in Lyon"] }]),
  });
  const known = await replayed(recorded, version);
  expect(known.turns[1]).toMatchObject({ replayed: ["It is in Lyon"], isSame: true, remarks: [] });
  const unknown = await replayed(await aConversation(server, { ...place, turns: turns([]) }), version);
  expect(unknown.turns[1]?.remarks).toEqual(["A script was not part of the recording."]);
});
