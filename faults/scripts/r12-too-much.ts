// Too much at once: bodies far beyond the limit, a canvas of a hundred thousand nodes and readers who do not read.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMicroseconds } from "../../bench/measure.ts";
import { WebSocket } from "ws";
import { withClient } from "../harness/bed.ts";
import { graphql, post } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";
import { metricsOf } from "../harness/metrics.ts";
import type { Resumable } from "../harness/visitor.ts";
import { shop, type World } from "../harness/world.ts";

// A short run shares its machine with other tests, which make any loop wait; what it is told to do counts there.
const most = { loopDelayMs: 100, processorMs: 1_500, growthMb: { short: 300, long: 200 } };

export const fault: Fault = {
  id: "R12",
  title: "bodies too large and readers too slow",
  async run(bed) {
    const { product, databaseUrl } = await bed.shared();
    const broken: string[] = [];
    const rounds = bed.scale === "short" ? 2 : 20;
    const [admin] = bed.world.admins;
    await metricsOf(product.apiUrl);
    const before = await metricsOf(product.apiUrl);
    const cpuBefore = cpuMicroseconds(product.pid);
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const [large, nodes, calm] = await Promise.all([
        graphql(product.apiUrl, `{ a${" ".repeat(50_000_000)} }`, {}, admin),
        saveTooMany(product.apiUrl, admin.cookie),
        patientRead(product.apiUrl, admin.cookie, bed.world.accountId),
        slowReader(product.apiUrl, admin.cookie),
      ]);
      if (large.data !== undefined) broken.push("A body of 50 MB was taken.");
      if (nodes.data !== undefined) broken.push("A hundred thousand nodes were taken in one request.");
      slowest = Math.max(slowest, calm);
    }
    if (bed.scale === "long") broken.push(...(await slowVisitor(product.apiUrl, databaseUrl, bed.world)));
    await sleep(500);
    const after = await metricsOf(product.apiUrl);
    const processorMs = (cpuMicroseconds(product.pid) - cpuBefore) / 1_000 / rounds;
    const delay = (after.get("parley_nodejs_eventloop_lag_p99_seconds") ?? 0) * 1_000;
    const growth =
      ((after.get("parley_process_resident_memory_bytes") ?? 0) -
        (before.get("parley_process_resident_memory_bytes") ?? 0)) /
      1_000_000;
    if (!product.isRunning()) broken.push("The server ended.");
    if (bed.scale === "long" && delay > most.loopDelayMs)
      broken.push(`The event loop stood still for ${Math.round(delay)} ms (p99).`);
    if (processorMs > most.processorMs)
      broken.push(`A round took ${Math.round(processorMs)} ms of the processor.`);
    if (growth > most.growthMb[bed.scale]) broken.push(`The server grew by ${Math.round(growth)} MB.`);
    return {
      lost: 0,
      phantom: 0,
      double: 0,
      torn: 0,
      rounds,
      recoveryMs: undefined,
      broken,
      notes: [
        `event loop p99 ${Math.round(delay)} ms`,
        `${Math.round(processorMs)} ms of the processor a round`,
        `slowest other read ${Math.round(slowest)} ms`,
        `${growth >= 0 ? "+" : ""}${Math.round(growth)} MB`,
      ],
    };
  },
};

function saveTooMany(apiUrl: string, cookie: string) {
  const objects = Array.from({ length: 100_000 }, (_, index) => ({
    id: `n${index}`,
    nodeType: "message",
    solutionVersionId: "01900000-0000-7000-8000-000000000000",
  }));
  const save =
    "mutation S($objects: [ProStudioNodeInput!]!) { updateProStudioNodes(objects: $objects) { affected_rows } }";
  return graphql(apiUrl, save, { objects }, { cookie });
}

/** The slowest of a few reads that somebody else makes meanwhile. */
async function patientRead(apiUrl: string, cookie: string, id: string): Promise<number> {
  let slowest = 0;
  for (let count = 0; count < 10; count += 1) {
    const { ms } = await graphql(
      apiUrl,
      "query G($id: ID!) { accountById(id: $id) { id } }",
      { id },
      { cookie },
    );
    slowest = Math.max(slowest, ms);
    await sleep(20);
  }
  return slowest;
}

/** Asks for much, again and again on one line, and never reads an answer. */
async function slowReader(apiUrl: string, cookie: string): Promise<void> {
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.pause();
  const body = JSON.stringify({ query: "{ timeZones { id name } }" });
  const request =
    `POST /v1/graphql HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;
  for (let count = 0; count < 50; count += 1) socket.write(request);
  await sleep(400);
  socket.destroy();
}

/** More than the buffers of both sides take. */
const longHistory = 8_000;

/**
 * A visitor with a long history who stops reading: cut off instead of kept in memory, and given every message when
 * they come back from the last one they saw.
 */
async function slowVisitor(apiUrl: string, databaseUrl: string, world: World): Promise<string[]> {
  const opened = await post<{ conversation: Resumable }>(
    `${apiUrl}/chat/hello`,
    { type: "hello", widgetId: world.chat.widgetId, pageUrl: shop },
    { headers: { origin: shop } },
  );
  const conversation = opened.data?.conversation;
  if (!conversation) throw new Error(opened.message);
  const { id, token } = conversation;
  let last = 0;
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ last: number }>(
      "update conversations set last_sequence = last_sequence + $2 where id = $1 returning last_sequence as last",
      [id, longHistory],
    );
    last = rows[0]?.last ?? 0;
    await client.query(
      `insert into conversation_messages (conversation_id, sequence, customer_id, author, content, text)
       select $1, n, $2, 'bot', jsonb_build_object('type', 'text', 'text', repeat('x', 4000)), ''
       from generate_series($3::int, $4::int) n`,
      [id, world.chat.customerId, last - longHistory + 1, last],
    );
  });
  const broken: string[] = [];
  let cursor = last - longHistory;
  let cuts = 0;
  const listen = (isReading: boolean) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`${apiUrl.replace("http", "ws")}/chat`, { origin: shop });
      const tooLate = setTimeout(() => reject(new Error("The visitor was never cut off.")), 60_000);
      const done = () => {
        clearTimeout(tooLate);
        socket.terminate();
        resolve();
      };
      socket.on("error", done);
      socket.on("open", () => {
        socket.send(JSON.stringify({ type: "hello", conversation: { id, token, after: cursor } }));
        if (!isReading) {
          socket.pause();
          // Long enough for the server to have filled every buffer there is.
          setTimeout(() => socket.resume(), 3_000);
        }
      });
      socket.on("close", (code) => {
        if (code === 4413) cuts += 1;
        else if (!isReading) broken.push(`A visitor who did not read was cut off with ${code}.`);
        done();
      });
      socket.on("message", (data: Buffer) => {
        const { message } = JSON.parse(data.toString()) as { message?: { sequence: number } };
        if (!message) return;
        if (message.sequence !== cursor + 1) broken.push(`${message.sequence} came after ${cursor}.`);
        cursor = message.sequence;
        if (cursor === last) done();
      });
    });
  await listen(false);
  while (cursor < last && broken.length === 0) await listen(true);
  if (cuts === 0) broken.push("A visitor who did not read was never cut off.");
  return broken;
}
