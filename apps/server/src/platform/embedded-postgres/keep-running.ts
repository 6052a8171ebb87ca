// A server that ends by itself (no memory, a full disk, a kill) is started again on its port, for as long as it takes:
// whoever uses it reconnects, and nobody has to come and start it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { isServerOf } from "./postmaster.ts";
import type { Launched } from "./server.ts";

const pauses = { first: 100, longest: 5_000 };

export interface RunningServer {
  readonly pid: number;
  /** How it ended. */
  readonly ended: Promise<string>;
}

export interface KeptServer {
  pid(): number;
  /** From now on it may end. */
  letEnd(): Promise<void>;
}

export function keepRunning(
  first: RunningServer,
  launch: () => Promise<Launched>,
  log: Log,
  logFile: string,
): KeptServer {
  const letGo = new AbortController();
  const isLetGo = new Promise<void>((resolve) =>
    letGo.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  let server = first;

  async function watch(): Promise<void> {
    for (;;) {
      const how = await Promise.race([server.ended, isLetGo]);
      if (letGo.signal.aborted) return;
      log.error({ how }, `the database server ended by itself and is started again; ${logFile} says why`);
      for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
        await sleep(pause, undefined, { signal: letGo.signal }).catch(() => undefined);
        if (letGo.signal.aborted) return;
        const again = await launch();
        if (again.outcome === "ready") {
          server = again;
          log.info({ server: again.pid }, "the database server runs again");
          break;
        }
        log.error({ reason: again.reason }, "the database server could not be started again yet");
      }
    }
  }

  const watching = watch();
  return {
    pid: () => server.pid,
    async letEnd() {
      letGo.abort();
      await watching;
    },
  };
}

/** The end of a server that is no child of this process: nobody tells, so one has to look. */
export async function endOf(pid: number, cluster: string): Promise<string> {
  while (await isServerOf(pid, cluster)) await sleep(1_000, undefined, { ref: false });
  return "it is gone";
}
