// A database that neither answers nor refuses (stopped, cut off, stuck) would hold every call until it comes back.
// This asks it a small question once a second on a connection of its own; when no answer comes, calls that wait are
// told at once, and new ones are not begun.
import { Socket } from "node:net";
import pg from "pg";
import { notAnswering } from "./database-trouble.ts";
import type { Log } from "./log.ts";

export interface DatabaseWatch {
  /** The outcome of the work, or an Unavailable error as soon as the database is found not to answer. */
  during<T>(work: () => Promise<T> | T): Promise<T>;
  isAnswering(): boolean;
  /** The database's time: the same on every server, whatever their own clocks say. */
  readonly now: () => Date;
  stop(): Promise<void>;
}

/** For programs that live too short to need a watch. */
export const unwatched: DatabaseWatch = {
  during: async (work) => await work(),
  isAnswering: () => true,
  now: () => new Date(),
  stop: async () => undefined,
};

export interface WatchOptions {
  readonly url: string;
  readonly log: Log;
  readonly everyMs?: number;
  readonly patienceMs?: number;
}

export async function watchDatabase(options: WatchOptions): Promise<DatabaseWatch> {
  const { url, log, everyMs = 1_000, patienceMs = 2_000 } = options;
  const waiting = new Set<() => void>();
  let isAnswering = true;
  let line: Line | undefined;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let known: { at: number; measured: number } | undefined;

  async function ask(): Promise<void> {
    const begun = performance.now();
    try {
      line ??= openLine(url);
      const time = await withPatience(patienceMs, line.time());
      known = { at: time.getTime(), measured: performance.now() };
      if (!isAnswering) log.info("the database answers again");
      isAnswering = true;
    } catch (error) {
      line?.cut();
      line = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      if (isAnswering && !isStopped) log.error({ reason }, "the database does not answer");
      isAnswering = false;
      for (const giveUp of waiting) giveUp();
      waiting.clear();
    }
    if (!isStopped) timer = setTimeout(plan, Math.max(0, everyMs - (performance.now() - begun)));
  }
  const plan = () => {
    asking = ask();
  };
  plan();
  // From the first call on, its time is known.
  await asking;

  return {
    isAnswering: () => isAnswering,
    now: () => new Date(known ? known.at + performance.now() - known.measured : Date.now()),
    during(work) {
      if (!isAnswering) return Promise.reject(notAnswering());
      return new Promise((resolve, reject) => {
        const begun = work();
        if (!(begun instanceof Promise)) return resolve(begun);
        const giveUp = () => reject(notAnswering());
        waiting.add(giveUp);
        begun.then(
          (outcome) => {
            waiting.delete(giveUp);
            resolve(outcome);
          },
          (error: unknown) => {
            waiting.delete(giveUp);
            reject(error);
          },
        );
      });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await asking;
      await line?.close();
    },
  };
}

interface Line {
  time(): Promise<Date>;
  close(): Promise<void>;
  /** Also while it is being opened, and when the other end is silent. */
  cut(): void;
}

function openLine(url: string): Line {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: "parley watch",
    stream: () => socket,
  });
  // A connection that dies between two questions is found by the next one.
  client.on("error", () => undefined);
  const connected = client.connect();
  return {
    async time() {
      await connected;
      const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
      if (!rows[0]) throw new Error("an empty answer");
      return rows[0].now;
    },
    close: () => client.end().catch(() => undefined),
    cut: () => socket.destroy(),
  };
}

const steps = 10;

/**
 * Counted in steps, so that a process that stood still itself does not blame the database for it: however late a step
 * comes, it counts once, and what has arrived meanwhile is read before the next.
 */
async function withPatience<T>(patienceMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    let left = steps;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) reject(new Error("no answer in time"));
    }, patienceMs / steps);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearInterval(timer);
  }
}
