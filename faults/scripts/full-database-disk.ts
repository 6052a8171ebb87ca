// The disk of the database is full: first there is no room for rows, then none for the write-ahead log, where
// PostgreSQL itself gives up. Nothing that was acknowledged is lost, and with room again everything goes on alone.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/index.ts";
import {
  readPostmaster,
  stopPostmaster,
} from "../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { migrate } from "../../apps/server/src/platform/migrations.ts";
import { type Bed, withClient } from "../harness/bed.ts";
import { graphql, until } from "../harness/client.ts";
import type { FaultResult } from "../harness/fault.ts";
import { openLedger } from "../harness/ledger.ts";
import { cannotMount, mountSmallDisk, type SmallDisk } from "../harness/small-disk.ts";
import { startWorkload } from "../harness/workload.ts";
import { createWorld } from "../harness/world.ts";

const read = "query G($id: ID!) { accountById(id: $id) { id } }";

export async function fillDatabaseDisk(bed: Bed): Promise<FaultResult> {
  const disk = mountSmallDisk(join(bed.folder, "small-database"), 320);
  if (!disk) return cannotMount;
  try {
    return await fill(bed, disk);
  } catch (error) {
    const log = join(disk.folder, "postgres", "postgres.log");
    const said = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    throw new Error(`${disk.free()} bytes are free. PostgreSQL said: ${said.slice(-6).join(" / ")}`, {
      cause: error,
    });
  } finally {
    // A database that was left over would write to the disk for ever, unmounted or not.
    const cluster = join(disk.folder, "postgres", "cluster");
    const left = await readPostmaster(cluster);
    if (left) await stopPostmaster(left.pid, cluster);
    disk.unmount();
  }
}

async function fill(bed: Bed, disk: SmallDisk): Promise<FaultResult> {
  const dataDir = disk.folder;
  const prepared = await startEmbeddedPostgres({
    dataDir: join(dataDir, "postgres"),
    log: createLog("silent"),
  });
  await migrate(prepared.url);
  const world = await createWorld(prepared.url, dataDir);
  const { url } = prepared;
  // A log that may grow to a gigabyte would fill a disk of this size by itself.
  await withClient(url, (client) => client.query("alter system set max_wal_size = '64MB'"));
  await prepared.stop();
  const product = await bed.product({ dataDir });
  await product.start();
  const reading = () => graphql(product.apiUrl, read, { id: world.accountId }, world.admins[0]);
  const works = async () => (await reading()).data !== undefined;
  const ledger = openLedger(join(bed.folder, "ledgers", "r7-database"));
  const workload = await startWorkload({
    apiUrl: () => product.apiUrl,
    world,
    ledger,
    random: bed.random,
    ended: bed.ended,
    writers: 8,
    // The chat keeps to its own pace, which would not fill anything.
    kinds: ["project", "team", "nodes"],
  });
  const written = async () => {
    const before = ledger.acknowledged();
    return until("Writing again", async () => ledger.acknowledged() > before + 3, { withinMs: 60_000 });
  };
  const rounds = bed.scale === "short" ? 1 : 5;
  const recoveries: number[] = [];
  const broken: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await written();
    const witness = await watchConnection(url);
    disk.fill();
    const from = workload.outcomes.length;
    const refusals = () => workload.outcomes.slice(from).filter(({ answer }) => answer.data === undefined);
    await until("A refusal", async () => refusals().length > 5, { withinMs: 60_000 });
    const unread: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { data, message } = await reading();
      if (data === undefined) unread.push(message);
      await sleep(25);
    }
    // Whether a row or a segment of the log is the first that finds no room is chance. PostgreSQL ends itself when its
    // log cannot grow, and has no room to say so.
    const hasGivenUp = await witness();
    if (!hasGivenUp && unread.length > 0)
      broken.push(`Reading failed while there was no room for rows: ${unread[0]}`);
    for (const { kind, answer } of refusals())
      if (answer.status !== 503)
        broken.push(`${kind} was refused with ${answer.status} ${answer.code}: ${answer.message}`);
    disk.makeRoom();
    recoveries.push(await written());

    disk.fill();
    await useUpTheLog(url);
    await sleep(500);
    disk.makeRoom();
    recoveries.push(await until("Reading again", works, { withinMs: 60_000 }), await written());
    if (!product.isRunning()) broken.push("The server ended.");
  }
  await workload.stop();
  const verdict = await withClient(url, (client) => workload.check(client));
  await product.end();
  return {
    ...verdict,
    rounds: rounds * 2,
    recoveryMs: Math.max(...recoveries),
    broken: [...new Set(broken)].slice(0, 5),
    notes: [
      `${ledger.acknowledged()} of ${ledger.entries().length} writes acknowledged on a disk that ran full`,
    ],
  };
}

/** Answers whether the connection was lost meanwhile, as all are when PostgreSQL ends itself. */
async function watchConnection(url: string): Promise<() => Promise<boolean>> {
  const client = new pg.Client({ connectionString: url });
  let isLost = false;
  client.on("error", () => (isLost = true));
  await client.connect();
  return async () => {
    await client.query("select").catch(() => (isLost = true));
    await client.end().catch(() => undefined);
    return isLost;
  };
}

/** Asks for one segment after the other, until the server gives up. */
async function useUpTheLog(url: string): Promise<void> {
  await withClient(url, async (client) => {
    client.on("error", () => undefined);
    for (let segment = 0; segment < 60; segment += 1) {
      await client.query("select pg_logical_emit_message(false, 'faults', 'x'), pg_switch_wal()");
    }
    throw new Error("The log of the database never ran full.");
  }).catch((error: unknown) => {
    if (String(error).includes("never ran full")) throw error;
  });
}
