// Many small writes become few large ones: whatever arrives while a write is under way goes into the next.
export type Batched<T, R> = (item: T) => Promise<R>;

export function createBatcher<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
  limits: { readonly most: number; readonly atOnce: number },
): Batched<T, R> {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let writing = 0;

  async function flush(): Promise<void> {
    if (writing >= limits.atOnce || waiting.length === 0) return;
    const batch = waiting.slice(0, limits.most);
    waiting = waiting.slice(limits.most);
    writing += 1;
    try {
      const results = await write(batch.map(({ item }) => item));
      // One result per item, in order: that is what write() promises.
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      writing -= 1;
      if (waiting.length > 0) void flush();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Let the rest of this turn's callers join in, those whose requests have just arrived as well.
      if (writing < limits.atOnce && waiting.length === 1) setImmediate(() => void flush());
    });
}
