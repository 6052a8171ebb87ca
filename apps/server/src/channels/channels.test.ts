import { createNode } from "@parley/flow";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployVersion, insertVersion, writeFiles } from "#domains/bots";
import { newId } from "#platform/ids.ts";
import { anAccount, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let place: { projectId: string; customerId: string };
let builderId: string;
let botId: string;

beforeAll(async () => {
  server = await startTestServer();
  const accountId = await anAccount(server);
  const projectId = await aProject(server, { accountId });
  builderId = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
  const customerId = newId();
  botId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "Acme" })
    .execute();
  await server.db
    .insertInto("bots")
    .values({ id: botId, project_id: projectId, customer_id: customerId, name: "Helper" })
    .execute();
  place = { projectId, customerId };
});
afterAll(() => server.stop());

async function run<T>(source: string, variables: Record<string, unknown> = {}): Promise<T> {
  const answer = await server.graphql<T>(source, { ...place, ...variables }, { userId: builderId });
  if (answer.errors[0]) throw new Error(answer.errors[0].message);
  return answer.data;
}

const postPype = (
  environment: string,
) => `mutation PostCustomersPypes${environment}($customerId: ID!, $projectId: ID!, $pypeInput: PypeInput!) {
  pype: postCustomersPypes${environment}(customerId: $customerId, projectId: $projectId, pypeInput: $pypeInput) { id name status agent_routing logo_generated } }`;
const createStream = (
  environment: string,
) => `mutation CreateStream${environment}($customerId: ID!, $pypeId: ID!, $name: String!, $projectId: ID!) {
  stream: createStream${environment}(customerId: $customerId, pypeId: $pypeId, name: $name, projectId: $projectId) { id } }`;
const lists = `query GetCustomerPypesV6($customerId: ID!, $botId: ID, $projectId: ID!) {
  getCustomerPypesV6(customerId: $customerId, botId: $botId, projectId: $projectId) {
    live { id name streams { id name widgets { id widget_name } } } sandbox { id name streams { name start_chat_bot_id } } } }`;

interface Made {
  pype: { id: string };
  stream: { id: string };
}

describe.each(["Live", "Sandbox"])("a %s channel", (environment) => {
  it("has streams with bots and widgets, and stays out of the other environment", async () => {
    const { pype } = await run<Made>(postPype(environment), {
      pypeInput: { name: `Web ${environment}`, description: "Site" },
    });
    const { stream } = await run<Made>(createStream(environment), { pypeId: pype.id, name: "Support" });
    const updated = await run<{ s: object }>(
      `mutation UpdateStreamBot${environment}($pypeId: ID!, $streamId: ID!, $customerId: ID!, $projectId: ID!, $bot: ID) {
        s: updateStreamBot${environment}(pypeId: $pypeId, streamId: $streamId, customerId: $customerId, projectId: $projectId, startChatBotId: $bot) {
          start_chat_bot_id start_chat_bot_enabled end_chat_bot_enabled bot_enabled auto_start_with_bot } }`,
      { pypeId: pype.id, streamId: stream.id, bot: botId },
    );
    expect(updated.s).toEqual({
      start_chat_bot_id: botId,
      start_chat_bot_enabled: true,
      end_chat_bot_enabled: true,
      bot_enabled: true,
      auto_start_with_bot: true,
    });
    const widget = `mutation PostWidget${environment}($projectId: ID!, $data: WidgetInput!, $replyTo: ID) {
      w: postWidget${environment}(projectId: $projectId, data: $data, replyTo: $replyTo, requestAction: "create") { id css_problems custom_pype_css } }`;
    const data = {
      pype_id: pype.id,
      stream_id: stream.id,
      widget_name: "Corner",
      custom_pype_css: "a{background:url(//evil)}",
    };
    const made = await run<{ w: { css_problems: string[] } }>(widget, { data, replyTo: pype.id });
    expect(made.w.css_problems).toHaveLength(1);
    await expect(run(widget, { data: { ...data, widget_name: "Other" }, replyTo: newId() })).rejects.toThrow(
      /replyTo/,
    );

    const other = environment === "Live" ? "Sandbox" : "Live";
    await expect(run(createStream(other), { pypeId: pype.id, name: "X" })).rejects.toThrow(/no such channel/);
    const all = await run<{ getCustomerPypesV6: Record<string, { id: string }[]> }>(lists, { botId });
    expect(all.getCustomerPypesV6[environment.toLowerCase()]?.map((row) => row.id)).toContain(pype.id);
    expect(all.getCustomerPypesV6[other.toLowerCase()]?.map((row) => row.id)).not.toContain(pype.id);
  });
});

