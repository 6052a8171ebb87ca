import { spawn } from "node:child_process";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnvironment } from "./cluster.ts";
import type { Home } from "./home.ts";
import { isAlive, isServerOf, readPostmaster } from "./postmaster.ts";

const logLimit = 10_000_000;

export interface LaunchOptions {
  readonly program: string;
  readonly home: Home;
  readonly port: number;
  /** Where it makes its socket; none when empty. */
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
}

export type Launched =
  | { readonly outcome: "ready"; readonly pid: number; readonly ended: Promise<string> }
  | { readonly outcome: "refused"; readonly reason: string };

/** Starts the server and waits until it answers or gives up by itself; crash recovery may take its time. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { home } = options;
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: options.socketFolder,
    timezone: "UTC",
    log_timezone: "UTC",
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A file and not a pipe: the server must be able to write after this process was killed.
  const logFile = await openLog(home.folder);
  try {
    const from = (await logFile.stat()).size;
    const child = spawn(options.program, ["-D", home.cluster, "-p", String(options.port), ...flags], {
      ...home.account,
      cwd: "/",
      env: cleanEnvironment,
      stdio: ["ignore", logFile.fd, logFile.fd],
      // Its own session, or Ctrl-C would end the database under the requests still being answered.
      detached: true,
    });
    let end: string | undefined;
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve((end = `${options.program} does not run (${error.message})`)));
      child.once("exit", (code, signal) => resolve((end = `it ended with ${signal ?? code}`)));
    });
    child.unref();
    while (end === undefined) {
      const postmaster = await readPostmaster(home.cluster);
      if (postmaster?.isReady && postmaster.pid === child.pid) {
        return { outcome: "ready", pid: postmaster.pid, ended };
      }
      await sleep(15);
    }
    const said = (await readFile(logPath(home.folder), "utf8")).slice(from).trim();
    return { outcome: "refused", reason: said === "" ? end : `${end}: ${said}` };
  } finally {
    await logFile.close();
  }
}

// macOS allows 103 bytes, of which "/.s.PGSQL.65535" takes 15.
const longestSocketFolder = 88;

/** A socket costs the processor less than a line of the network; only who may read the cluster may use it. */
export function socketFolderOf({ cluster }: Home): string {
  // PostgreSQL takes a list here.
  const isPossible = process.platform !== "win32" && !cluster.includes(",");
  return isPossible && Buffer.byteLength(cluster) <= longestSocketFolder ? cluster : "";
}

/** Shared folders of virtual machines and some others hold files but no sockets. */
export function isAboutSocket(reason: string): boolean {
  return /Unix-domain socket|\.s\.PGSQL\./.test(reason);
}

const passing = ["lock file", "shared memory", "Address already in use"];

/** An earlier server may still be on its way out, and a port may be taken between the look and the leap. */
export function mayPass(reason: string): boolean {
  return passing.some((words) => reason.includes(words));
}

/**
 * PostgreSQL clears away the pid file of a dead server and the lock of its socket by itself. It cannot know that a
 * number in use today is another program's: that is for us.
 */
export async function removeForeignLocks(cluster: string): Promise<boolean> {
  const locks = (await readdir(cluster)).filter((name) =>
    /^(?:postmaster\.pid|\.s\.PGSQL\.\d+\.lock)$/.test(name),
  );
  let hasRemoved = false;
  for (const lock of locks.map((name) => join(cluster, name))) {
    const pid = Number.parseInt(await readFile(lock, "utf8").catch(() => ""), 10);
    if (!isAlive(pid) || (await isServerOf(pid, cluster))) continue;
    await rm(lock, { force: true });
    hasRemoved = true;
  }
  return hasRemoved;
}

function logPath(folder: string): string {
  return join(folder, "postgres.log");
}

async function openLog(folder: string) {
  const file = logPath(folder);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimit) await rename(file, `${file}.old`);
  return open(file, "a", 0o600);
}
