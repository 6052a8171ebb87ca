import { createNode, type FlowNode, hash, problemFromText } from "@parley/flow";
import { createClient } from "graphql-ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { anAccount, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aSolution, aStudio, type Studio } from "#testing/studio.ts";

let server: TestServer;
let studio: Studio;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
});
afterAll(() => server.stop());

const fields = `id solutionVersionId nodeName nodeNumber nodeType nodeTags order lastModified message intent command
  behaviors description cssClassname richAssetContent richAssetType decisionVariable nextNodes nodeInput parameterInput
  output variables whatsNext answerRequired nluDisabled analyticsEvent platformFlag skillTag`;
const getNodes = `query GetProStudioNodes($id: ID!) { proStudioNodes(solutionVersionId: $id) { ${fields} revision modifiedBy } }`;
const saveNodes = `mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) { updateProStudioNodes(objects: $objects) {
  affected_rows returning { id revision lastModified } conflicts { nodeId reason who when fields current { id message } } } }`;
const deleteNode = `mutation DeleteProStudioNode($nodeId: ID!, $id: ID!, $baseRevision: Int) {
  deleteProStudioNode(nodeId: $nodeId, solutionVersionId: $id, baseRevision: $baseRevision) { affected_rows } }`;

interface Saved {
  updateProStudioNodes: {
    affected_rows: number;
    returning: { id: string; revision: number; lastModified: string }[];
    conflicts: {
      nodeId: string;
      reason: string;
      who: string;
      fields: string[];
      current: { message: string } | null;
    }[];
  };
}
type Node = FlowNode & { revision: number; modifiedBy: string };

const save = async (objects: object[], userId = studio.adminId) =>
  (await studio.run<Saved>(saveNodes, { objects }, userId)).updateProStudioNodes;
const nodes = async (id: string) =>
  (await studio.run<{ proStudioNodes: Node[] }>(getNodes, { id })).proStudioNodes;
const message = (id: string, versionId: string, text: string) =>
  createNode("message", id, { solutionVersionId: versionId, message: text });

