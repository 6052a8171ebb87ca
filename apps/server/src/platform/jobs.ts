// Long work: a row in `jobs` that the console watches, run by graphile-worker at least once.
// A worker holds a lease (heartbeat) and a fencing token: when it dies another takes over, and when
// it wakes up again it can no longer write.
import { sql } from "kysely";
import { Logger as GraphileLogger, run, type Runner } from "graphile-worker";
import type pg from "pg";
import type { Database, Db, Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { publish } from "./live.ts";
import type { Log } from "./log.ts";

export interface NewJob {
  readonly kind: string;
  readonly accountId?: string | undefined;
  readonly projectId?: string | undefined;
  /** What the job is about, such as a bot version: the console asks for the jobs of an object. */
  readonly objectId?: string | undefined;
  readonly payload?: Record<string, unknown>;
  readonly maxAttempts?: number;
  readonly runAt?: Date;
  readonly createdBy?: string | undefined;
}

export interface RunningJob {
  readonly id: string;
  readonly payload: Record<string, unknown>;
  readonly attempt: number;
  /** Aborts when someone cancels the job, when the lease is lost and when the server stops. */
  readonly signal: AbortSignal;
  progress(share: number, message?: string): Promise<void>;
  log(line: string): Promise<void>;
  /** The only safe way to write a job's outcome: refused when another worker has taken over. */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T>;
}

export type JobHandler = (job: RunningJob) => Promise<Record<string, unknown> | void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export class StaleWorker extends Error {
  override name = "StaleWorker";
}

const leaseSeconds = 30;

/** Queues a job inside the caller's transaction and answers its id. */
export async function addJob(tx: Db, job: NewJob): Promise<string> {
  const id = newId();
  await tx
    .insertInto("jobs")
    .values({
      id,
      kind: job.kind,
      account_id: job.accountId ?? null,
      project_id: job.projectId ?? null,
      object_id: job.objectId ?? null,
      payload: JSON.stringify(job.payload ?? {}),
      max_attempts: job.maxAttempts ?? 3,
      created_by: job.createdBy ?? null,
    })
    .execute();
  await enqueue(tx, id, job.runAt);
  await publish(tx, "job", { jobId: id, objectId: job.objectId ?? null });
  return id;
}

export async function cancelJob(tx: Db, id: string): Promise<void> {
  await sql`update jobs set cancel_requested = true,
      status = case when status = 'QUEUED' then 'CANCELLED' else status end,
      finished_at = case when status = 'QUEUED' then now() else finished_at end
    where id = ${id} and status in ('QUEUED', 'RUNNING')`.execute(tx);
  await publish(tx, "job", { jobId: id });
}

/** Under its own key: what waits is replaced, and what a dead worker holds is left to it. */
async function enqueue(tx: Db, id: string, runAt?: Date): Promise<void> {
  // As a delay from now: this server's clock may differ from the database's, which decides what is due.
  const delayMs = runAt && runAt.getTime() - Date.now();
  await sql`select queue_job(${id}::uuid, now() + ${delayMs ?? null}::float8 * interval '1 millisecond')`.execute(
    tx,
  );
}

export interface Worker {
  stop(): Promise<void>;
}

export async function startWorker(options: {
  db: Database;
  pool: pg.Pool;
  log: Log;
  handlers: JobHandlers;
  concurrency?: number;
}): Promise<Worker> {
  const { db, pool, log, handlers } = options;
  const stopping = new AbortController();
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    pollInterval: 1_000,
    parsedCronItems: [],
    logger: quietLogger(log),
    taskList: {
      run_job: async (payload) => {
        const { jobId } = payload as { jobId: string };
        await runJob(db, log, handlers, jobId, stopping.signal);
      },
    },
  });
  const sweep = setInterval(() => void sweepLostJobs(db, log), 5_000);
  return {
    async stop() {
      clearInterval(sweep);
      stopping.abort(new Error("the server is stopping"));
      await runner.stop();
      await runner.promise;
    },
  };
}

/**
 * Jobs whose worker went silent: run again, or give up when the attempts are used up. A worker can also die
 * after it was handed a job and before it began: such a job waits, and nobody would ever be handed it again.
 */
export async function sweepLostJobs(db: Database, log: Log): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; status: string }>`
        update jobs set
          status = case when attempt < max_attempts then 'QUEUED' else 'FAILED' end,
          message = case when attempt < max_attempts then message else 'The worker stopped answering.' end,
          finished_at = case when attempt < max_attempts then null else now() end,
          fencing_token = fencing_token + 1
        where status = 'RUNNING' and heartbeat_at < now() - make_interval(secs => ${leaseSeconds})
        returning id, status`.execute(tx);
      for (const row of rows) {
        if (row.status === "QUEUED") await enqueue(tx, row.id);
        await publish(tx, "job", { jobId: row.id });
      }
      const forgotten = await sql<{ id: string }>`
        select j.id from jobs j where j.status = 'QUEUED'
          and j.created_at < now() - make_interval(secs => ${leaseSeconds})
          and exists (select 1 from graphile_worker.jobs g where g.key = j.id::text)
          and not exists (select 1 from graphile_worker.jobs g where g.key = j.id::text
            and g.attempts < g.max_attempts)
          and not exists (select 1 from graphile_worker.jobs g where g.key = j.id::text
            and g.locked_at > now() - make_interval(secs => ${leaseSeconds}))
        for update of j skip locked`.execute(tx);
      for (const row of forgotten.rows) await enqueue(tx, row.id);
    });
  } catch (error) {
    log.warn({ error }, "could not look for lost jobs, will retry");
  }
}

