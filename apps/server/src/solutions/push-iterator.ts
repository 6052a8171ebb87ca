/** Events that are pushed by one side and awaited by the other; `onReturn` runs when the reader leaves early. */
export function pushIterator<T>(onReturn: () => void) {
  const queue: T[] = [];
  let isEnded = false;
  let failure: unknown;
  let wake: (() => void) | undefined;
  const changed = () => wake?.();
  const iterator: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (queue.length === 0 && !isEnded) await new Promise<void>((resolve) => (wake = resolve));
      const value = queue.shift();
      if (value !== undefined) return { value, done: false };
      if (failure !== undefined) {
        const thrown = failure;
        failure = undefined;
        throw thrown;
      }
      return { value: undefined, done: true };
    },
    async return() {
      isEnded = true;
      queue.length = 0;
      onReturn();
      changed();
      return { value: undefined, done: true };
    },
  };
  return {
    iterator,
    push(value: T) {
      if (isEnded) return;
      queue.push(value);
      changed();
    },
    end() {
      isEnded = true;
      changed();
    },
    fail(error: unknown) {
      failure = error;
      isEnded = true;
      changed();
    },
  };
}
