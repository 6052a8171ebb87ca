// Two people, or two clicks, at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aBotProject, type BotProject } from "./testing.ts";

let place: BotProject;
beforeAll(async () => {
  place = await aBotProject();
});
afterAll(() => place.server.stop());

const intents = [
  { filePath: "intents/hello.txt", content: "hello\nhi\nhey\n" },
  { filePath: "intents/bye.txt", content: "bye\ngood bye\nsee you\n" },
];
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((it) => it.status).toSorted();

it("a version is trained once, however often it is asked for", async () => {
  const { latestVersionId: versionId } = await place.aBot();
  await place.putFiles(versionId, intents);
  const train = () =>
    place.run(
      `mutation PutVersionTrain($versionId: ID!, $projectId: ID!) { putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`,
      { versionId },
    );
  // A training that is quicker than the other clicks would let one of them start anew: hold the worker.
  await place.server.db.transaction().execute(async (tx) => {
    await sql`lock table bot_models in access exclusive mode`.execute(tx);
    expect(await outcomes([train(), train(), train(), train()])).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
  });
  await expect
    .poll(async () => (await place.version(versionId)).training, { timeout: 30_000 })
    .toMatchObject({ isCurrent: true, status: "SUCCEEDED" });
});

it("sentences that are sorted into one intent at once are all there", async () => {
  const { id: botId, latestVersionId: versionId } = await place.aBot();
  await place.putFiles(versionId, intents);
  const texts = Array.from({ length: 8 }, (_, i) => `greeting number ${i}`);
  const ids = await Promise.all(
    texts.map(async (text) => {
      const { rows } = await sql<{ id: string }>`
        insert into supervised_utterances (id, bot_id, version_id, text, suggested_intent, score, reason)
        values (gen_random_uuid(), ${botId}, ${versionId}, ${text}, 'hello', 0.4, 'LOW_CONFIDENCE')
        returning id`.execute(place.server.db);
      return rows[0]?.id;
    }),
  );
  const decide = `mutation DecideSupervisedUtterance($projectId: ID!, $botId: ID!, $id: ID!, $versionId: ID, $intent: String) {
    decideSupervisedUtterance(projectId: $projectId, botId: $botId, id: $id, versionId: $versionId, intent: $intent) { data } }`;
  const csv = `mutation ImportIntents($projectId: ID!, $versionId: ID!, $content: String!) {
    importIntents(projectId: $projectId, versionId: $versionId, format: CSV, content: $content) { messages } }`;
  await Promise.all([
    ...ids.map((id) => place.run(decide, { botId, id, versionId, intent: "hello" })),
    place.run(csv, { versionId, content: "intent,utterance\nhello,good morning\nhello,good evening\n" }),
  ]);
  const lines = (await place.fileOf(versionId, "intents/hello.txt")).trim().split("\n");
  expect(lines.toSorted()).toEqual(
    ["hello", "hi", "hey", "good morning", "good evening", ...texts].toSorted(),
  );
});

it("what is deployed is what was checked, also when somebody saves at that moment", async () => {
  const { latestVersionId: versionId } = await place.aBot();
  const deploy = () =>
    place.run(
      `mutation DeployBotVersion($versionId: ID!, $projectId: ID!) {
        deployBotVersion(versionId: $versionId, environment: "Sandbox", force: true, projectId: $projectId) { data } }`,
      { versionId },
    );
  const { db } = place.server;
  // The edit holds the version's row; the deployment has read it already and waits.
  let deployed: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await sql`update bot_versions set content_hash = 'another' where id = ${versionId}`.execute(tx);
    deployed = deploy().then(
      () => "deployed",
      (error: Error) => error.message,
    );
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.waiting;
      })
      .toBeGreaterThan(0);
  });
  expect(await deployed).toContain("changed while it was being deployed");
});
