// Live updates: an outbox row in the transaction of the change, a hint as a wake-up, and this
// reader that fetches what is new. A lost notification costs at most one poll interval.
import { sql } from "kysely";
import type { Database, Db } from "./database.ts";
import { createHints } from "./hints/hints.ts";
import type { Log } from "./log.ts";

export interface LiveEvent {
  readonly id: number;
  readonly topic: string;
  readonly payload: Record<string, unknown>;
}

export interface Live {
  /** Events of these topics from now on, until the iterator is returned. */
  subscribe(topics: readonly string[]): AsyncIterableIterator<LiveEvent>;
  on(topic: string, handle: (event: LiveEvent) => void): () => void;
  /** Wakes the readers of all servers up, for commits the database does not tell of by itself. */
  readonly tell: () => void;
  stop(): Promise<void>;
}

/** Call inside the transaction of the change it tells about. */
export async function publish(tx: Db, topic: string, payload: Record<string, unknown> = {}): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({ topic, payload: JSON.stringify(payload) })
    .execute();
}

const pollMilliseconds = 1_000;
// A transaction that stays open longer than this may have its events seen late or not at all.
const rememberSeconds = 120;
const mostAtOnce = 1_000;
const mostMissing = 1_000;

export async function startLive(options: {
  db: Database;
  url: string;
  log: Log;
  hintsUrl?: string;
}): Promise<Live> {
  const { db, url, log, hintsUrl = "postgres:" } = options;
  const handlers = new Map<string, Set<(event: LiveEvent) => void>>();
  const start = await sql<{ id: number }>`select coalesce(max(id), 0) as id from outbox`.execute(db);
  let newest = start.rows[0]?.id ?? 0;
  // Ids commit out of order: those that were passed over may still appear. Ids of transactions that were
  // rolled back never do, so nobody waits for one for ever.
  const missing = new Map<number, number>();
  let isStopped = false;
  let reading: Promise<void> | undefined;
  let isDirty = false;

  async function readOnce(): Promise<void> {
    let isMore = true;
    while (isMore) {
      // Asked in one breath ("or"), PostgreSQL would read the whole outbox from its beginning every time.
      const { rows } = await sql<LiveEvent>`
        select * from (
          (select id, topic, payload from outbox where id > ${newest} order by id limit ${mostAtOnce})
          union all
          select id, topic, payload from outbox where id = any(${[...missing.keys()]}::bigint[]) and id <= ${newest}
        ) events order by id limit ${mostAtOnce}`.execute(db);
      isMore = rows.length === mostAtOnce;
      const now = Date.now();
      for (const [id, since] of missing) if (now - since > rememberSeconds * 1_000) missing.delete(id);
      for (const row of rows) {
        missing.delete(row.id);
        for (let id = Math.max(newest + 1, row.id - mostMissing); id < row.id; id += 1) missing.set(id, now);
        newest = Math.max(newest, row.id);
        for (const handle of handlers.get(row.topic) ?? []) handle(row);
      }
    }
  }

  function wake(): void {
    isDirty = true;
    reading ??= (async () => {
      while (isDirty && !isStopped) {
        isDirty = false;
        await readOnce().catch((error: unknown) =>
          log.warn({ error }, "could not read the outbox, will retry"),
        );
      }
      reading = undefined;
    })();
  }

  const hints = createHints({ hintsUrl, databaseUrl: url, db, log, wake });
  const timer = setInterval(wake, pollMilliseconds);

  function on(topic: string, handle: (event: LiveEvent) => void): () => void {
    const set = handlers.get(topic) ?? new Set();
    handlers.set(topic, set.add(handle));
    return () => void set.delete(handle);
  }

  return {
    on,
    subscribe: (topics) => iterate(topics, on),
    tell: hints.tell,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await hints.stop();
      await reading;
    },
  };
}

function iterate(topics: readonly string[], on: Live["on"]): AsyncIterableIterator<LiveEvent> {
  const queue: LiveEvent[] = [];
  let wakeUp: (() => void) | undefined;
  let isDone = false;
  const removers = topics.map((topic) =>
    on(topic, (event) => {
      queue.push(event);
      wakeUp?.();
    }),
  );
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (queue.length === 0 && !isDone) {
        await new Promise<void>((resolve) => (wakeUp = resolve));
      }
      const value = queue.shift();
      return value === undefined || isDone ? { value: undefined, done: true } : { value, done: false };
    },
    async return() {
      isDone = true;
      for (const remove of removers) remove();
      wakeUp?.();
      return { value: undefined, done: true };
    },
  };
}
