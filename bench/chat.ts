// Bot turns per second (language understanding, flow step, durable message) beside a bare websocket server that
// does one durable insert, and what an idle socket costs.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { aChat, aNode } from "../apps/server/src/conversations/testing.ts";
import { intents } from "../apps/server/src/demo/help-centre-flow.ts";
import { trainNlu } from "../apps/server/src/nlu/index.ts";
import { connectDatabase } from "../apps/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/index.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { migrate } from "../apps/server/src/platform/migrations.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { type Bench, cpuMicroseconds, interleave, median, percentile } from "./measure.ts";
import { measured } from "./settings.ts";

const rounds = 8;
const warmUpRounds = 2;
const talkers = 40;
const turnsEach = 25;
const idleSockets = 1_000;
const crowdSockets = 5_000;
const crowdTalkers = 500;
const crowdTurns = 5;
const channels = 26;
const leastShare = 0.5;
const mostIdleBytes = 25_000;
const origin = "https://shop.example";
const words = Object.values(intents).flatMap((list) => [...list]);

export const bench: Bench = {
  name: "chat",
  goal: "at least half the turns of bare ws + insert, at most 25 KB per idle socket, 5,000 sockets held while 500 chat",
  async run() {
    const folder = await mkdtemp(join(tmpdir(), "parley-bench-chat-"));
    const log = createLog("silent");
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log });
    const children: ChildProcess[] = [];
    try {
      await migrate(postgres.url);
      const widgetIds = await fill(postgres.url);
      const parley = await startProcess("../apps/server/src/main.ts", postgres.url, folder, children);
      const bare = await startProcess("./servers/bare-chat.ts", postgres.url, folder, children);
      let used = 0;
      const idle = await idleCost(parley, () => widgetIds[used++ % 5] ?? "");
      const results = await interleave(rounds, {
        parley: (round) => talk(parley, widgetIds[5 + (round % 5)]),
        bare: () => talk(bare, undefined),
      });
      const crowd = await holdCrowd(parley, (index) => widgetIds[10 + (index % 16)] ?? "");
      // The first rounds of each warm caches and compilers up.
      const steady = (name: string) => (results[name] ?? []).slice(warmUpRounds);
      const row = (name: string) => ({
        server: name,
        "turns/s": Math.round(median(steady(name).map((each) => each.rate))),
        "CPU µs/turn": Math.round(median(steady(name).map((each) => each.cpu))),
        "p50 ms": Number(median(steady(name).map((each) => each.p50)).toFixed(1)),
        "p99 ms": Number(median(steady(name).map((each) => each.p99)).toFixed(1)),
      });
      const table = [row("parley"), row("bare"), { server: `parley, ${crowd.held} sockets`, ...crowd.row }];
      const share = (table[0]?.["turns/s"] ?? 0) / (table[1]?.["turns/s"] ?? 1);
      return {
        table,
        figure: `${(share * 100).toFixed(0)} % of the bare rate, ${(idle / 1_000).toFixed(1)} KB per idle socket, ${crowd.held} sockets held while ${crowdTalkers} chat`,
        passed: share >= leastShare && idle <= mostIdleBytes && crowd.held === crowdSockets,
      };
    } finally {
      for (const child of children) child.kill("SIGKILL");
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Target {
  readonly url: string;
  readonly pid: number;
  bytesInUse(): Promise<number>;
}

/** Several channels, so that no channel's limits are reached. */
async function fill(url: string): Promise<string[]> {
  const connection = connectDatabase(url, 4, createLog("silent"));
  const { db } = connection;
  // The builders of the tests need no more of a server than its database.
  const server = { db } as unknown as TestServer;
  const nodes = [
    aNode("start", "start", { message: "Hello" }),
    ...Object.keys(intents).map((intent) =>
      aNode(intent, "message", { intent, message: `About ${intent}: {{last.text}}`, whatsNext: "listen" }),
    ),
    aNode("lost", "message", { intent: "*", message: "Sorry?", whatsNext: "listen" }),
  ];
  const files = Object.entries(intents).map(([name, list]) => ({
    filePath: `intents/${name}.txt`,
    content: `${list.join("\n")}\n`,
  }));
  const widgetIds: string[] = [];
  for (let index = 0; index < channels; index += 1) {
    const domain = { host: "shop.example", port: null, pathPrefix: `/${index}` };
    widgetIds.push((await aChat(server, { nodes, files, domain })).widgetId);
  }
  const input = {
    intents: Object.entries(intents).map(([name, list]) => ({ name, utterances: [...list] })),
    entities: [],
    language: "en",
    seed: 1,
    strictness: 0.5,
  };
  const { buffer } = await trainNlu(input, () => undefined);
  const versions = await db.selectFrom("bot_versions").select("content_hash").distinct().execute();
  for (const { content_hash } of versions) {
    await db.insertInto("bot_models").values({ content_hash, model: buffer }).execute();
  }
  await connection.close();
  return widgetIds;
}

async function startProcess(
  file: string,
  databaseUrl: string,
  folder: string,
  children: ChildProcess[],
): Promise<Target> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "localhost", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const memory = join(import.meta.dirname, "servers/report-memory.ts");
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--import", memory, join(import.meta.dirname, file)],
    {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        PATH: process.env["PATH"],
        ...measured,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        PARLEY_ROLES: "chat",
        API_PORT: String(port),
      },
    },
  );
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => chunk.includes("Parley is ready") && resolve());
    child.on("exit", () => reject(new Error(`${file} ended`)));
  });
  const bytesInUse = () =>
    new Promise<number>((resolve) => {
      child.once("message", (bytes) => resolve(Number(bytes)));
      child.send("memory");
    });
  return { url: `ws://localhost:${port}/chat`, pid: child.pid ?? 0, bytesInUse };
}

