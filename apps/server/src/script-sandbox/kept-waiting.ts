// For tests with strict times: tells a slow sandbox from a machine that had no processor to give.
import { readFileSync } from "node:fs";

/** Milliseconds that the main threads of the processes were ready to run and had no processor. 0 where nobody knows. */
export function keptWaitingMs(pids: readonly number[]): number {
  return Math.max(0, ...pids.map((pid) => waitedMs(`/proc/${pid}/schedstat`)));
}

/** The same for the thread that asks. */
export function ownWaitingMs(): number {
  return waitedMs("/proc/thread-self/schedstat");
}

function waitedMs(path: string): number {
  try {
    return Number(readFileSync(path, "utf8").split(" ")[1] ?? 0) / 1_000_000;
  } catch {
    // No Linux, or the process is gone.
    return 0;
  }
}

/**
 * The first answer that `isGood`, or the first that is not although the machine was free. A run during which
 * the machine kept the script waiting says nothing about the sandbox and is asked for again.
 */
export async function whenFree<Result>(
  pids: () => readonly number[],
  run: () => Promise<Result>,
  isGood: (result: Result) => boolean,
): Promise<Result> {
  const mostTries = 12;
  const tooLongMs = 100;
  for (let tries = 1; ; tries += 1) {
    const [before, beforeHere] = [keptWaitingMs(pids()), ownWaitingMs()];
    const result = await run();
    const waited = Math.max(keptWaitingMs(pids()) - before, ownWaitingMs() - beforeHere);
    if (isGood(result) || waited < tooLongMs || tries === mostTries) return result;
  }
}
