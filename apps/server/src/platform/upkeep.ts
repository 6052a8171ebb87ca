// What is only needed for a while, and would otherwise be kept for ever.
import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { FileStore } from "./files/files.ts";
import type { Log } from "./log.ts";

const everyMs = 10 * 60_000;
const firstAfterMs = 60_000;
const rowsAtOnce = 5_000;

/**
 * How long rows stay: readers of the outbox are seconds behind, nobody repeats a request after two days, and what no
 * training asked for in a quarter of a year is cheap to make again.
 */
const kept = [
  { table: "outbox", since: "created_at", for: "6 hours" },
  { table: "idempotency_keys", since: "created_at", for: "2 days" },
  { table: "utterance_vectors", since: "used_at", for: "90 days" },
] as const;

export interface Upkeep {
  stop(): Promise<void>;
}

export function startUpkeep(services: { db: Database; files: FileStore; log: Log }): Upkeep {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const plan = (afterMs: number) => {
    timer = setTimeout(() => {
      working = tidyUp(services)
        .then((removed) => services.log.debug({ removed }, "tidied up"))
        .catch((error: unknown) => services.log.warn({ error }, "could not tidy up, will retry"))
        .finally(() => plan(everyMs));
    }, afterMs).unref();
  };
  plan(firstAfterMs);
  return {
    async stop() {
      clearTimeout(timer);
      await working;
      clearTimeout(timer);
    },
  };
}

/** Answers how much was removed of each. */
export async function tidyUp({
  db,
  files,
}: {
  db: Database;
  files: FileStore;
}): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { table, since, for: time } of kept) {
    let count: number;
    do {
      const { rows } =
        await sql`delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)}
        where ${sql.ref(since)} < now() - ${time}::interval limit ${rowsAtOnce}) returning 1`.execute(db);
      count = rows.length;
      removed[table] = (removed[table] ?? 0) + count;
    } while (count === rowsAtOnce);
  }
  const swept = await files.sweep({
    known: async (publicIds) => {
      const rows = await db
        .selectFrom("files")
        .select("public_id")
        .where("public_id", "in", [...publicIds])
        .execute();
      return new Set(rows.map((row) => row.public_id));
    },
  });
  return { ...removed, ...swept };
}
