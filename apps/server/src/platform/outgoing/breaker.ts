// Leaves a failing destination alone for a while, per key, so that callers fail at once instead of queueing.
export interface BreakerOptions {
  /** Failures in a row that open the breaker. */
  readonly failures?: number;
  readonly coolDownMs?: number;
  readonly now?: () => number;
}

export interface Breaker {
  /** False while the destination is left alone. True lets exactly one trial through after the cool-down. */
  mayCall(key: string): boolean;
  succeeded(key: string): void;
  failed(key: string): void;
  /** The call ended without saying anything about the destination (the caller gave up). */
  forgotten(key: string): void;
}

interface State {
  failures: number;
  openUntil: number;
  isTrying: boolean;
}

const mostKeys = 10_000;

export function createBreaker({
  failures = 5,
  coolDownMs = 10_000,
  now = Date.now,
}: BreakerOptions = {}): Breaker {
  const states = new Map<string, State>();
  const stateOf = (key: string): State => {
    const known = states.get(key);
    if (known !== undefined) return known;
    const oldest = states.keys().next();
    if (states.size >= mostKeys && oldest.done === false) states.delete(oldest.value);
    const fresh = { failures: 0, openUntil: 0, isTrying: false };
    states.set(key, fresh);
    return fresh;
  };
  return {
    mayCall: (key) => {
      const state = states.get(key);
      if (state === undefined || state.failures < failures) return true;
      if (state.isTrying || now() < state.openUntil) return false;
      state.isTrying = true;
      return true;
    },
    succeeded: (key) => {
      states.delete(key);
    },
    failed: (key) => {
      const state = stateOf(key);
      state.failures += 1;
      state.isTrying = false;
      state.openUntil = now() + coolDownMs;
    },
    forgotten: (key) => {
      const state = states.get(key);
      if (state !== undefined) state.isTrying = false;
    },
  };
}
