import type { FastifyInstance } from "fastify";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { readText } from "./body-text.ts";
import { createHttp } from "./create-http.ts";

const patience = { headersMs: 200, checkEveryMs: 50, looks: 4, leastBytesPerSecond: 1_000, idleMs: 1_000 };
const length = 60_000;

let app: FastifyInstance;
let port: number;
const outcomes: Record<string, string> = {};
beforeAll(async () => {
  app = await createHttp({ log: createLog("silent"), allowedOrigins: [], patience });
  app.directPosts.add("/direct", async ({ request }) => {
    const text = await readText(request, 100_000).catch((error: Error) => error.message);
    outcomes["/direct"] = text;
    return { status: 200, body: JSON.stringify(text.length) };
  });
  app.directPosts.add("/busy", async ({ request }) => {
    // For longer than a sender is waited for.
    await sleep(patience.checkEveryMs * (patience.looks + 4));
    return { status: 200, body: JSON.stringify((await readText(request, 100_000)).length) };
  });
  app.directPosts.add("/refused", async () => ({ status: 403, body: '"no"' }));
  app.post<{ Body: string }>("/framework", async ({ body }) => JSON.stringify(body.length));
  port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => app.close());

function open(): { socket: Socket; all: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => (text += String(bytes))).on("error", () => undefined);
  // Who goes on writing to a connection that was ended may hear of a reset before the end.
  const all = new Promise<string>((resolve) => socket.on("close", () => resolve(text)));
  return { socket, all };
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`;

async function dribble(socket: Socket, bytes: number): Promise<void> {
  while (!socket.destroyed) {
    socket.write("x".repeat(bytes));
    await sleep(20);
  }
}

describe.each(["/direct", "/framework"])("a body sent to %s", (path) => {
  it("that hardly moves is given up, with a word to the sender", async () => {
    const { socket, all } = open();
    socket.write(head(path));
    await dribble(socket, 1);
    expect(await all).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("that moves takes its time", async () => {
    const { socket, all } = open();
    socket.write(head(path));
    const begun = performance.now();
    for (let sent = 0; sent < length; sent += 2_000) {
      socket.write("x".repeat(2_000));
      await sleep(20);
    }
    // Longer than one that does not move is waited for.
    expect(performance.now() - begun).toBeGreaterThan(patience.checkEveryMs * patience.looks * 2);
    expect(await all).toMatch(new RegExp(`^HTTP/1\\.1 200 OK[\\s\\S]*\\b${length}$`));
  });
});

it("gives every sender the whole time, whenever it begins", async () => {
  const waits = [0, 10, 20, 30, 40].map(async (ms) => {
    await sleep(ms);
    const { socket, all } = open();
    await once(socket, "connect");
    const begun = performance.now();
    socket.write(head("/direct"));
    await all;
    return performance.now() - begun;
  });
  // Looks are not exactly as far apart as they should be.
  expect(Math.min(...(await Promise.all(waits)))).toBeGreaterThan(
    patience.checkEveryMs * (patience.looks - 0.5),
  );
});

it("tells whoever reads the body that it broke off", async () => {
  const { socket, all } = open();
  socket.write(head("/direct"));
  await all;
  await expect.poll(() => outcomes["/direct"]).toBe("The request broke off.");
});

it("does not blame a sender whom nobody reads from", async () => {
  const { socket, all } = open();
  socket.write(`${head("/busy")}${"x".repeat(length)}`.slice(0, -1));
  await sleep(patience.checkEveryMs * (patience.looks + 4));
  socket.write("x");
  expect(await all).toMatch(/^HTTP\/1\.1 200 /);
});

it("reads no rest of a refused body for ever", async () => {
  const { socket, all } = open();
  socket.write(head("/refused").replace("connection: close", "connection: keep-alive"));
  await dribble(socket, 1);
  const text = await all;
  expect(text).toMatch(/^HTTP\/1\.1 403 /);
  expect(text).not.toContain("408");
});

it("gives up who never says what they want", async () => {
  const silent = open();
  const slow = open();
  await Promise.all([once(silent.socket, "connect"), once(slow.socket, "connect")]);
  slow.socket.write("POST /dir");
  expect(await slow.all).toMatch(/^HTTP\/1\.1 408 /);
  await silent.all;
});

describe("a connection that was answered", () => {
  const ask = "GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n";
  const looksLeft = () => sleep(patience.idleMs * 0.7);

  it("is told how long it stays, and closed when it asks nothing more", async () => {
    const { socket, all } = open();
    socket.write(ask);
    await once(socket, "data");
    const begun = performance.now();
    expect(await all).toMatch(/^HTTP\/1\.1 404 [\s\S]*\r\nKeep-Alive: timeout=1\r\n/);
    // Looks are not exactly as far apart as they should be.
    expect(performance.now() - begun).toBeGreaterThan(patience.idleMs * 0.9);
  });

  it.each(["", "content-length: 10\r\n"])("by Node itself is closed, too (%o)", async (more) => {
    const { socket, all } = open();
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\nexpect: the-unexpected\r\n${more}\r\n`);
    expect(await all).toMatch(/^HTTP\/1\.1 417 /);
  });

  it("stays as long as it asks", async () => {
    const { socket, all } = open();
    for (let asked = 0; asked < 3; asked += 1) {
      socket.write(ask);
      await looksLeft();
    }
    socket.end();
    expect((await all).match(/HTTP\/1\.1 404 /g)).toHaveLength(3);
  });

  it("stays while it speaks another protocol", async () => {
    app.server.once("upgrade", (_, socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
      void sleep(patience.idleMs * 2).then(() => socket.end("still here"));
    });
    const { socket, all } = open();
    socket.write(ask);
    await once(socket, "data");
    // A look has found it idle before.
    await looksLeft();
    socket.write("GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
    expect(await all).toMatch(/still here$/);
  });

  it("is waited for while its answer is made", async () => {
    app.directPosts.add("/long", async () => {
      await sleep(patience.idleMs * 2);
      return { status: 200, body: '"done"' };
    });
    const { socket, all } = open();
    socket.write("POST /long HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    expect(await all).toMatch(/"done"$/);
  });
});
