import { afterAll, beforeAll, expect, it } from "vitest";
import { aBotProject, type BotProject } from "./testing.ts";

let place: BotProject;
let bot: { id: string; latestVersionId: string };
beforeAll(async () => {
  place = await aBotProject();
  bot = await place.aBot();
  await place.putFiles(bot.latestVersionId, [
    {
      filePath: "entities/size.json",
      content: '{"type":"enumeration","values":[{"value":"large","synonyms":["big"]}]}',
    },
    { filePath: "entities/broken.json", content: '{"type":"regex","pattern":"(["}' },
    { filePath: "intents/hello.txt", content: "hello\nhi\ngood day\nhey\nmorning\n" },
    { filePath: "intents/bye.txt", content: "bye\ngoodbye\nsee you\nciao\nlater\n" },
  ]);
});
afterAll(() => place.server.stop());

interface Finds {
  findEntities: {
    data: { problems: string[]; finds: { entity: string; value: unknown; start: number }[][] };
  };
}
const find = (variables: Record<string, unknown>) =>
  place.run<Finds>(
    `query FindEntities($projectId: ID!, $versionId: ID!, $texts: [String!]!, $name: String, $definition: JSON) {
      findEntities(projectId: $projectId, versionId: $versionId, texts: $texts, name: $name, definition: $definition) { data } }`,
    { versionId: bot.latestVersionId, ...variables },
  );

it("finds what the version's entities find, whatever is wrong with one of them", async () => {
  const { data } = (await find({ texts: ["a big one", "nothing"] })).findEntities;
  expect(data.finds.map((list) => list.map(({ entity, value, start }) => [entity, value, start]))).toEqual([
    [["size", "large", 2]],
    [],
  ]);
  expect(data.problems).toHaveLength(1);
});

it("tries a definition before it is saved and names what is wrong with it", async () => {
  const regex = (pattern: string) => ({ name: "order", definition: { type: "regex", pattern } });
  const good = (await find({ texts: ["order AB-12"], ...regex("[a-z]{2}-\\d+") })).findEntities.data;
  expect([good.problems, good.finds[0]?.[0]]).toMatchObject([[], { entity: "order", value: "AB-12" }]);
  const bad = (await find({ texts: ["x"], ...regex("(?=x)") })).findEntities.data;
  expect(bad.problems[0]).toMatch(/\S/);
  const unknown = (await find({ texts: ["x"], name: "a", definition: { type: "magic" } })).findEntities.data;
  expect([unknown.problems.length, unknown.finds]).toEqual([1, [[]]]);
  await expect(find({ texts: Array.from({ length: 501 }, () => "x") })).rejects.toThrow(/at most 500/);
});

it("checks a script without running it", async () => {
  const { checkScript } = await place.run<{ checkScript: { data: { line: number; code: string }[] } }>(
    `query CheckScript($projectId: ID!, $versionId: ID!, $code: String!) { checkScript(projectId: $projectId, versionId: $versionId, code: $code) { data } }`,
    { versionId: bot.latestVersionId, code: "say(1);\nprocess.exit()" },
  );
  expect(checkScript.data).toMatchObject([{ line: 2, code: "script-forbidden-global" }]);
});

it("remembers every training with its figures, and shows the last ones while the files change", async () => {
  const trainings = () =>
    place.run<{ getTrainings: { data: { status: string; accuracy: number | null; log: unknown[] }[] } }>(
      `query GetTrainings($projectId: ID!, $botId: ID!) { getTrainings(projectId: $projectId, botId: $botId) { data } }`,
      { botId: bot.id },
    );
  await place.run(
    `mutation PutVersionTrain($versionId: ID!, $projectId: ID!) { putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`,
    { versionId: bot.latestVersionId },
  );
  await expect
    .poll(async () => (await trainings()).getTrainings.data[0]?.status, { timeout: 25_000 })
    .toBe("SUCCEEDED");
  const [run] = (await trainings()).getTrainings.data;
  expect(run?.accuracy).toBeGreaterThan(0);
  expect(run?.log.length).toBeGreaterThan(1);

  await place.putFiles(bot.latestVersionId, [{ filePath: "intents/bye.txt", content: "bye\n" }]);
  const { getVersionQuality } = await place.run<{ getVersionQuality: { data: { report: object } | null } }>(
    `query GetVersionQuality($versionId: ID!, $projectId: ID!) { getVersionQuality(versionId: $versionId, projectId: $projectId) { data } }`,
    { versionId: bot.latestVersionId },
  );
  expect(getVersionQuality.data?.report).toBeDefined();
});

it("deletes the files that are there, whichever are named", async () => {
  const versionId = (await place.aBot()).latestVersionId;
  await place.putFiles(versionId, [{ filePath: "intents/hello.txt", content: "hello\n" }]);
  const remove = async (filePaths: string[]) => {
    const { deleteVersionFiles } = await place.run<{
      deleteVersionFiles: { data: { files: { filePath: string }[] } };
    }>(
      `mutation DeleteVersionFiles($projectId: ID!, $versionId: ID!, $filePaths: [String!]!) {
        deleteVersionFiles(projectId: $projectId, versionId: $versionId, filePaths: $filePaths) { data } }`,
      { versionId, filePaths },
    );
    return deleteVersionFiles.data.files.map((file) => file.filePath);
  };
  expect(await remove([])).toContain("intents/hello.txt");
  expect(await remove(["intents/hello.txt", "slots/hello.json"])).not.toContain("intents/hello.txt");
});