async function runJob(
  db: Database,
  log: Log,
  handlers: JobHandlers,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{
    kind: string;
    payload: Record<string, unknown>;
    attempt: number;
    token: number;
  }>`
    update jobs set status = 'RUNNING', attempt = attempt + 1, fencing_token = fencing_token + 1,
      started_at = coalesce(started_at, now()), heartbeat_at = now()
    where id = ${id} and status = 'QUEUED'
    returning kind, payload, attempt, fencing_token as token`.execute(db);
  const claimed = rows[0];
  if (!claimed) return;
  const lease = holdLease(db, id, claimed.token, stopping);
  const job = runningJob(db, id, claimed, lease.signal);
  try {
    const handler = handlers[claimed.kind];
    if (!handler) throw new Error(`No handler for jobs of kind ${claimed.kind}.`);
    const result = await handler(job);
    await finish(db, id, claimed.token, "SUCCEEDED", "", result ?? null);
  } catch (error) {
    if (error instanceof StaleWorker) return;
    if (stopping.aborted) return giveBack(db, id, claimed.token);
    const isCancelled = lease.isCancelled();
    log.warn({ error, jobId: id, kind: claimed.kind }, "a job failed");
    await failOrRetry(
      db,
      id,
      claimed.token,
      isCancelled,
      error instanceof Error ? error.message : String(error),
    );
  } finally {
    lease.release();
  }
}

function holdLease(db: Database, id: string, token: number, stopping: AbortSignal) {
  const controller = new AbortController();
  let isCancelled = false;
  const beat = async () => {
    const { rows } = await sql<{ cancel_requested: boolean }>`
      update jobs set heartbeat_at = now() where id = ${id} and fencing_token = ${token}
      returning cancel_requested`.execute(db);
    if (!rows[0]) controller.abort(new StaleWorker("another worker has taken this job over"));
    if (rows[0]?.cancel_requested) {
      isCancelled = true;
      controller.abort(new Error("cancelled"));
    }
  };
  // A heartbeat that fails is simply missed: the lease outlives thirty of them.
  const timer = setInterval(() => void beat().catch(() => undefined), 1_000);
  const stop = () => controller.abort(stopping.reason);
  stopping.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    isCancelled: () => isCancelled,
    release() {
      clearInterval(timer);
      stopping.removeEventListener("abort", stop);
    },
  };
}

function runningJob(
  db: Database,
  id: string,
  claimed: { payload: Record<string, unknown>; attempt: number; token: number },
  signal: AbortSignal,
): RunningJob {
  const { token } = claimed;
  return {
    id,
    payload: claimed.payload,
    attempt: claimed.attempt,
    signal,
    async progress(share, message) {
      await db.transaction().execute(async (tx) => {
        // Progress never moves backwards on screen.
        await sql`update jobs set progress = greatest(progress, ${share}), message = coalesce(${message ?? null}, message),
          heartbeat_at = now() where id = ${id} and fencing_token = ${token}`.execute(tx);
        await publish(tx, "job", { jobId: id });
      });
    },
    async log(line) {
      await sql`update jobs set log = log || jsonb_build_array(jsonb_build_object('at', now(), 'line', ${line}::text))
        where id = ${id} and fencing_token = ${token}`.execute(db);
    },
    commit: (write) =>
      db.transaction().execute(async (tx) => {
        const held =
          await sql`select 1 from jobs where id = ${id} and fencing_token = ${token} for update`.execute(tx);
        if (held.rows.length === 0) throw new StaleWorker("another worker has taken this job over");
        return write(tx);
      }),
  };
}

async function finish(
  db: Database,
  id: string,
  token: number,
  status: "SUCCEEDED" | "FAILED" | "CANCELLED",
  message: string,
  result: Record<string, unknown> | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update jobs set status = ${status}, finished_at = now(),
      message = case when ${message} = '' then message else ${message} end,
      progress = case when ${status} = 'SUCCEEDED' then 1 else progress end,
      result = ${result === null ? null : JSON.stringify(result)}::jsonb
      where id = ${id} and fencing_token = ${token}`.execute(tx);
    await publish(tx, "job", { jobId: id });
  });
}

async function failOrRetry(db: Database, id: string, token: number, isCancelled: boolean, message: string) {
  if (isCancelled) return finish(db, id, token, "CANCELLED", "Cancelled.", null);
  const { rows } = await sql<{ attempt: number; max_attempts: number }>`
    select attempt, max_attempts from jobs where id = ${id} and fencing_token = ${token}`.execute(db);
  const job = rows[0];
  if (!job) return;
  if (job.attempt >= job.max_attempts) return finish(db, id, token, "FAILED", message, null);
  await db.transaction().execute(async (tx) => {
    await sql`update jobs set status = 'QUEUED', message = ${message} where id = ${id} and fencing_token = ${token}`.execute(
      tx,
    );
    await enqueue(tx, id, new Date(Date.now() + 1_000 * 2 ** job.attempt));
    await publish(tx, "job", { jobId: id });
  });
}

/** The server is stopping: the attempt does not count, and another worker may start at once. */
async function giveBack(db: Database, id: string, token: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("jobs")
      .set({ status: "QUEUED", attempt: sql<number>`attempt - 1` })
      .where("id", "=", id)
      .where("fencing_token", "=", token)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await enqueue(tx, id);
  });
}

function quietLogger(log: Log) {
  // graphile-worker is chatty at info; its errors are ours to see.
  return new GraphileLogger(() => (level, message) => {
    if (level === "error") log.error({ from: "worker" }, message);
    if (level === "warning") log.warn({ from: "worker" }, message);
  });
}
