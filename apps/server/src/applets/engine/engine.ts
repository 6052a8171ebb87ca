// Takes events in and runs what they start. Accepting is durable: a run that was answered for is in the table, and
// any server with the worker role finishes it if this one does not.
import { sql } from "kysely";
import { isObject } from "#domains/packages";
import type { Services } from "../../context.ts";
import { createBatcher } from "./batcher.ts";
import { storable } from "./storable.ts";
import { executeRun } from "./execute.ts";
import { programOf } from "./program.ts";
import {
  claimRuns,
  finishRuns,
  insertRuns,
  type NewRun,
  type Outcome,
  releaseRuns,
  type RunRow,
} from "./run-store.ts";

export interface AppletEngine {
  /** The run's id; undefined when it was accepted before or when nothing is active there. */
  submit(run: NewRun): Promise<string | undefined>;
  /** Looks for waiting runs now instead of at the next tick. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const mostAtOnce = 32;
/** Accepted and waiting in memory for their turn; what comes on top stays in the table, for any server. */
const mostWaiting = 500;
const pollMs = 1_000;
/** A run that ends every server that takes it up must not do so for ever. */
const mostTakenOver = 8;

export function createEngine(services: Services): AppletEngine {
  const { db, pool, log, config } = services;
  const isWorker = config.roles.has("worker");
  const stopping = new AbortController();
  const active = new Set<Promise<void>>();
  const recordings = new Set<Promise<void>>();
  const zones = new Map<string, { readonly zone: string; readonly until: number }>();
  const waiting: RunRow[] = [];
  let isClaiming = false;
  let timer: NodeJS.Timeout | undefined;

  const accept = createBatcher<{ run: NewRun; isClaimed: boolean }, RunRow | undefined>(
    async (items) => {
      const answers: (RunRow | undefined)[] = [];
      for (const isClaimed of [true, false]) {
        const indexes = items.flatMap((item, index) => (item.isClaimed === isClaimed ? [index] : []));
        if (indexes.length === 0) continue;
        const runs = indexes.flatMap((index) => items[index]?.run ?? []);
        const rows = await insertRuns(db, runs, isClaimed, pool);
        indexes.forEach((index, at) => (answers[index] = rows[at]));
      }
      return Array.from(items, (_, index) => answers[index]);
    },
    { most: 200, atOnce: 1, gatherMs: 3 },
  );
  const finish = createBatcher<Outcome, undefined>(
    async (outcomes) => {
      await finishRuns(db, outcomes, pool);
      return outcomes.map(() => undefined);
    },
    { most: 200, atOnce: 1, gatherMs: 10 },
  );

  async function zoneOf(projectId: string): Promise<string> {
    const known = zones.get(projectId);
    if (known && known.until > performance.now()) return known.zone;
    const { rows } = await sql<{ zone: string | null }>`
      select z.identifier as zone from projects p left join time_zones z on z.id = p.time_zone_id
      where p.id = ${projectId}`.execute(db);
    const zone = rows[0]?.zone ?? "UTC";
    if (zones.size > 5_000) zones.clear();
    zones.set(projectId, { zone, until: performance.now() + 30_000 });
    return zone;
  }

  async function run(row: RunRow): Promise<void> {
    try {
      const program = await programOf(db, row.instanceId, row.instanceVersion);
      if (!program) return;
      if (row.attempt > mostTakenOver) return record(givenUp(row));
      const outcome = await executeRun(
        services,
        program,
        row,
        await zoneOf(program.projectId),
        stopping.signal,
      );
      // What failed because this server stops is not a failure: the next one takes it up at once.
      const isCut = stopping.signal.aborted && outcome.status === "FAILED";
      record(isCut ? { ...outcome, status: "QUEUED", runAt: new Date() } : outcome);
    } catch (error) {
      cutShort(row.id, error);
    }
  }

  /** The next run need not wait until the end of this one is written. */
  function record(outcome: Outcome): void {
    const recording = finish(outcome)
      .catch((error: unknown) => cutShort(outcome.id, error))
      .finally(() => recordings.delete(recording));
    recordings.add(recording);
  }

  /** The lease runs out and the run is taken up again. */
  function cutShort(runId: string, error: unknown): void {
    log.error({ error, runId }, "a run of an applet was cut short");
  }

  /** Few at once keep their connections to other systems; more would open and close them all the time. */
  function track(row: RunRow): void {
    if (active.size >= mostAtOnce) return void waiting.push(row);
    const running = run(row).finally(() => {
      active.delete(running);
      const next = stopping.signal.aborted ? undefined : waiting.shift();
      if (next) track(next);
    });
    active.add(running);
  }

  async function claim(): Promise<void> {
    if (isClaiming || stopping.signal.aborted) return;
    isClaiming = true;
    try {
      while (waiting.length === 0 && !stopping.signal.aborted) {
        const rows = await claimRuns(db, mostAtOnce, pool);
        rows.forEach(track);
        if (rows.length === 0) break;
        await Promise.race(active);
      }
    } catch (error) {
      log.warn({ error }, "could not look for waiting applet runs, will retry");
    } finally {
      isClaiming = false;
    }
  }

  return {
    async submit(run) {
      // A server that is busy leaves the rest in the queue, where others find it too.
      const isBusy = waiting.length + recordings.size >= mostWaiting;
      const isClaimed = isWorker && !stopping.signal.aborted && !isBusy;
      const event = storable(run.event);
      const row = await accept({ run: isObject(event) ? { ...run, event } : run, isClaimed });
      if (row && isClaimed) track(row);
      return row?.id;
    },
    wake: () => void claim(),
    start() {
      timer = setInterval(() => void claim(), pollMs);
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error("the server is stopping"));
      await Promise.all(active);
      await Promise.all(recordings);
      // What did not get its turn is free for others at once.
      if (waiting.length > 0)
        await releaseRuns(
          db,
          waiting.map((row) => row.id),
        );
    },
  };
}

function givenUp(row: RunRow): Outcome {
  return {
    id: row.id,
    status: "FAILED",
    condition: null,
    actions: row.actions,
    error: `The run was cut short ${row.attempt - 1} times and is not tried again.`,
    startedAt: new Date(),
  };
}
