// Retries may add a tenth to the traffic of a key and no more: a fault must not multiply the load that caused it.
export interface RetryBudget {
  called(key: string): void;
  mayRetry(key: string): boolean;
}

export interface RetryBudgetOptions {
  readonly ratio?: number;
  readonly burst?: number;
}

const mostKeys = 10_000;

export function createRetryBudget({ ratio = 0.1, burst = 10 }: RetryBudgetOptions = {}): RetryBudget {
  const tokens = new Map<string, number>();
  return {
    called: (key) => {
      const left = tokens.get(key);
      // A full bucket needs no entry.
      if (left === undefined) return;
      if (left + ratio >= burst) tokens.delete(key);
      else tokens.set(key, left + ratio);
    },
    mayRetry: (key) => {
      const left = tokens.get(key) ?? burst;
      if (left < 1) return false;
      const oldest = tokens.keys().next();
      if (tokens.size >= mostKeys && !tokens.has(key) && oldest.done === false) tokens.delete(oldest.value);
      tokens.set(key, left - 1);
      return true;
    },
  };
}

/** Full jitter: callers that failed together do not come back together. */
export function backoffMs(attempt: number, retryAfter: string | undefined, random = Math.random): number {
  const asked = retryAfterMs(retryAfter);
  if (asked !== undefined) return asked;
  return Math.round(random() * Math.min(8_000, 250 * 2 ** attempt));
}

function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
