// One end for a whole call: every attempt, every redirect and the last byte of the answer. It is taken back as soon as
// nothing waits for it any more; left to run out, it would cost more than many a call.
export interface Deadline {
  readonly signal: AbortSignal;
  /** Something waits for the end; what comes back says that it does not any more. */
  hold(): () => void;
}

export function createDeadline(ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const stop = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    caller?.removeEventListener("abort", stop);
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  }, ms).unref();
  if (caller?.aborted) stop();
  else caller?.addEventListener("abort", stop, { once: true });
  let held = 0;
  return {
    signal: controller.signal,
    hold() {
      held += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        held -= 1;
        if (held > 0) return;
        clearTimeout(timer);
        caller?.removeEventListener("abort", stop);
      };
    },
  };
}
