// Whether the server answers. Every call says so; while none gets through, one is tried now and then.
const retryMs = 5_000;

export function createReach(tryAgain: () => void) {
  let isReached = true;
  let retrying: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  return {
    note(now: boolean): void {
      if (now === isReached) return;
      isReached = now;
      if (now) {
        clearInterval(retrying);
        globalThis.removeEventListener("online", tryAgain);
      } else {
        retrying = setInterval(tryAgain, retryMs);
        globalThis.addEventListener("online", tryAgain);
      }
      for (const listener of listeners) listener();
    },
    isReached: () => isReached,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
