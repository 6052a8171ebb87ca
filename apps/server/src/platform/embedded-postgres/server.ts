import { spawn } from "node:child_process";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import { cleanEnvironment } from "./cluster.ts";
import { isServerOf, readPostmaster } from "./postmaster.ts";

const logLimit = 10_000_000;

export interface LaunchOptions {
  readonly program: string;
  readonly account: Account | undefined;
  readonly home: string;
  readonly cluster: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

export type Launched =
  | { readonly outcome: "ready"; readonly pid: number }
  | { readonly outcome: "refused"; readonly reason: string };

/** Starts the server and waits until it answers or gives up by itself; crash recovery may take its time. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A file and not a pipe: the server must be able to write after this process was killed.
  const logFile = await openLog(options.home);
  const from = (await logFile.stat()).size;
  const child = spawn(options.program, ["-D", options.cluster, "-p", String(options.port), ...flags], {
    ...options.account,
    cwd: "/",
    env: cleanEnvironment,
    stdio: ["ignore", logFile.fd, logFile.fd],
    // Its own session, or Ctrl-C would end the database under the requests still being answered.
    detached: true,
  });
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => (ended ??= `it ended with ${signal ?? code}`));
  child.unref();
  try {
    while (ended === undefined) {
      const postmaster = await readPostmaster(options.cluster);
      if (postmaster?.isReady && postmaster.pid === child.pid)
        return { outcome: "ready", pid: postmaster.pid };
      await sleep(15);
    }
    const said = (await readFile(logPath(options.home), "utf8")).slice(from).trim();
    return { outcome: "refused", reason: [ended, said].filter((part) => part !== "").join("\n") };
  } finally {
    await logFile.close();
  }
}

/** A pid file whose number now belongs to another program keeps PostgreSQL from starting; it is removed. */
export async function removeStalePidFile(cluster: string): Promise<boolean> {
  const postmaster = await readPostmaster(cluster);
  if (postmaster === undefined || (await isServerOf(postmaster.pid, cluster))) return false;
  await rm(join(cluster, "postmaster.pid"), { force: true });
  return true;
}

function logPath(home: string): string {
  return join(home, "postgres.log");
}

async function openLog(home: string) {
  const file = logPath(home);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimit) await rename(file, `${file}.old`);
  return open(file, "a", 0o600);
}
