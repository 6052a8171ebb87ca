// No space left, where files are kept and below the database: reading goes on, writing is refused in words, and when
// there is space again everything works without a hand.
import { randomBytes, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { type Bed, withClient } from "../harness/bed.ts";
import { graphql, until } from "../harness/client.ts";
import type { Fault, FaultResult } from "../harness/fault.ts";
import { added, judge, openLedger } from "../harness/ledger.ts";
import { cannotMount, mountSmallDisk, type SmallDisk } from "../harness/small-disk.ts";
import { sendFile } from "../harness/upload.ts";
import { fillDatabaseDisk } from "./full-database-disk.ts";

export const fault: Fault = {
  id: "R7",
  title: "no space left for files, rows and the log of the database",
  async run(bed) {
    const results = [await fillFileDisk(bed), await fillDatabaseDisk(bed)];
    return {
      ...added(...results),
      rounds: results.reduce((sum, { rounds }) => sum + rounds, 0),
      recoveryMs: Math.max(...results.map(({ recoveryMs }) => recoveryMs ?? 0)),
      broken: results.flatMap(({ broken }) => broken),
      notes: results.flatMap(({ notes }) => notes),
    };
  },
};

async function fillFileDisk(bed: Bed): Promise<FaultResult> {
  const disk = mountSmallDisk(join(bed.folder, "small-disk"), 32);
  if (!disk) return cannotMount;
  try {
    return await fill(bed, disk);
  } finally {
    disk.unmount();
  }
}

async function fill(bed: Bed, disk: SmallDisk): Promise<FaultResult> {
  const databaseUrl = await bed.database();
  const product = await bed.product({ databaseUrl, env: { FILES_URL: `file://${disk.folder}` } });
  await product.start();
  const [admin] = bed.world.admins;
  const ledger = openLedger(join(bed.folder, "ledgers", "r7"));
  const broken: string[] = [];
  const rounds = bed.scale === "short" ? 2 : 20;
  const recoveries: number[] = [];
  const upload = async (bytes: number) => {
    const name = `file-${randomUUID()}.txt`;
    ledger.intend(name, "file");
    const answer = await sendFile(product.apiUrl, admin.cookie, bed.world.projectId, name, letters(bytes));
    if (answer.data) ledger.acknowledge(name);
    return answer;
  };
  await upload(2_000);
  for (let round = 0; round < rounds; round += 1) {
    disk.fill(8_192);
    const refused = await upload(400_000);
    if (refused.data) broken.push("A file was taken although there was no space.");
    else if (refused.status !== 503)
      broken.push(`No space was answered with ${refused.status} ${refused.code}: ${refused.message}`);
    const read = await graphql(
      product.apiUrl,
      "query G($id: ID!) { accountById(id: $id) { id } }",
      { id: bed.world.accountId },
      admin,
    );
    if (!read.data) broken.push(`Reading failed: ${read.message}`);
    if (disk.free() < 8_192) broken.push("A part of a refused file was left behind.");
    disk.makeRoom();
    recoveries.push(await until("Writing again", async () => (await upload(400_000)).data !== undefined));
  }
  if (!product.isRunning()) broken.push("The server ended.");
  const effects = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; publicId: string; size: number }>(
      `select original_name as name, public_id as "publicId", size::int as size from files where original_name like 'file-%'`,
    );
    return new Map(
      rows.map(({ name, publicId, size }) => [
        name,
        { count: 1, isWhole: sizeOf(join(disk.folder, publicId.slice(0, 2), publicId)) === size },
      ]),
    );
  });
  await product.end();
  return {
    ...judge(ledger.entries(), effects),
    rounds,
    recoveryMs: Math.max(...recoveries),
    broken,
    notes: [`${ledger.entries().length} uploads`],
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

function letters(count: number): Buffer<ArrayBuffer> {
  return Buffer.from(
    randomBytes(Math.ceil(count / 2))
      .toString("hex")
      .slice(0, count),
  );
}
