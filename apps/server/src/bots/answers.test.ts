import { initialState, step } from "@parley/flow";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadRunnableBot } from "./runnable.ts";
import { aBotProject, type BotProject } from "./testing.ts";

let place: BotProject;
beforeAll(async () => {
  place = await aBotProject();
});
afterAll(() => place.server.stop());

const files = [
  { filePath: "config.json", content: '{ "greeting": "Ask me anything." }' },
  {
    filePath: "intents/hours.txt",
    content: "when are you open\nopening hours\nare you open\nhours\nopen today\n",
  },
  {
    filePath: "intents/parking.txt",
    content: "where can I park\nparking\ncar park\nparking space\npark my car\n",
  },
  { filePath: "answers/hours.txt", content: "From nine to five.\n" },
];

async function talk(versionId: string, intent: string): Promise<string[]> {
  const { flow } = await loadRunnableBot(place.server.db, versionId);
  const options = { clock: () => 0 };
  const begun = step(flow, initialState(), { type: "start" }, options);
  const event = { type: "text", text: "?", nlu: { intent, score: 1, entities: [] } } as const;
  const answered = step(flow, begun.state, event, options);
  return [...begun.outputs, ...answered.outputs].flatMap((it) => (it.type === "text" ? [it.text] : []));
}

it("greets and answers intents in a bot of questions and answers, and stops when its type changes", async () => {
  const bot = await place.aBot("FAQ");
  await place.putFiles(bot.latestVersionId, files);
  expect(await talk(bot.latestVersionId, "hours")).toEqual(["Ask me anything.", "From nine to five."]);
  expect(await talk(bot.latestVersionId, "parking")).toEqual(["Ask me anything."]);
  await place.run(
    `mutation PatchBotById($botId: ID!, $botType: String, $projectId: ID!) { patchBotById(botId: $botId, botType: $botType, projectId: $projectId) { data } }`,
    { botId: bot.id, botType: "FLOW" },
  );
  expect(await talk(bot.latestVersionId, "hours")).toEqual([]);
});

it("validation names intents without an answer and answers without an intent", async () => {
  const bot = await place.aBot("FAQ");
  await place.putFiles(bot.latestVersionId, [
    ...files,
    { filePath: "answers/gone.txt", content: "Too late." },
  ]);
  const { validateVersion } = await place.run<{
    validateVersion: { messages: { code: string; file: string | null }[] };
  }>(
    `mutation ValidateVersion($versionId: ID!, $projectId: ID!) { validateVersion(versionId: $versionId, projectId: $projectId) { messages } }`,
    { versionId: bot.latestVersionId },
  );
  const found = validateVersion.messages.map(({ code, file }) => [code, file]);
  expect(found).toContainEqual(["intent_without_answer", "intents/parking.txt"]);
  expect(found).toContainEqual(["answer_without_intent", "answers/gone.txt"]);
});

it("reads the customer's resources", async () => {
  const bot = await place.aBot("FAQ");
  const content = "Call {{resources.phone}}.";
  await place.putFiles(bot.latestVersionId, [...files, { filePath: "answers/parking.txt", content }]);
  const update = (resources: unknown) =>
    place.run(
      `mutation UpdateCustomer($projectId: ID!, $customerId: ID!, $customerInput: CustomerInput!) { updateCustomer(projectId: $projectId, customerId: $customerId, customerInput: $customerInput) { data } }`,
      { customerId: place.customerId, customerInput: { resources } },
    );
  await update([{ name: "phone", value: "+49 30 1234", description: "" }]);
  expect((await talk(bot.latestVersionId, "parking")).at(-1)).toBe("Call +49 30 1234.");
  await update([{ name: "phone", value: "112", description: "" }]);
  expect((await talk(bot.latestVersionId, "parking")).at(-1)).toBe("Call 112.");
  await expect(update([{ name: "a b", value: "1", description: "" }])).rejects.toThrow(/letters, digits/);
});