function open(target: Target, widgetId: string | undefined): Promise<WebSocket> {
  const socket = new WebSocket(target.url, { origin, perMessageDeflate: false });
  socket.on("open", () => widgetId && socket.send(JSON.stringify({ type: "hello", widgetId })));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", function welcome(data: Buffer) {
      const frame = JSON.parse(data.toString()) as { type: string; message?: { content: { text: string } } };
      if (frame.type === "refused") reject(new Error(data.toString()));
      const isReady = widgetId ? frame.type === "message" : frame.type === "welcome";
      if (!isReady) return;
      socket.off("message", welcome);
      resolve(socket);
    });
  });
}

async function talk(target: Target, widgetId: string | undefined) {
  const sockets = await Promise.all(Array.from({ length: talkers }, () => open(target, widgetId)));
  const cpu = cpuMicroseconds(target.pid);
  const begun = performance.now();
  const times = (
    await Promise.all(sockets.map((socket, index) => takeTurns(socket, turnsEach, index * turnsEach)))
  ).flat();
  const seconds = (performance.now() - begun) / 1_000;
  const spent = cpuMicroseconds(target.pid) - cpu;
  for (const socket of sockets) socket.close();
  return {
    rate: times.length / seconds,
    cpu: spent / times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** Says something, waits for the bot's answer, says the next thing. Answers the milliseconds of each turn. */
async function takeTurns(socket: WebSocket, turns: number, first: number, pauseMs = 0): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    if (pauseMs > 0) await sleep(Math.random() * 2 * pauseMs);
    const text = words[(first + turn) % words.length] ?? "hello";
    const sent = performance.now();
    const answer = new Promise<void>((resolve, reject) => {
      socket.on("message", function heard(data: Buffer) {
        if (data.includes('"type":"refused"')) reject(new Error(data.toString()));
        if (!data.includes('"author":"bot"')) return;
        socket.off("message", heard);
        resolve();
      });
    });
    socket.send(JSON.stringify({ type: "send", id: `t${turn}`, content: { type: "text", text } }));
    await answer;
    times.push(performance.now() - sent);
  }
  return times;
}

/** Thousands of visitors at once, of whom some talk as people do: a pause, a sentence. */
async function holdCrowd(target: Target, widgetOf: (index: number) => string) {
  const sockets: WebSocket[] = [];
  while (sockets.length < crowdSockets) {
    const batch = Array.from({ length: 50 }, (_, index) => open(target, widgetOf(sockets.length + index)));
    sockets.push(...(await Promise.all(batch)));
  }
  const cpu = cpuMicroseconds(target.pid);
  const begun = performance.now();
  const times = (
    await Promise.all(
      sockets.slice(0, crowdTalkers).map((socket, index) => takeTurns(socket, crowdTurns, index, 1_000)),
    )
  ).flat();
  const seconds = (performance.now() - begun) / 1_000;
  const held = sockets.filter((socket) => socket.readyState === socket.OPEN).length;
  const row = {
    "turns/s": Math.round(times.length / seconds),
    "CPU µs/turn": Math.round((cpuMicroseconds(target.pid) - cpu) / times.length),
    "p50 ms": Number(percentile(times, 0.5).toFixed(1)),
    "p99 ms": Number(percentile(times, 0.99).toFixed(1)),
  };
  for (const socket of sockets) socket.terminate();
  return { held, row };
}

/** Bytes in use per socket that sits in a conversation and says nothing. */
async function idleCost(target: Target, nextWidget: () => string): Promise<number> {
  const sockets: WebSocket[] = [];
  const openSome = async (count: number) => {
    for (let index = 0; index < count; index += 1) sockets.push(await open(target, nextWidget()));
    await sleep(1_000);
  };
  // What the first conversations load (the bot, the model, compiled code) is no cost of a socket.
  await openSome(100);
  const before = await target.bytesInUse();
  await openSome(idleSockets);
  const bytes = ((await target.bytesInUse()) - before) / idleSockets;
  for (const socket of sockets) socket.terminate();
  return bytes;
}
