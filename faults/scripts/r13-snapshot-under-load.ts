// A snapshot taken while everybody writes, brought back somewhere else: one moment in time, rows and files together.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { createFiles } from "../../apps/server/src/platform/files/files.ts";
import { restoreSnapshot } from "../../apps/server/src/snapshots/restore.ts";
import { type Bed, withClient } from "../harness/bed.ts";
import { graphql, until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { openLedger } from "../harness/ledger.ts";
import { adminSecret } from "../harness/product.ts";
import { sendFile } from "../harness/upload.ts";
import { startWorkload } from "../harness/workload.ts";

/** Their next write takes the place of the last one. */
const replacing = new Set(["nodes", "user"]);
const asServer = { headers: { "x-hasura-admin-secret": adminSecret } };

export const fault: Fault = {
  id: "R13",
  title: "a snapshot under load, restored elsewhere",
  async run(bed) {
    const rounds = bed.scale === "short" ? 1 : 5;
    const broken: string[] = [];
    const restores: number[] = [];
    const sum = { lost: 0, phantom: 0, double: 0, torn: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const { verdict, restoreMs, sentences } = await oneSnapshot(bed, round);
      restores.push(restoreMs);
      broken.push(...sentences);
      for (const key of ["lost", "phantom", "double", "torn"] as const) sum[key] += verdict[key];
    }
    return {
      ...sum,
      rounds,
      recoveryMs: Math.max(...restores),
      broken,
      notes: ["recovery is the time of the restore"],
    };
  },
};

async function oneSnapshot(bed: Bed, round: number) {
  const { product } = await bed.shared();
  const { cookie } = bed.world.admins[0];
  const ledger = openLedger(join(bed.folder, "ledgers", `r13-${round}`));
  const workload = await startWorkload({
    apiUrl: () => product.apiUrl,
    world: bed.world,
    ledger,
    random: bed.random,
    ended: bed.ended,
    writers: 8,
  });
  let isUploading = true;
  const uploads = (async () => {
    for (let count = 0; isUploading; count += 1) {
      const content = Buffer.from(`content ${round} ${count}`);
      await sendFile(product.apiUrl, cookie, bed.world.projectId, `r13-${round}-${count}.txt`, content);
      await sleep(30);
    }
  })();
  await sleep(bed.scale === "short" ? 400 : 2_000);
  const before = ledger.entries().filter((entry) => entry.isAcknowledged);
  const path = await takeOne(bed, product.apiUrl);
  const intendedBefore = new Set(ledger.entries().map((entry) => entry.id));
  await sleep(200);
  isUploading = false;
  await uploads;
  await workload.stop();

  const begun = performance.now();
  const target = await bed.emptyDatabase();
  const folder = join(bed.folder, `restored-${round}`);
  mkdirSync(folder);
  const files = await createFiles({ filesUrl: "file:", dataDir: folder });
  await restoreSnapshot(path, { databaseUrl: target, putFile: (id, content) => files.putAs(id, content) });
  const restoreMs = performance.now() - begun;

  return withClient(target, async (client) => {
    const verdict = await workload.check(client);
    const there = await namesIn(client);
    // Lost is what was acknowledged before the snapshot began; what came later may be in it or not.
    verdict.lost = before.filter(({ id, kind }) => !replacing.has(kind) && !there.has(id)).length;
    verdict.phantom += [...there].filter(
      (id) => id.startsWith(workload.ownProjects) && !intendedBefore.has(id),
    ).length;
    return { verdict, restoreMs, sentences: await withoutContent(client, folder) };
  });
}

async function takeOne(bed: Bed, apiUrl: string): Promise<string> {
  const folder = join(bed.folder, "snapshots");
  const known = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const started = await graphql(apiUrl, "mutation M { makeDbSnapshot { id } }", {}, asServer);
  if (!started.data) throw new Error(`No snapshot could be taken: ${started.message}`);
  let name: string | undefined;
  await until(
    "The snapshot",
    async () => {
      name = existsSync(folder)
        ? readdirSync(folder).find((file) => file.endsWith(".snapshot") && !known.has(file))
        : undefined;
      return name !== undefined;
    },
    { withinMs: 60_000 },
  );
  return join(folder, name ?? "");
}

async function namesIn(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select name from projects union select name from teams
     union select client_message_id from conversation_messages where client_message_id is not null`,
  );
  return new Set(rows.map((row) => row.name));
}

async function withoutContent(client: pg.Client, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; publicId: string; size: number }>(
    `select original_name as name, public_id as "publicId", size::int as size from files`,
  );
  return rows
    .filter(({ publicId, size }) => {
      const path = join(folder, "files", publicId.slice(0, 2), publicId);
      return !existsSync(path) || readFileSync(path).length !== size;
    })
    .map(({ name }) => `The content of ${name} is not in the snapshot as its row says.`)
    .slice(0, 3);
}
