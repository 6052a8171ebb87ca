// Threat: a worker dies in the middle of a training, and a version stays in training for ever or gets half a model.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { loadModel, trainNlu } from "#domains/nlu";
import { sweepLostJobs } from "#platform/jobs.ts";
import { aBotProject, type BotProject } from "./testing.ts";
import { nluInputOf } from "./training.ts";

const trainings = 50;
const atOnce = 8;
let place: BotProject;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  // Everything but the worker: the test brings its own.
  place = await aBotProject({ env: { PARLEY_ROLES: "api,identity" } });
});
afterEach(() => {
  for (const worker of workers) worker.kill("SIGKILL");
});
afterAll(() => place.server.stop());

it(
  `ends each of ${trainings} trainings trained or failed, however often the worker is killed`,
  {
    timeout: 180_000,
  },
  async () => {
    const versionIds: string[] = [];
    for (let index = 0; index < trainings; index += 1) versionIds.push(await aVersion(index));
    for (const versionId of versionIds) await train(versionId);

    const random = seeded(7);
    let hit = 0;
    let kills = 0;
    while (hit < trainings) {
      const worker = await startWorker();
      // A worker that found nothing to do leaves nothing to kill.
      if (!(await untilRunning())) break;
      await new Promise((resolve) => setTimeout(resolve, random() * 900));
      worker.kill("SIGKILL");
      await once(worker, "exit");
      kills += 1;
      hit += await loseLeases();
      if ((await statuses()).every((status) => status === "SUCCEEDED" || status === "FAILED")) break;
    }
    await startWorker();
    await expect
      .poll(async () => (await statuses()).filter((it) => it === "QUEUED" || it === "RUNNING").length, {
        timeout: 120_000,
        interval: 250,
      })
      .toBe(0);
    process.stdout.write(`killed the worker ${kills} times in ${hit} running trainings\n`);
    expect(kills).toBeGreaterThanOrEqual(5);

    let trained = 0;
    for (const versionId of versionIds) {
      const version = await place.version(versionId);
      expect(["SUCCEEDED", "FAILED"]).toContain(version.training.status);
      expect(version.training.isCurrent).toBe(version.training.status === "SUCCEEDED");
      if (!version.training.isCurrent) continue;
      trained += 1;
      const stored = await modelOf(version.contentHash);
      expect(loadModel(stored).predict(`greeting number ${version.number}`).intents[0]?.name).toBe(
        "greeting",
      );
    }
    // Being killed costs an attempt; three in a row are rare enough that most get through.
    expect(trained).toBeGreaterThanOrEqual(trainings / 2);
    // A model that was made in spite of kills is the one an undisturbed training makes, to the byte.
    for (const versionId of versionIds.slice(0, 3)) {
      const version = await place.version(versionId);
      if (!version.training.isCurrent) continue;
      const undisturbed = await trainNlu(await nluInputOf(place.server.db, versionId));
      expect(undisturbed.buffer.equals(await modelOf(version.contentHash))).toBe(true);
    }
    // One that failed is not stuck: it can be trained again.
    const failed = await firstFailed(versionIds);
    if (failed) {
      await train(failed);
      await expect
        .poll(async () => (await place.version(failed)).training.isCurrent, { timeout: 30_000 })
        .toBe(true);
    }
  },
);

async function aVersion(index: number): Promise<string> {
  const bot = await place.aBot();
  await place.putFiles(bot.latestVersionId, [
    { filePath: "intents/greeting.txt", content: `hello\nhi there\ngood day\ngreeting number ${index}\n` },
    { filePath: "intents/refund.txt", content: "refund please\nI want my money back\ngive me a refund\n" },
  ]);
  return bot.latestVersionId;
}

function train(versionId: string): Promise<unknown> {
  return place.run(
    `mutation PutVersionTrain($versionId: ID!, $projectId: ID!) { putVersionTrain(versionId: $versionId, projectId: $projectId) { data } }`,
    { versionId },
  );
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(new URL("./training-worker.ts", import.meta.url), [
    place.server.databaseUrl,
    String(atOnce),
  ]);
  workers.push(worker);
  await once(worker, "message");
  return worker;
}

async function statuses(): Promise<string[]> {
  const rows = await place.server.db
    .selectFrom("jobs")
    .select("status")
    .where("kind", "=", "train-bot-version")
    .execute();
  return rows.map((row) => row.status);
}

async function untilRunning(): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await statuses();
    if (now.includes("RUNNING")) return true;
    if (!now.includes("QUEUED")) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

/** What half a minute without a heartbeat would do. Answers how many trainings the dead worker held. */
async function loseLeases(): Promise<number> {
  const { numAffectedRows } = await sql`update jobs set heartbeat_at = now() - interval '1 hour'
    where status = 'RUNNING' and kind = 'train-bot-version'`.execute(place.server.db);
  // A training that was handed out and never begun is lost as well.
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'
    where locked_at is not null`.execute(place.server.db);
  await sql`update jobs set created_at = now() - interval '1 hour' where status = 'QUEUED'`.execute(
    place.server.db,
  );
  await sweepLostJobs(place.server.db, place.server.services.log);
  return Number(numAffectedRows ?? 0n);
}

async function modelOf(contentHash: string): Promise<Buffer> {
  const row = await place.server.db
    .selectFrom("bot_models")
    .select("model")
    .where("content_hash", "=", contentHash)
    .executeTakeFirstOrThrow();
  return row.model;
}

async function firstFailed(versionIds: readonly string[]): Promise<string | undefined> {
  for (const versionId of versionIds)
    if ((await place.version(versionId)).training.status === "FAILED") return versionId;
  return undefined;
}

/** The same points on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
