// One end for a whole call: every attempt, every redirect and the last byte of the answer. It is taken back as soon as
// nothing waits for it any more; left to run out, it would cost more than many a call. An AbortSignal would say the
// same, at several times the price.
export interface Deadline {
  /** Once it is over. */
  readonly end: End | undefined;
  /** Something goes on until then and is stopped by `stop`; what comes back says that it has ended by itself. */
  hold(stop: (reason: unknown) => void): () => void;
}

interface End {
  readonly reason: unknown;
  /** Not time is up, but whoever made the call gave up. */
  readonly isByCaller: boolean;
}

export function createDeadline(ms: number, caller: AbortSignal | undefined): Deadline {
  const holders = new Set<(reason: unknown) => void>();
  let end: End | undefined;
  const finish = (isByCaller: boolean, reason: unknown) => {
    end = { reason, isByCaller };
    letGo();
    for (const stop of holders) stop(reason);
  };
  const giveUp = () => finish(true, caller?.reason);
  const timer = setTimeout(() => finish(false, new Error("Time is up.")), ms).unref();
  const letGo = () => {
    clearTimeout(timer);
    caller?.removeEventListener("abort", giveUp);
  };
  if (caller?.aborted) giveUp();
  else caller?.addEventListener("abort", giveUp, { once: true });
  return {
    get end() {
      return end;
    },
    hold(stop) {
      if (end) stop(end.reason);
      else holders.add(stop);
      return () => {
        if (holders.delete(stop) && holders.size === 0) letGo();
      };
    },
  };
}

/** For work that cannot be stopped: its result is not waited for any longer. */
export async function beforeEnd<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const release = deadline.hold(reject);
  try {
    return await Promise.race([work, promise]);
  } finally {
    release();
  }
}
