// The running server, seen from outside through its pid file: it may outlive the process that started it.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const endings = [
  ["SIGINT", 30],
  ["SIGQUIT", 10],
  ["SIGKILL", 5],
] as const;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Where its socket is; empty when it has none. */
  readonly socketFolder: string;
  readonly isReady: boolean;
}

export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    socketFolder: lines[4]?.trim() ?? "",
    isReady: lines[7]?.trim() === "ready",
  };
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A process may end between being looked at and being told to. */
export function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** After a reboot the number in an old pid file may belong to any other program. */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandOf(pid);
  return command.includes("postgres") && command.includes(cluster);
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === "linux") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return run("ps", ["-o", "command=", "-p", String(pid)]).then(
    (result) => result.stdout,
    () => "",
  );
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, seconds] of endings) {
    if (!(await isServerOf(pid, cluster))) return;
    signalUnlessGone(pid, signal);
    const deadline = Date.now() + seconds * 1_000;
    while (Date.now() < deadline) {
      // Not isAlive: a server we adopted may stay behind as a zombie that nobody collects.
      if (!(await isServerOf(pid, cluster))) return;
      await sleep(15);
    }
  }
}
