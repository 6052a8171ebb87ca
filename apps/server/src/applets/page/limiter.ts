/** A bucket of tokens per key that refills evenly, and that servers share when somebody uses much of it. */
export interface Limiter {
  /** Seconds to wait; 0 when it may go on. */
  take(key: string, count?: number): number;
  /** What another server handed out to this key. */
  takenElsewhere(key: string, count: number): void;
}

interface Bucket {
  tokens: number;
  at: number;
  /** Handed out here since the other servers were last told. */
  untold: number;
}

const mostKeys = 50_000;
/** Who stays below this share of a bucket costs no word between servers. */
const toldShare = 1 / 4;

export function createLimiter(
  rate: { readonly most: number; readonly perSeconds: number },
  tell: (key: string, count: number) => void,
  now = Date.now,
): Limiter {
  const buckets = new Map<string, Bucket>();
  const refill = rate.most / (rate.perSeconds * 1_000);

  function bucketOf(key: string): Bucket {
    const time = now();
    const known = buckets.get(key);
    if (!known) {
      if (buckets.size >= mostKeys) buckets.clear();
      const fresh = { tokens: rate.most, at: time, untold: 0 };
      buckets.set(key, fresh);
      return fresh;
    }
    known.tokens = Math.min(rate.most, known.tokens + (time - known.at) * refill);
    known.at = time;
    // Long enough without a call to have been given all of it back.
    if (known.tokens === rate.most) known.untold = 0;
    return known;
  }

  return {
    take(key, count = 1) {
      const bucket = bucketOf(key);
      if (bucket.tokens < count) return Math.ceil((count - bucket.tokens) / refill / 1_000);
      bucket.tokens -= count;
      bucket.untold += count;
      if (bucket.untold >= rate.most * toldShare) {
        tell(key, bucket.untold);
        bucket.untold = 0;
      }
      return 0;
    },
    takenElsewhere(key, count) {
      const bucket = bucketOf(key);
      // Below zero: what was handed out elsewhere has to be waited for here as well.
      bucket.tokens = Math.max(-rate.most, bucket.tokens - count);
    },
  };
}
