// Reads what is new in the outbox and hands every event on once, in whatever order transactions commit. Apart from the
// database, so that faults/simulation.ts can run it through millions of orders.
import type { LiveEvent } from "./live.ts";

// A transaction that stays open longer than this may have its events seen late or not at all.
const rememberMs = 120_000;
const mostMissing = 1_000;

export const mostEventsAtOnce = 1_000;

export interface OutboxReader {
  /** There may be something new; whoever calls while it is being read is read for again. */
  wake(): void;
  stop(): Promise<void>;
}

export function createOutboxReader(options: {
  /** What is there already is not news. */
  readonly newest: number;
  /** Those after `newest` and those of `missing` that have appeared, by id, at most `mostEventsAtOnce`. */
  readonly readNew: (newest: number, missing: readonly number[]) => Promise<readonly LiveEvent[]>;
  readonly deliver: (event: LiveEvent) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly clock?: () => number;
}): OutboxReader {
  const { clock = Date.now } = options;
  let { newest } = options;
  // Ids commit out of order: those that were passed over may still appear. Ids of transactions that were
  // rolled back never do, so nobody waits for one for ever.
  const missing = new Map<number, number>();
  let isStopped = false;
  let reading: Promise<void> | undefined;
  let isDirty = false;

  async function readOnce(): Promise<void> {
    let isMore = true;
    while (isMore) {
      const events = await options.readNew(newest, [...missing.keys()]);
      isMore = events.length === mostEventsAtOnce;
      const now = clock();
      for (const [id, since] of missing) if (now - since > rememberMs) missing.delete(id);
      for (const event of events) {
        missing.delete(event.id);
        for (let id = Math.max(newest + 1, event.id - mostMissing); id < event.id; id += 1)
          missing.set(id, now);
        newest = Math.max(newest, event.id);
        options.deliver(event);
      }
    }
  }

  return {
    wake() {
      isDirty = true;
      reading ??= (async () => {
        while (isDirty && !isStopped) {
          isDirty = false;
          await readOnce().catch(options.onTrouble);
        }
        reading = undefined;
      })();
    },
    async stop() {
      isStopped = true;
      await reading;
    },
  };
}
