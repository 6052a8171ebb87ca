/** A bucket of tokens per key that refills evenly. In memory: each server counts for itself. */
export function createLimiter(rate: { readonly most: number; readonly perSeconds: number }, now = Date.now) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const mostKeys = 50_000;
  return {
    /** Seconds to wait; 0 when it may go on. */
    take(key: string, count = 1): number {
      const time = now();
      const refill = rate.most / (rate.perSeconds * 1_000);
      const bucket = buckets.get(key) ?? { tokens: rate.most, at: time };
      const tokens = Math.min(rate.most, bucket.tokens + (time - bucket.at) * refill);
      if (buckets.size >= mostKeys && !buckets.has(key)) buckets.clear();
      const isEnough = tokens >= count;
      buckets.set(key, { tokens: isEnough ? tokens - count : tokens, at: time });
      return isEnough ? 0 : Math.ceil((count - tokens) / refill / 1_000);
    },
  };
}
