import type { Log } from "#platform/log.ts";

export interface Background {
  readonly later: (what: string, work: () => Promise<void>) => void;
  /** Resolves when everything begun so far is done. */
  readonly idle: () => Promise<void>;
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    later(what, work) {
      const promise = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ error }, `${what} failed`))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
