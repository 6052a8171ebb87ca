// A short way to a connection that is free: the pool's own begins a timer and a turn of the event loop for each
// statement, though nothing is waited for.
import type pg from "pg";

type Take = (error: Error | undefined, client: pg.PoolClient | undefined) => void;

interface Free {
  readonly client: pg.PoolClient;
  readonly idleListener: unknown;
  readonly timeoutId: NodeJS.Timeout | undefined;
}

/** What the driver's types do not tell of its pool. */
interface Inside {
  readonly ending: boolean;
  readonly _idle: Free[];
  readonly _pendingQueue: readonly unknown[];
  _acquireClient(client: pg.PoolClient, by: { callback: Take }, idleListener: unknown, isNew: false): void;
}

/** Calls back at once when a connection is free and nobody waits for one. */
export function takeConnection(pool: pg.Pool, callback: Take): void {
  const inside = pool as unknown as Inside;
  const free = inside.ending || inside._pendingQueue.length > 0 ? undefined : inside._idle.pop();
  if (!free) {
    pool.connect(callback);
    return;
  }
  clearTimeout(free.timeoutId);
  inside._acquireClient(free.client, { callback }, free.idleListener, false);
}
