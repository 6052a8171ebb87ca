// Two server processes on one database, connections that break at random, and servers that are killed: every
// visitor sees every message once, in order.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aChat, aNode, type ChatPlace } from "./testing.ts";
import type { ServerFrame } from "./protocol.ts";

let server: TestServer;
const nodes: ServerProcess[] = [];

interface ServerProcess {
  readonly url: string;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Below the ports that outgoing connections get: it must still be free when a killed server comes back. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      probe.once("error", () => resolve(false)).listen(port, "localhost", () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

async function aServerProcess(): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `http://localhost:${port}`,
    async start() {
      const started = spawn(process.execPath, [fileURLToPath(new URL("../main.ts", import.meta.url))], {
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          PATH: process.env["PATH"],
          NODE_ENV: "test",
          LOG_LEVEL: "error",
          DATABASE_URL: server.databaseUrl,
          DATA_DIR: server.services.config.dataDir,
          PARLEY_ROLES: "chat",
          PARLEY_DEMO: "off",
          API_PORT: String(port),
          PRIVATE_HOSTS: "127.0.0.1,localhost",
        },
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.stdout?.on("data", (chunk: Buffer) => chunk.includes("Parley is ready") && resolve());
        let complaint = "";
        started.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
        // "close" comes after the last word on stderr, "exit" may come before it.
        started.on("close", (code, signal) =>
          reject(new Error(`the server ended with ${code ?? signal}: ${complaint}`)),
        );
      });
    },
    async kill(signal) {
      const ended = child;
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
      const gone = new Promise((resolve) => ended.once("exit", resolve));
      ended.kill(signal);
      await gone;
    },
  };
}

beforeAll(async () => {
  server = await startTestServer();
  nodes.push(await aServerProcess(), await aServerProcess());
  await Promise.all(nodes.map((node) => node.start()));
}, 60_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill("SIGKILL")));
  await server.stop();
});

/** A visitor who never gives up. What it was sent is kept raw: it removes no repeats and sorts nothing. */
async function stubbornVisitor(place: ChatPlace, name: string, count: number, random: () => number) {
  const received: { sequence: number; text: string }[] = [];
  let conversation: { id: string; token: string } | undefined;
  let said = 0;
  let answered = 0;
  let connections = 0;
  const origin = new URL(server.urls.api).origin;
  // Each server process calls its own address its own; pages may also be the listed shop.
  while (answered < count) {
    const url = nodes[Math.floor(random() * nodes.length)]?.url ?? "";
    const socket = new WebSocket(`${url.replace("http", "ws")}/chat`, { origin: "https://shop.example" });
    connections += 1;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.terminate(), 8_000);
      const send = () =>
        socket.send(
          JSON.stringify({
            type: "send",
            id: `${name}-${said}`,
            content: { type: "text", text: `${name}-${said}` },
          }),
        );
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.on("open", () =>
        socket.send(
          JSON.stringify(
            conversation
              ? { type: "hello", conversation: { ...conversation, after: received.length } }
              : { type: "hello", widgetId: place.widgetId, visitorId: name.padEnd(8, "x"), pageUrl: origin },
          ),
        ),
      );
      socket.on("message", (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as ServerFrame;
        if (frame.type === "welcome") {
          const { id, token } = frame.conversation;
          if (token) conversation = { id, token };
          if (received.length > 0 || !token) send();
        }
        if (frame.type !== "message") return;
        const { content, sequence, author } = frame.message;
        const text = content.type === "text" ? content.text : content.type;
        received.push({ sequence, text });
        if (author === "bot") {
          if (text === `You said: ${name}-${said}`) {
            answered += 1;
            said += 1;
          }
          if (answered >= count) socket.close();
          else send();
        }
        if (random() < 0.12) socket.terminate();
      });
    });
    await sleep(20 + random() * 150);
  }
  return { received, conversation, connections };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("with two servers", () => {
  it("no visitor misses a message, sees one twice or sees them in another order", async () => {
    const place = await aChat(server, { domain: { host: "shop.example", port: null } });
    const [visitors, messages, seed] = [40, 10, 20_261_115];
    const talking = Array.from({ length: visitors }, (_, index) =>
      stubbornVisitor(place, `v${index}`, messages, seeded(seed + index)),
    );
    await sleep(1_500);
    await nodes[0]?.kill("SIGKILL");
    await sleep(300);
    await nodes[0]?.start();
    await nodes[1]?.kill("SIGTERM");
    await nodes[1]?.start();
    const results = await Promise.all(talking);
    for (const [index, { received, conversation }] of results.entries()) {
      expect(received.map((each) => each.sequence)).toEqual(received.map((_, at) => at + 1));
      const words = received.map((each) => each.text);
      const expected = Array.from({ length: messages }, (_, at) => [
        `v${index}-${at}`,
        `You said: v${index}-${at}`,
      ]);
      expect(words).toEqual(["Welcome", ...expected.flat()]);
      const kept = await server.db
        .selectFrom("conversation_messages")
        .select("text")
        .where("conversation_id", "=", conversation?.id ?? "")
        .orderBy("sequence")
        .execute();
      expect(kept.map((row) => row.text)).toEqual(words);
    }
    expect(results.reduce((sum, each) => sum + each.connections, 0)).toBeGreaterThan(visitors * 2);
  }, 120_000);

  it("what a killed server was doing is done by another", async () => {
    let calls = 0;
    const slow: Server = createServer((_request, response) => {
      calls += 1;
      if (calls > 1) response.setHeader("content-type", "application/json").end('{"answer":42}');
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const place = await aChat(server, {
      domain: { host: "other.example", port: null },
      // The promise to carry it out ends soon after this.
      pype: { retry_timeout_ms: 1_000, retry_attempts: 1 },
      nodes: [
        aNode("start", "start", {
          message: "Hi",
          nextNodes: [{ port: "next", target: "call" }],
        }),
        aNode("call", "http-request", {
          parameterInput: { method: "GET", url, headers: {}, timeoutMs: 30_000 },
          output: "result",
          nextNodes: [{ port: "next", target: "say" }],
        }),
        aNode("say", "message", { message: "It is {{result.answer}}", whatsNext: "listen" }),
      ],
      files: [{ filePath: "config.json", content: '{"allowedHosts":["127.0.0.1"]}' }],
    });
    const socket = new WebSocket(`${nodes[0]?.url.replace("http", "ws")}/chat`, {
      origin: "https://other.example",
    });
    await new Promise((resolve) => socket.once("open", resolve));
    socket.send(JSON.stringify({ type: "hello", widgetId: place.widgetId }));
    await expect.poll(() => calls, { timeout: 5_000 }).toBe(1);
    await nodes[0]?.kill("SIGKILL");
    const last = () =>
      server.db
        .selectFrom("conversation_messages as m")
        .innerJoin("conversations as c", "c.id", "m.conversation_id")
        .select("m.text")
        .where("c.widget_id", "=", place.widgetId)
        .orderBy("m.sequence")
        .execute();
    await expect
      .poll(async () => (await last()).map((row) => row.text), { timeout: 20_000 })
      .toEqual(["Hi", "It is 42"]);
    slow.closeAllConnections();
    slow.close();
    await nodes[0]?.start();
  }, 60_000);
});
