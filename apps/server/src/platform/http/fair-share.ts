// So that one organisation's flood is not everybody's: each has a bucket of calls that fills up again with time. It
// lives in each server; an organisation that is spread over several gets as much from each.
import { TooMany } from "../errors.ts";

export interface FairShare {
  /** Counts one call of this organisation, or refuses it. */
  take(tenantId: string): void;
  /** The same without an error: 0 for a call that was counted, or how long to wait. */
  secondsToWait(tenantId: string): number;
  refused(): number;
}

const mostTenants = 20_000;
/** How many seconds' worth of calls may come at once. */
const burstSeconds = 3;

export function createFairShare(perSecond: number, now: () => number = () => performance.now()): FairShare {
  const buckets = new Map<string, { calls: number; at: number }>();
  const burst = perSecond * burstSeconds;
  let refused = 0;
  function secondsToWait(tenantId: string): number {
    if (perSecond === 0) return 0;
    const at = now();
    const known = buckets.get(tenantId);
    const calls = known ? Math.min(burst, known.calls + ((at - known.at) / 1_000) * perSecond) : burst;
    // Put in again, so that the first entry is the one unused for longest.
    buckets.delete(tenantId);
    if (buckets.size >= mostTenants) buckets.delete(buckets.keys().next().value ?? "");
    const isAllowed = calls >= 1;
    buckets.set(tenantId, { calls: isAllowed ? calls - 1 : calls, at });
    if (isAllowed) return 0;
    refused += 1;
    return Math.max(1, Math.ceil((1 - calls) / perSecond));
  }
  return {
    refused: () => refused,
    secondsToWait,
    take(tenantId) {
      const seconds = secondsToWait(tenantId);
      if (seconds > 0) throw tooMuch(seconds);
    },
  };
}

export function tooMuch(seconds: number): TooMany {
  return new TooMany(
    "Your organisation sends more requests than its share of this server. Try again in a moment.",
    seconds,
  );
}
