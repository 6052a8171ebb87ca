import { afterAll, beforeAll, expect, it } from "vitest";
import { aUser } from "#testing/builders.ts";
import { aBotProject, type BotProject } from "./testing.ts";

let place: BotProject;
beforeAll(async () => {
  place = await aBotProject();
});
afterAll(() => place.server.stop());

const flow = {
  nodes: [
    { id: "start", nodeType: "start", nodeName: "Start" },
    {
      id: "sizes",
      nodeType: "message",
      nodeName: "Sizes",
      intent: "size",
      message: "size is not a name here",
    },
    {
      id: "menu",
      nodeType: "choice",
      nodeName: "Menu",
      message: "What?",
      nodeInput: {
        choices: [
          { id: "a", label: "Size", intent: "size" },
          { id: "b", label: "Bye", intent: "bye" },
        ],
      },
    },
    {
      id: "route",
      nodeType: "intent-route",
      nodeName: "Route",
      parameterInput: { routes: [{ id: "r", intent: "size" }] },
    },
    {
      id: "check",
      nodeType: "decision",
      nodeName: "Check",
      parameterInput: {
        conditions: [{ id: "c", variable: "last.intent", operator: "equals", value: "size" }],
      },
    },
  ],
};

async function aVersion() {
  const { id, latestVersionId: versionId } = await place.aBot("FAQ");
  await place.putFiles(versionId, [
    { filePath: "flow.json", content: JSON.stringify(flow) },
    { filePath: "intents/size.txt", content: "which size\n" },
    { filePath: "intents/bye.txt", content: "bye\n" },
    { filePath: "answers/size.txt", content: "Large.\n" },
    { filePath: "slots/size.json", content: '{"slots":[]}' },
    { filePath: "scripts/look.js", content: 'return 1;\nif (input === "size") say("x");' },
  ]);
  return { botId: id, versionId };
}

const rename = (versionId: string, intent: string, name: string) =>
  place.run<{ renameIntent: { data: { files: { filePath: string }[] }; messages: { place: string }[] } }>(
    `mutation RenameIntent($projectId: ID!, $versionId: ID!, $intent: String!, $name: String!) {
      renameIntent(projectId: $projectId, versionId: $versionId, intent: $intent, name: $name) { data messages } }`,
    { versionId, intent, name },
  );
const uses = async (versionId: string, intent: string) =>
  (
    await place.run<{ getIntentUses: { data: { place: string; field: string | null; line: number }[] } }>(
      `query GetIntentUses($projectId: ID!, $versionId: ID!, $intent: String!) {
        getIntentUses(projectId: $projectId, versionId: $versionId, intent: $intent) { data } }`,
      { versionId, intent },
    )
  ).getIntentUses.data;

it("says where an intent is used", async () => {
  const { versionId } = await aVersion();
  expect((await uses(versionId, "size")).map((use) => [use.place, use.field])).toEqual([
    ["Sizes", "intent"],
    ["Menu", "nodeInput.choices.0.intent"],
    ["Route", "parameterInput.routes.0.intent"],
    ["Check", "parameterInput.conditions.0.value"],
    ["look.js", null],
  ]);
  expect((await uses(versionId, "size")).at(-1)?.line).toBe(2);
  expect(await uses(versionId, "nobody")).toEqual([]);
});

it("renames an intent everywhere in one change, and names what it leaves alone", async () => {
  const { versionId } = await aVersion();
  const { data, messages } = (await rename(versionId, "size", "what size")).renameIntent;
  expect(data.files.map((file) => file.filePath)).toEqual([
    "answers/what size.txt",
    "config.json",
    "flow.json",
    "intents/bye.txt",
    "intents/what size.txt",
    "scripts/look.js",
    "slots/what size.json",
  ]);
  expect(messages.map((left) => left.place)).toEqual(["look.js"]);
  const text = await place.fileOf(versionId, "flow.json");
  expect(text).toContain("size is not a name here");
  const renamed = JSON.parse(JSON.stringify(flow).replaceAll('"intent":"size"', '"intent":"what size"'));
  renamed.nodes[4].parameterInput.conditions[0].value = "what size";
  expect(JSON.parse(text)).toEqual(renamed);
  expect(await uses(versionId, "what size")).toHaveLength(4);
});

it("refuses a name that is taken, unusable or unknown, and changes nothing", async () => {
  const { versionId } = await aVersion();
  const { contentHash } = await place.version(versionId);
  await expect(rename(versionId, "size", "bye")).rejects.toThrow(/already an intent bye/);
  await expect(rename(versionId, "size", "../x")).rejects.toThrow(/\S/);
  await expect(rename(versionId, "nobody", "x")).rejects.toThrow(/intent/);
  expect((await place.version(versionId)).contentHash).toBe(contentHash);
});

it("validation names what is wrong with slots", async () => {
  const { latestVersionId: versionId } = await place.aBot();
  await place.putFiles(versionId, [
    {
      filePath: "flow.json",
      content: '{"nodes":[{"id":"a","nodeType":"start","message":"{{to}} {{nowhere}}"}]}',
    },
    { filePath: "intents/book.txt", content: "one\ntwo\nthree\nfour\nfive\n" },
    { filePath: "entities/city.json", content: '{"type":"enumeration","values":[{"value":"Rome"}]}' },
    {
      filePath: "slots/book.json",
      content: JSON.stringify(
        {
          slots: [
            { name: "to", entity: "city", role: "to", required: true, prompt: "Where to?" },
            { name: "day", entity: "date", required: true },
            { name: "day", entity: "city" },
            { name: "last", entity: "city" },
            { name: "why" },
          ],
        },
        null,
        2,
      ),
    },
    { filePath: "slots/nobody.json", content: '{"slots":[]}' },
    { filePath: "slots/bye.json", content: '{"slots":[{"name":"a b","entity":"city"}]}' },
  ]);
  const { validateVersion } = await place.run<{
    validateVersion: { messages: { code: string; file: string; line: number }[] };
  }>(
    `mutation ValidateVersion($versionId: ID!, $projectId: ID!) { validateVersion(versionId: $versionId, projectId: $projectId) { messages } }`,
    { versionId },
  );
  const found = validateVersion.messages;
  expect(found.filter(({ file }) => file.startsWith("slots/")).map(({ code, line }) => [code, line])).toEqual(
    [
      ["slot_role_missing", 4],
      ["slot_entity_missing", 11],
      ["slot_without_prompt", 11],
      ["slot_twice", 16],
      ["slot_name_taken", 20],
      ["slot_never_filled", 24],
      ["slots_invalid", 1],
      ["slots_without_intent", 1],
    ],
  );
  // A slot is a variable like any other.
  const unknown = found.filter(({ code }) => code === "unknown_variable");
  expect(unknown).toHaveLength(1);
});

it("tells what the reader may do with a bot", async () => {
  const { botId } = await aVersion();
  const builder = await aUser(place.server, { accountId: place.accountId, roleKeys: ["pro_studio_builder"] });
  const asked = async (userId: string) =>
    (
      await place.server.graphql<{ getBotById: { data: { can: object } } }>(
        `query GetBotById($botId: ID!, $projectId: ID!) { getBotById(botId: $botId, projectId: $projectId) { data } }`,
        { botId, projectId: place.projectId },
        { userId },
      )
    ).data.getBotById.data.can;
  expect(await asked(builder)).toEqual({ edit: true, deploy: true, forceDeploy: false });
  expect(await asked(place.userId)).toEqual({ edit: true, deploy: true, forceDeploy: true });
});
