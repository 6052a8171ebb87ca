// Two server processes on one database, connections that break at random, and servers that are killed: every
// visitor sees every message once, in order.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aChat, aNode } from "./testing.ts";
import { aServerProcess, expectedWords, type ServerProcess, stubbornVisitor } from "./testing-drops.ts";

let server: TestServer;
const nodes: ServerProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const place = { databaseUrl: server.databaseUrl, dataDir: server.services.config.dataDir };
  nodes.push(await aServerProcess(place), await aServerProcess(place));
});
// Also those that the attempt before left killed.
beforeEach(async () => {
  await Promise.all(nodes.map((node) => node.start()));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill("SIGKILL")));
  await server.stop();
});

describe("with two servers", () => {
  it("no visitor misses a message, sees one twice or sees them in another order", async () => {
    const place = await aChat(server, { domain: { host: "shop.example", port: null } });
    const [visitors, messages, seed] = [40, 10, 20_261_115];
    const urls = nodes.map((node) => node.url);
    const talking = Array.from({ length: visitors }, (_, index) =>
      stubbornVisitor(urls, place.widgetId, { name: `v${index}`, messages, seed: seed + index }),
    );
    await sleep(1_500);
    await nodes[0]?.kill("SIGKILL");
    await sleep(300);
    await nodes[0]?.start();
    await nodes[1]?.kill("SIGTERM");
    await nodes[1]?.start();
    const results = await Promise.all(talking);
    for (const { name, received, conversation } of results) {
      expect(received.map((each) => each.sequence)).toEqual(received.map((_, at) => at + 1));
      const words = received.map((each) => each.text);
      expect(words).toEqual(expectedWords(name, messages));
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
    await expect.poll(() => calls).toBe(1);
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
      .poll(async () => (await last()).map((row) => row.text), { timeout: 40_000 })
      .toEqual(["Hi", "It is 42"]);
    slow.closeAllConnections();
    slow.close();
    await nodes[0]?.start();
  }, 60_000);

  it("one that leaves hangs up on its visitors one after the other, and nobody finds it any more", async () => {
    const url = `${nodes[1]?.url.replace("http", "ws")}/chat`;
    const sockets = Array.from({ length: 200 }, () => new WebSocket(url, { origin: "https://shop.example" }));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("open", resolve))));
    const hungUp = sockets.map(
      (socket) =>
        new Promise<{ code: number; at: number }>((resolve) =>
          socket.once("close", (code) => resolve({ code, at: performance.now() })),
        ),
    );
    const gone = nodes[1]?.kill("SIGTERM");
    await Promise.race(hungUp);
    const late = new WebSocket(url, { origin: "https://shop.example" });
    const refused = await new Promise<string>((resolve) =>
      late.once("error", ({ message }) => resolve(message)),
    );
    expect(refused).toContain("ECONNREFUSED");
    expect(sockets.some((socket) => socket.readyState === WebSocket.OPEN)).toBe(true);
    const ends = await Promise.all(hungUp);
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1012]));
    const times = ends.map(({ at }) => at);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(400);
    await gone;
  }, 30_000);
});
