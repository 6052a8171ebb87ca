// No space left, where files are kept and (in the long run) below the database too: reading goes on, writing is
// refused in words, and when there is space again everything works without a hand.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { type Bed, withClient } from "../harness/bed.ts";
import { graphql, until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, openLedger } from "../harness/ledger.ts";
import { sendFile } from "../harness/upload.ts";

export const fault: Fault = {
  id: "R7",
  title: "no space left for files",
  async run(bed) {
    const folder = join(bed.folder, "small-disk");
    mkdirSync(join(folder, "files"), { recursive: true });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "none", join(folder, "files")]);
    const nothing = { lost: 0, phantom: 0, double: 0, torn: 0, rounds: 0, recoveryMs: undefined, broken: [] };
    if (mounted.status !== 0)
      return {
        ...nothing,
        notes: ["not run: mounting a small disk needs rights this account does not have"],
      };
    try {
      return await fill(bed, folder);
    } finally {
      spawnSync("umount", ["-l", join(folder, "files")]);
    }
  },
};

async function fill(bed: Bed, folder: string) {
  const databaseUrl = await bed.database();
  const product = await bed.product({ databaseUrl, env: { FILES_URL: `file://${join(folder, "files")}` } });
  await product.start();
  const [admin] = bed.world.admins;
  const ledger = openLedger(join(bed.folder, "ledgers", "r7"));
  const broken: string[] = [];
  const ballast = join(folder, "files", "ballast");
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
    const { bavail, bsize } = statfsSync(join(folder, "files"));
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 8_192)));
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
    rmSync(ballast);
    recoveries.push(await until("Writing again", async () => (await upload(400_000)).data !== undefined));
    // The next round needs room for its own.
    await withClient(databaseUrl, (client) => client.query("delete from knowledge_files"));
  }
  if (!product.isRunning()) broken.push("The server ended.");
  const effects = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; publicId: string; size: number }>(
      `select original_name as name, public_id as "publicId", size::int as size from files where original_name like 'file-%'`,
    );
    return new Map(
      rows.map(({ name, publicId, size }) => [
        name,
        { count: 1, isWhole: sizeOf(join(folder, "files", publicId.slice(0, 2), publicId)) === size },
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