describe("the nodes of a flow", () => {
  it("come back with every field as they were written, in order", async () => {
    const { versionId } = await aSolution(studio);
    const full: FlowNode = {
      ...createNode("question", "q1", { solutionVersionId: versionId }),
      nodeName: "Ask",
      nodeNumber: 4,
      nodeTags: ["a", "b"],
      order: 2,
      message: "<script>alert(1)</script> {{name}}",
      intent: "ask",
      command: "ask",
      behaviors: { layout: { x: 1, y: 2 }, delayMs: 5 },
      description: "d",
      cssClassname: "c",
      richAssetContent: { title: "t" },
      richAssetType: "card",
      decisionVariable: "v",
      nextNodes: [{ port: "next", target: "m1" }],
      nodeInput: { type: "text" },
      parameterInput: { x: [1, 2] },
      output: "answer",
      variables: [{ name: "n", operation: "set", value: 1 }],
      whatsNext: "listen",
      answerRequired: true,
      nluDisabled: true,
      analyticsEvent: "e",
      platformFlag: "web",
      skillTag: "s",
    };
    const saved = await save([full, { ...message("m1", versionId, "Hi"), order: 1 }]);
    expect(saved.affected_rows).toBe(2);
    const [first, second] = await nodes(versionId);
    expect(first?.id).toBe("m1");
    const { revision, modifiedBy, lastModified, ...rest } = second ?? {};
    expect([revision, modifiedBy]).toEqual([1, "Ada Lane"]);
    expect(lastModified).toBeTruthy();
    expect({ ...rest, lastModified: null }).toEqual(full);
  });

  it("are never overwritten by an older edit: others are saved, the stale one comes back with both sides", async () => {
    const { versionId } = await aSolution(studio);
    await save([message("a", versionId, "A"), message("b", versionId, "B")]);
    const opened = await nodes(versionId);
    await save([{ ...message("a", versionId, "A by Ben"), baseRevision: 1 }], studio.builderId);
    const late = await save([
      { ...message("a", versionId, "A by Ada"), baseRevision: 1 },
      { ...message("b", versionId, "B by Ada"), baseRevision: 1 },
    ]);
    expect(late.affected_rows).toBe(1);
    expect(late.returning).toMatchObject([{ id: "b", revision: 2 }]);
    expect(late.conflicts).toMatchObject([
      {
        nodeId: "a",
        reason: "CHANGED",
        who: "Ben Roe",
        fields: ["message"],
        current: { message: "A by Ben" },
      },
    ]);
    const byTime = await save([
      { ...message("a", versionId, "late"), lastModified: opened[0]?.lastModified },
    ]);
    expect(byTime.conflicts).toHaveLength(1);
    expect((await nodes(versionId)).map((node) => node.message)).toEqual(["A by Ben", "B by Ada"]);
    // The same content is no conflict, whoever wrote it first.
    expect((await save([{ ...message("a", versionId, "A by Ben"), baseRevision: 1 }])).conflicts).toEqual([]);
  });

  it("that somebody deleted are not brought back by an edit", async () => {
    const { versionId } = await aSolution(studio);
    await save([message("a", versionId, "A")]);
    await studio.run(deleteNode, { nodeId: "a", id: versionId }, studio.builderId);
    const late = await save([{ ...message("a", versionId, "Mine"), baseRevision: 1 }]);
    expect(late.conflicts).toMatchObject([{ nodeId: "a", reason: "DELETED", who: "Ben Roe", current: null }]);
    expect(await nodes(versionId)).toEqual([]);
    expect((await save([{ ...message("a", versionId, "Again"), baseRevision: 0 }])).affected_rows).toBe(1);
  });

  it("are deleted one by one or all at once, with how many there were", async () => {
    const { versionId } = await aSolution(studio);
    await save(["a", "b", "c"].map((id) => message(id, versionId, id)));
    await expect(studio.run(deleteNode, { nodeId: "a", id: versionId, baseRevision: 7 })).rejects.toThrow(
      /Ada Lane changed this node/,
    );
    expect(await studio.run(deleteNode, { nodeId: "a", id: versionId })).toEqual({
      deleteProStudioNode: { affected_rows: 1 },
    });
    expect(await studio.run(deleteNode, { nodeId: "a", id: versionId })).toEqual({
      deleteProStudioNode: { affected_rows: 0 },
    });
    const all = `mutation DeleteAllProStudioNodes($id: ID!) { deleteAllProStudioNodes(solutionVersionId: $id) { affected_rows } }`;
    expect(await studio.run(all, { id: versionId })).toEqual({
      deleteAllProStudioNodes: { affected_rows: 2 },
    });
  });

  it("with a wrong field are refused by place, and nothing is written", async () => {
    const { versionId } = await aSolution(studio);
    const answer = await server.graphql(
      saveNodes,
      { objects: [message("ok", versionId, "fine"), { ...message("bad", versionId, ""), whatsNext: "fly" }] },
      { userId: studio.adminId },
    );
    expect(answer.errors[0]?.extensions).toMatchObject({ field: "objects.1.whatsNext", nodeId: "bad" });
    const twice = await server.graphql(
      saveNodes,
      { objects: [message("x", versionId, "1"), message("x", versionId, "2")] },
      { userId: studio.adminId },
    );
    expect(twice.errors[0]?.message).toMatch(/twice/);
    expect(await nodes(versionId)).toEqual([]);
    const unknown = await save([{ ...message("odd", versionId, "kept"), nodeType: "from-the-future" }]);
    expect(unknown.affected_rows).toBe(1);
  });

  it("belong to people of the project alone", async () => {
    const { versionId } = await aSolution(studio);
    const stranger = await aUser(server, {
      accountId: await anAccount(server),
      roleKeys: ["organization_admin"],
    });
    const answer = await server.graphql(
      saveNodes,
      { objects: [message("a", versionId, "")] },
      { userId: stranger },
    );
    expect(answer.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    const viewer = await aUser(server, { accountId: studio.accountId, roleKeys: ["pro_studio_viewer"] });
    const read = await server.graphql(getNodes, { id: versionId }, { userId: viewer });
    expect(read.errors).toEqual([]);
    const write = await server.graphql(
      saveNodes,
      { objects: [message("a", versionId, "")] },
      { userId: viewer },
    );
    expect(write.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  });
});

describe("versions with nodes", () => {
  it("are found by a part of their id, where % and _ stand for themselves", async () => {
    const { versionId } = await aSolution(studio);
    const { versionId: empty } = await aSolution(studio);
    await save([message("a", versionId, "A"), message("b", versionId, "B")]);
    const find = async (part: string, userId = studio.adminId) =>
      (
        await studio.run<{ proStudioNodeVersions: { solutionVersionId: string }[] }>(
          `query GetProStudioNodeVersions($part: String!) { proStudioNodeVersions(partialSolutionVersionId: $part) { solutionVersionId } }`,
          { part },
          userId,
        )
      ).proStudioNodeVersions.map((it) => it.solutionVersionId);
    expect(await find(versionId.slice(5, 30))).toEqual([versionId]);
    expect(await find(empty)).toEqual([]);
    expect(await find("%")).toEqual([]);
    expect(await find("_")).toEqual([]);
    const stranger = await aUser(server, {
      accountId: await anAccount(server),
      roleKeys: ["organization_admin"],
    });
    expect(await find(versionId, stranger)).toEqual([]);
  });
});

describe("the record of syncs and validations", () => {
  const create = `mutation CreateProStudioVersion($id: ID!, $setting: ID!) {
    createProStudioVersion(solutionVersionId: $id, projectProStudioSettingId: $setting) {
      affected_rows returning { lastServerSync lastServerSyncHash lastServerSyncError } } }`;

  it("is inserted once and does nothing more on conflict", async () => {
    const { versionId } = await aSolution(studio);
    const variables = { id: versionId, setting: studio.settingId };
    const both = await Promise.all([
      studio.run<{ createProStudioVersion: { affected_rows: number } }>(create, variables),
      studio.run<{ createProStudioVersion: { affected_rows: number } }>(create, variables),
    ]);
    expect(both.map((it) => it.createProStudioVersion.affected_rows).toSorted((a, b) => a - b)).toEqual([
      0, 1,
    ]);
    const other = await aStudio(server);
    await expect(studio.run(create, { id: versionId, setting: other.settingId })).rejects.toThrow(
      /does not belong/,
    );
  });

  it("keeps time, hash and messages as they are told", async () => {
    const { versionId } = await aSolution(studio);
    const variables = { id: versionId, setting: studio.settingId, at: "2026-11-15T10:00:00.000Z" };
    await studio.run(
      `mutation UpdateProStudioVersionSync($id: ID!, $setting: ID!, $at: DateTime!) { updateProStudioVersionSync(
        solutionVersionId: $id, lastServerSync: $at, lastServerSyncHash: -7, lastServerSyncError: ["no bot"],
        projectProStudioSettingId: $setting) { affected_rows } }`,
      variables,
    );
    await studio.run(
      `mutation UpdateProStudioVersionValidation($id: ID!, $setting: ID!, $at: DateTime!) { updateProStudioVersionValidation(
        solutionVersionId: $id, lastServerValidation: $at, lastServerValidationHash: 12, lastServerValidationMessages: ["one", "two"],
        projectProStudioSettingId: $setting) { affected_rows } }`,
      variables,
    );
    const data = await studio.run(
      `query GetProStudioVersionData($id: ID!) { proStudioVersionData(solutionVersionId: $id) { lastServerSync lastServerSyncHash
        lastServerSyncError lastServerValidation lastServerValidationHash lastServerValidationMessages } }`,
      { id: versionId },
    );
    expect(data).toEqual({
      proStudioVersionData: {
        lastServerSync: "2026-11-15T10:00:00.000Z",
        lastServerSyncHash: -7,
        lastServerSyncError: ["no bot"],
        lastServerValidation: "2026-11-15T10:00:00.000Z",
        lastServerValidationHash: 12,
        lastServerValidationMessages: ["one", "two"],
      },
    });
  });

  it("is written by the server itself, with the hash the browser computes too", async () => {
    const { versionId } = await aSolution(studio);
    const flow = [
      createNode("start", "s", {
        solutionVersionId: versionId,
        nextNodes: [{ port: "next", target: "gone" }],
      }),
      message("m", versionId, "Hi"),
    ];
    await save(flow);
    const result = `ok hash messages botVersionId record { lastServerValidationHash lastServerSyncHash }`;
    const validated = await studio.run<{
      validateProStudioVersion: { ok: boolean; messages: string[]; hash: number };
    }>(
      `mutation ValidateProStudioVersion($id: ID!) { validateProStudioVersion(solutionVersionId: $id) { ${result} } }`,
      { id: versionId },
    );
    expect(validated.validateProStudioVersion.hash).toBe(hash({ nodes: flow }));
    expect(validated.validateProStudioVersion.ok).toBe(false);
    expect(validated.validateProStudioVersion.messages.map((it) => problemFromText(it).nodeId)).toContain(
      "s",
    );
    const synced = await studio.run<{
      syncProStudioVersion: { botVersionId: string; record: { lastServerSyncHash: number } };
    }>(
      `mutation SyncProStudioVersion($id: ID!) { syncProStudioVersion(solutionVersionId: $id) { ${result} } }`,
      { id: versionId },
    );
    expect(synced.syncProStudioVersion.record.lastServerSyncHash).toBe(hash({ nodes: flow }));
    const files = await server.db
      .selectFrom("bot_version_files")
      .select("file_path")
      .where("version_id", "=", synced.syncProStudioVersion.botVersionId)
      .orderBy("file_path")
      .execute();
    expect(files.map((file) => file.file_path)).toEqual(["agent.json", "config.json", "flow.json"]);
  });
});

describe("two designers", () => {
  it("hear of each other's changes and presence", async () => {
    const { versionId } = await aSolution(studio);
    const client = createClient({
      url: `${server.urls.api.replace("http", "ws")}/v1/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string) {
          super(url, protocols, { headers: { cookie, origin: server.urls.console } });
        }
      },
      retryAttempts: 0,
    });
    const cookie = await server.signIn(studio.builderId);
    const changes = client.iterate<{
      proStudioChanges: {
        changed: { id: string }[];
        deleted: string[];
        who: string;
        clientId: string;
        isFirst: boolean;
      };
    }>({
      query: `subscription ProStudioChanges { proStudioChanges(solutionVersionId: "${versionId}") { changed { id message } deleted who clientId isFirst } }`,
    });
    expect((await changes.next()).value?.data?.proStudioChanges).toMatchObject({
      isFirst: true,
      changed: [],
    });
    await studio.run(
      `mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) { updateProStudioNodes(objects: $objects, clientId: "tab-1") { affected_rows } }`,
      { objects: [message("m", versionId, "Hi")] },
    );
    expect((await changes.next()).value?.data?.proStudioChanges).toMatchObject({
      changed: [{ id: "m" }],
      who: "Ada Lane",
      clientId: "tab-1",
    });
    await studio.run(deleteNode, { nodeId: "m", id: versionId });
    expect((await changes.next()).value?.data?.proStudioChanges).toMatchObject({
      changed: [],
      deleted: ["m"],
    });

    const presence = client.iterate<{ proStudioPresence: { name: string; nodeIds: string[] }[] }>({
      query: `subscription ProStudioPresence { proStudioPresence(solutionVersionId: "${versionId}") { name nodeIds } }`,
    });
    expect((await presence.next()).value?.data?.proStudioPresence).toEqual([]);
    await studio.run(
      `mutation SetProStudioPresence($id: ID!) { setProStudioPresence(solutionVersionId: $id, clientId: "tab-1", nodeIds: ["m"]) }`,
      { id: versionId },
    );
    expect((await presence.next()).value?.data?.proStudioPresence).toEqual([
      { name: "Ada Lane", nodeIds: ["m"] },
    ]);
    await studio.run(
      `mutation LeaveProStudio($id: ID!) { leaveProStudio(solutionVersionId: $id, clientId: "tab-1") }`,
      {
        id: versionId,
      },
    );
    expect((await presence.next()).value?.data?.proStudioPresence).toEqual([]);
    await client.dispose();
  });
});
