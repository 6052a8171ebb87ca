// Uploads that stop in the middle, are shorter than they claim or never end: no row, no content, nothing left behind.
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "../harness/bed.ts";
import { percentile } from "../../bench/measure.ts";
import { graphql, until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { judge, openLedger } from "../harness/ledger.ts";
import { rawUpload, sendFile } from "../harness/upload.ts";
import type { World } from "../harness/world.ts";

const slowUploads = 1_000;
const content = "All work and no play makes a dull file. ".repeat(3_000);

export const fault: Fault = {
  id: "R9",
  title: "uploads that stop half-way",
  async run(bed) {
    const { product, databaseUrl } = await bed.shared();
    const { cookie } = bed.world.admins[0];
    const { projectId } = bed.world;
    const ledger = openLedger(join(bed.folder, "ledgers", "r9"));
    const broken: string[] = [];
    const cuts = bed.scale === "short" ? 20 : 200;
    const { hostname, port } = new URL(product.apiUrl);

    await Promise.all(
      Array.from({ length: cuts }, async (_, cut) => {
        const name = `r9-cut-${cut}.txt`;
        ledger.intend(name, "file");
        const { head, body } = await rawUpload(cookie, projectId, name, content);
        const socket = connect(Number(port), hostname);
        socket.on("error", () => undefined);
        socket.resume();
        socket.write(head);
        socket.write(body.slice(0, Math.floor((body.length * cut) / cuts)));
        await sleep(20 + bed.random() * 100);
        if (cut % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      }),
    );
    const incoming = join(bed.folder, "files", "incoming");
    const recoveryMs = await until(
      "Half an upload being cleared away",
      async () => readdirSync(incoming).length === 0,
    );
    const whole = "r9-whole.txt";
    ledger.intend(whole, "file");
    const answer = await sendFile(product.apiUrl, cookie, projectId, whole, Buffer.from(content));
    if (answer.data) ledger.acknowledge(whole);
    else broken.push(`The next upload did not work: ${answer.message}`);
    const effects = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string; size: number }>(
        "select original_name as name, size::int as size from files where original_name like 'r9-%'",
      );
      return new Map(rows.map(({ name, size }) => [name, { count: 1, isWhole: size === content.length }]));
    });
    for (const name of effects.keys())
      if (name !== whole) broken.push(`${name} is there although it was cut.`);
    const slow = bed.scale === "short" ? undefined : await whileUploadsDrip(product.apiUrl, bed.world);
    if (slow && slow.during > 2 * slow.alone)
      broken.push(`A read took ${Math.round(slow.during)} ms (p99) instead of ${Math.round(slow.alone)}.`);
    return {
      ...judge(ledger.entries(), effects),
      rounds: cuts,
      recoveryMs,
      broken,
      notes: slow
        ? [
            `reads beside ${slowUploads} dripping uploads: p99 ${Math.round(slow.during)} ms, alone ${Math.round(slow.alone)}`,
          ]
        : [],
    };
  },
};

/**
 * The 99th percentile of another organisation's reads, without and with very many uploads that send a few bytes now
 * and then.
 */
async function whileUploadsDrip(apiUrl: string, world: World) {
  const { hostname, port } = new URL(apiUrl);
  const [{ cookie }] = world.admins;
  const reads = async () => {
    const times: number[] = [];
    for (let count = 0; count < 400; count += 1) {
      const variables = { id: world.loud.accountId };
      const query = "query G($id: ID!) { accountById(id: $id) { id } }";
      const { ms, data, message } = await graphql(apiUrl, query, variables, world.loud.admin);
      if (!data) throw new Error(message);
      times.push(ms);
    }
    return percentile(times, 0.99);
  };
  const before = await reads();
  const { head, body } = await rawUpload(cookie, world.projectId, "r9-slow.txt", content);
  const sockets = Array.from({ length: slowUploads }, () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.resume();
    socket.write(head);
    return socket;
  });
  let sent = 0;
  const dripping = setInterval(() => {
    for (const socket of sockets) socket.write(body.slice(sent, sent + 20));
    sent += 20;
  }, 1_000);
  await sleep(1_000);
  const during = await reads();
  clearInterval(dripping);
  for (const socket of sockets) socket.destroy();
  await sleep(500);
  return { during, alone: Math.max(before, await reads()) };
}
