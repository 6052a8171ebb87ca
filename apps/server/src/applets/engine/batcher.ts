// Many small writes become few large ones: whatever arrives while a write is under way goes into the next.
export type Batched<T, R> = (item: T) => Promise<R>;

export interface BatchLimits {
  readonly most: number;
  readonly atOnce: number;
  /** Where items come in numbers, the next write waits this long for more of them (decision 220). */
  readonly gatherMs?: number;
}

export function createBatcher<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
  { most, atOnce, gatherMs = 0 }: BatchLimits,
): Batched<T, R> {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let writing = 0;
  let isPlanned = false;
  let lastSize = 0;

  function plan(): void {
    if (isPlanned || writing >= atOnce || waiting.length === 0) return;
    isPlanned = true;
    // At least the rest of this turn's callers join in, those whose requests have just arrived as well.
    if (lastSize > 1 && gatherMs > 0 && waiting.length < most) setTimeout(() => void flush(), gatherMs);
    else setImmediate(() => void flush());
  }

  async function flush(): Promise<void> {
    isPlanned = false;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    lastSize = batch.length;
    writing += 1;
    plan();
    try {
      const results = await write(batch.map(({ item }) => item));
      // One result per item, in order: that is what write() promises.
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      writing -= 1;
      plan();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      plan();
    });
}
