import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { addJob, cancelJob, type JobHandlers, startWorker, sweepLostJobs, type Worker } from "./jobs.ts";

let server: TestServer;
let worker: Worker;
const outcomes: string[] = [];
let release: () => void = () => undefined;

const handlers: JobHandlers = {
  async counts(job) {
    await job.progress(0.5, "half way");
    await job.progress(0.2);
    await job.log("one line");
    await job.commit(async () => outcomes.push("committed"));
    return { answer: 42 };
  },
  async "fails-once"(job) {
    if (job.attempt === 1) throw new Error("not yet");
  },
  async "always-fails"() {
    throw new Error("never works");
  },
  async waits(job) {
    await new Promise<void>((resolve, reject) => {
      job.signal.addEventListener("abort", () => reject(job.signal.reason as Error));
      release = resolve;
    });
  },
  async zombie(job) {
    await new Promise<void>((resolve) => (release = resolve));
    await job.commit(async () => outcomes.push(`zombie attempt ${job.attempt}`));
  },
};

beforeAll(async () => {
  server = await startTestServer({ env: { PARLEY_ROLES: "api,identity" } });
  const { db, pool, log } = server.services;
  worker = await startWorker({ db, pool, log, handlers });
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const add = (kind: string, maxAttempts = 3) =>
  server.db.transaction().execute((tx) => addJob(tx, { kind, maxAttempts }));
const find = (id: string) =>
  server.db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const ends = (id: string, status: string) =>
  expect.poll(async () => (await find(id)).status, { timeout: 15_000 }).toBe(status);

it("runs a job, keeps its log and result, and never moves progress backwards", async () => {
  const id = await add("counts");
  await ends(id, "SUCCEEDED");
  const job = await find(id);
  expect([job.progress, job.message, job.result, job.attempt]).toEqual([1, "half way", { answer: 42 }, 1]);
  expect(job.log).toMatchObject([{ line: "one line" }]);
  expect(outcomes).toContain("committed");
});

it("tries again after a failure, and shows what gave up in the dead-letter view", async () => {
  const flaky = await add("fails-once");
  const broken = await add("always-fails", 1);
  await ends(broken, "FAILED");
  const dead = await sql<{ id: string; message: string }>`select id, message from dead_letter_jobs`.execute(
    server.db,
  );
  expect(dead.rows).toEqual([{ id: broken, message: "never works" }]);
  await ends(flaky, "SUCCEEDED");
  expect((await find(flaky)).attempt).toBe(2);
});

it("stops a running job when someone cancels it", async () => {
  const id = await add("waits");
  await ends(id, "RUNNING");
  await server.db.transaction().execute((tx) => cancelJob(tx, id));
  await ends(id, "CANCELLED");
});

it("gives a silent worker's job to another and refuses the outcome of the first", async () => {
  const id = await add("zombie");
  await ends(id, "RUNNING");
  const wakeFirst = release;
  await sql`update jobs set heartbeat_at = now() - interval '10 minutes' where id = ${id}`.execute(server.db);
  await sweepLostJobs(server.db, server.services.log);
  await expect.poll(async () => (await find(id)).attempt, { timeout: 10_000 }).toBe(2);
  await expect.poll(() => release !== wakeFirst).toBe(true);
  wakeFirst();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(outcomes).not.toContain("zombie attempt 1");
  release();
  await ends(id, "SUCCEEDED");
  expect(outcomes).toContain("zombie attempt 2");
});
