// Live updates: an outbox row in the transaction of the change, a hint as a wake-up, and this
// reader that fetches what is new. A lost notification costs at most one poll interval.
import { sql } from "kysely";
import type { Database, Db } from "./database.ts";
import { createHints } from "./hints/hints.ts";
import type { Log } from "./log.ts";
import { createOutboxReader, mostEventsAtOnce } from "./outbox-reader.ts";

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

export async function startLive(options: {
  db: Database;
  url: string;
  log: Log;
  hintsUrl?: string;
}): Promise<Live> {
  const { db, url, log, hintsUrl = "postgres:" } = options;
  const handlers = new Map<string, Set<(event: LiveEvent) => void>>();
  const start = await sql<{ id: number }>`select coalesce(max(id), 0) as id from outbox`.execute(db);
  const reader = createOutboxReader({
    newest: start.rows[0]?.id ?? 0,
    async readNew(newest, missing) {
      // Asked in one breath ("or"), PostgreSQL would read the whole outbox from its beginning every time.
      const { rows } = await sql<LiveEvent>`
        select * from (
          (select id, topic, payload from outbox where id > ${newest} order by id limit ${mostEventsAtOnce})
          union all
          select id, topic, payload from outbox where id = any(${[...missing]}::bigint[]) and id <= ${newest}
        ) events order by id limit ${mostEventsAtOnce}`.execute(db);
      return rows;
    },
    deliver: (event) => {
      for (const handle of handlers.get(event.topic) ?? []) handle(event);
    },
    onTrouble: (error) => log.warn({ error }, "could not read the outbox, will retry"),
  });
  const wake = () => reader.wake();

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
      clearInterval(timer);
      await hints.stop();
      await reader.stop();
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
