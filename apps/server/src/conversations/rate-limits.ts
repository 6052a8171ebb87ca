// Buckets that fill up again with time, in the memory of each server: what is frequent is held here and nowhere
// else, what is rare (beginning, sending files) is counted over all servers as well (decision 161).
export interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

export const limits = {
  messagesOfVisitor: { burst: 30, perSecond: 2 },
  connectionsOfVisitor: { burst: 30, perSecond: 1 },
  startsOfVisitor: { burst: 8, perSecond: 0.1 },
  startsOfChannel: { burst: 400, perSecond: 40 },
  messagesOfChannel: { burst: 6_000, perSecond: 2_000 },
  uploadsOfVisitor: { burst: 10, perSecond: 0.1 },
} as const satisfies Record<string, Limit>;

export interface RateLimits {
  /** 0 when it is allowed, otherwise the seconds to wait. */
  take(name: keyof typeof limits, key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const mostBuckets = 50_000;

// Not the wall clock: set back by some minutes, it would keep everybody out for as long.
export function createRateLimits(now: () => number = () => performance.now()): RateLimits {
  const buckets = new Map<string, Bucket>();
  return {
    take(name, key) {
      const { burst, perSecond } = limits[name];
      const id = `${name} ${key}`;
      const at = now();
      const known = buckets.get(id);
      const tokens = known ? Math.min(burst, known.tokens + ((at - known.at) / 1_000) * perSecond) : burst;
      // Re-inserted, so that the oldest entry is the one unused for longest.
      buckets.delete(id);
      if (buckets.size >= mostBuckets) buckets.delete(buckets.keys().next().value ?? "");
      const isAllowed = tokens >= 1;
      buckets.set(id, { tokens: isAllowed ? tokens - 1 : tokens, at });
      return isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
  };
}