it("keeps a bot that a stream uses from being deleted, and says where", async () => {
  await expect(
    run(
      `mutation DeleteBot($botId: ID!, $projectId: ID!) { deleteBot(botId: $botId, projectId: $projectId) }`,
      { botId },
    ),
  ).rejects.toThrow(/Helper answers in Web Live \/ Support \(Live\)/);
});

it("shows integration headers by name only, and retries as declared", async () => {
  const { pype } = await run<Made>(postPype("Live"), { pypeInput: { name: "Config", description: "x" } });
  const patched = await run<{ c: object }>(
    `mutation PatchPypeConfigLive($projectId: ID!, $pypeId: ID!, $agentRouting: AgentRouting!, $config: PypeConfigInput) {
      c: patchPypeConfigLive(projectId: $projectId, pypeId: $pypeId, agentRouting: $agentRouting, config: $config) {
        agent_routing bot_retry { attempts timeout } config { integration_headers integration_name } } }`,
    {
      pypeId: pype.id,
      agentRouting: "BOT_THEN_AGENT",
      config: { integrationHeaders: { Authorization: "Bearer canary-123" }, integrationName: "Desk" },
    },
  );
  expect(patched.c).toEqual({
    agent_routing: "BOT_THEN_AGENT",
    bot_retry: { attempts: 3, timeout: 35_000 },
    config: { integration_headers: ["Authorization"], integration_name: "Desk" },
  });
  const row = await server.db
    .selectFrom("pypes")
    .selectAll()
    .where("id", "=", pype.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain("canary-123");
});

it("shows a callback token once, and lets an old one live on while it is rotated", async () => {
  const made = await run<{ a: { id: string; callbackToken: string; callbackTokenLastFour: string } }>(
    `mutation CreateExternalAgentLive($customerId: ID!, $projectId: ID!) {
      a: createExternalAgentLive(customerId: $customerId, projectId: $projectId, agentInput: { integrationName: "Zen", callbackURL: "https://desk.example/hook" }) { id callbackToken callbackTokenLastFour } }`,
  );
  expect(made.a.callbackToken).toMatch(/^pat_/);
  const listed = await run<{ getExternalAgentSchemas: { live: { callbackToken: string | null }[] } }>(
    `query GetExternalAgentSchemas($customerId: ID!, $projectId: ID!) { getExternalAgentSchemas(customerId: $customerId, projectId: $projectId) { live { id callbackToken callbackTokenLastFour } sandbox { id } } }`,
  );
  expect(listed.getExternalAgentSchemas.live[0]?.callbackToken).toBeNull();
  const rotate = (overlapHours: number) =>
    run<{ a: { previousTokenUntil: string | null } }>(
      `mutation RotateExternalAgentTokenLive($customerId: ID!, $projectId: ID!, $id: ID!, $overlapHours: Int) {
        a: rotateExternalAgentTokenLive(customerId: $customerId, projectId: $projectId, id: $id, overlapHours: $overlapHours) { previousTokenUntil } }`,
      { id: made.a.id, overlapHours },
    );
  const until = Date.parse((await rotate(2)).a.previousTokenUntil ?? "");
  expect(Math.abs(until - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
  expect((await rotate(0)).a.previousTokenUntil).toBeNull();
  const again = await server.graphql(
    `mutation CreateExternalAgentLive($customerId: ID!, $projectId: ID!) {
      createExternalAgentLive(customerId: $customerId, projectId: $projectId, agentInput: { integrationName: "zen", callbackURL: "https://desk.example/hook" }) { id } }`,
    place,
    { userId: builderId },
  );
  expect(again.errors[0]).toMatchObject({
    message: "There is already a Live system called Zen.",
    extensions: { code: "INVALID", field: "integrationName" },
  });
});

it("names the bad field", async () => {
  const answer = await server.graphql(
    postPype("Live"),
    { ...place, pypeInput: { name: " ", description: "x" } },
    { userId: builderId },
  );
  expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field: "name" });
});

it("takes an id of the caller's choosing once, and does not tell that another project uses it", async () => {
  const id = newId();
  const post = (name: string, at = place, userId = builderId) =>
    server.graphql<{ pype: { id: string } }>(
      postPype("Live"),
      { ...at, pypeInput: { id, name, description: "x" } },
      { userId },
    );
  expect((await post("Chosen")).data.pype.id).toBe(id);
  expect((await post("Chosen again")).errors[0]?.extensions["code"]).toBe("CONFLICT");
  const accountId = await anAccount(server);
  const projectId = await aProject(server, { accountId });
  const customerId = newId();
  await server.db
    .insertInto("customers")
    .values({ id: customerId, project_id: projectId, name: "Other" })
    .execute();
  const otherId = await aUser(server, { accountId, roleKeys: ["pro_studio_builder"] });
  const elsewhere = await post("Chosen", { projectId, customerId }, otherId);
  expect([elsewhere.errors, elsewhere.data.pype.id === id]).toEqual([[], false]);
});

it("tells whether the deployed start bot of a stream ever hands over", async () => {
  const silent = await aLiveBot(["start", "message"]);
  const helpful = await aLiveBot(["start", "hand-off"]);
  const { pype } = await run<Made>(postPype("Live"), { pypeInput: { name: "Desk", description: "Help" } });
  const { stream } = await run<Made>(createStream("Live"), { pypeId: pype.id, name: "Main" });
  const withBot = (bot: string | null, isOn = true) =>
    run<{ s: object }>(
      `mutation UpdateStreamBotLive($pypeId: ID!, $streamId: ID!, $customerId: ID!, $projectId: ID!, $bot: ID, $isOn: Boolean) {
        s: updateStreamBotLive(pypeId: $pypeId, streamId: $streamId, customerId: $customerId, projectId: $projectId,
          startChatBotId: $bot, startChatBotEnabled: $isOn) { start_bot_hands_over } }`,
      { pypeId: pype.id, streamId: stream.id, bot, isOn },
    );
  expect((await withBot(silent)).s).toEqual({ start_bot_hands_over: false });
  expect((await withBot(helpful)).s).toEqual({ start_bot_hands_over: true });
  expect((await withBot(helpful, false)).s).toEqual({ start_bot_hands_over: null });
  // Not deployed, so nothing is known of it.
  expect((await withBot(botId)).s).toEqual({ start_bot_hands_over: null });
  expect((await withBot(null)).s).toEqual({ start_bot_hands_over: null });
});

async function aLiveBot(nodeTypes: readonly string[]): Promise<string> {
  const id = newId();
  const { projectId, customerId } = place;
  const nodes = nodeTypes.map((type) => createNode(type, type));
  await server.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("bots")
      .values({ id, project_id: projectId, customer_id: customerId, name: `Bot ${id}` })
      .execute();
    const versionId = await insertVersion(tx, { botId: id });
    const files = [{ filePath: "flow.json", content: JSON.stringify({ nodes }) }];
    await writeFiles(tx, versionId, files, undefined);
    await deployVersion(tx, { botId: id, versionId, environment: "Live", isForced: true, userId: undefined });
  });
  return id;
}
