// Closes connections to the database that nobody has used for a while. The pool itself can do so, but begins a countdown
// after every statement and breaks it off before the next, which costs more than a look now and then (decision 240).
import type pg from "pg";

interface Client extends pg.PoolClient {
  readonly _poolUseCount?: number;
}

/** What the driver's types do not tell of its pool. */
interface Inside {
  readonly _idle: readonly { readonly client: Client }[];
  _remove(client: Client): void;
}

/** A connection that was not used between two looks is closed, as long as more than `least` are left. */
export function closeUnused(pool: pg.Pool, least: number, everyMs: number): { stop(): void } {
  const inside = pool as unknown as Inside;
  const usesBefore = new WeakMap<Client, number>();
  const timer = setInterval(() => {
    // Closing one takes it out of the pool's own list.
    for (const client of inside._idle.map((idle) => idle.client)) {
      const uses = client._poolUseCount ?? 0;
      if (usesBefore.get(client) === uses && pool.totalCount > least) inside._remove(client);
      usesBefore.set(client, uses);
    }
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
