// Calls of one organisation that come all at once are begun a few at a time, so that the call of another finds a free
// connection and no long row of work before it (decision 216).
export interface Turns {
  /** Begins at once, or as soon as few enough of the same organisation run. Answers what to call at its end. */
  enter(tenantId: string, begin: () => void): () => void;
  /** The same around a piece of work. */
  run<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

interface Call {
  readonly begin: () => void;
  begunAt: number;
}

interface Line {
  /** In the order they began. */
  readonly running: Set<Call>;
  readonly waiting: Set<Call>;
  timer: NodeJS.Timeout | undefined;
}

export interface TurnOptions {
  readonly atOnce: number;
  /** One that runs for longer counts no more: it waits for something itself, and would keep its own from work. */
  readonly patienceMs: number;
}

export function createTurns({ atOnce, patienceMs }: TurnOptions): Turns {
  const lines = new Map<string, Line>();

  function admit(line: Line): void {
    for (const call of line.waiting) {
      if (line.running.size >= atOnce) break;
      line.waiting.delete(call);
      begin(line, call);
    }
    if (line.waiting.size > 0) line.timer ??= setTimeout(() => overlookSlowOnes(line), patienceLeft(line));
  }

  function begin({ running }: Line, call: Call): void {
    call.begunAt = performance.now();
    running.add(call);
    call.begin();
  }

  function patienceLeft({ running }: Line): number {
    const [oldest] = running;
    return oldest ? Math.max(1, oldest.begunAt + patienceMs - performance.now()) : 1;
  }

  function overlookSlowOnes(line: Line): void {
    line.timer = undefined;
    for (const call of line.running) {
      if (performance.now() - call.begunAt < patienceMs) break;
      line.running.delete(call);
    }
    admit(line);
  }

  function lineOf(tenantId: string): Line {
    const known = lines.get(tenantId);
    if (known) return known;
    const made: Line = { running: new Set(), waiting: new Set(), timer: undefined };
    lines.set(tenantId, made);
    return made;
  }

  function enter(tenantId: string, whenBegun: () => void): () => void {
    const line = lineOf(tenantId);
    const call: Call = { begin: whenBegun, begunAt: 0 };
    if (line.waiting.size === 0 && line.running.size < atOnce) begin(line, call);
    else {
      line.waiting.add(call);
      admit(line);
    }
    return () => {
      // Also one that nobody waits for any more before it began.
      if (!line.running.delete(call)) line.waiting.delete(call);
      if (line.waiting.size > 0) admit(line);
      if (line.running.size + line.waiting.size > 0) return;
      clearTimeout(line.timer);
      if (lines.get(tenantId) === line) lines.delete(tenantId);
    };
  }

  return {
    enter,
    async run(tenantId, work) {
      let leave = () => {};
      await new Promise<void>((begin) => (leave = enter(tenantId, begin)));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.waiting.size, 0),
  };
}
