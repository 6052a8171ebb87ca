// Threat: a name answers with a public address when it is checked and with ours when it is dialled.
import dgram from "node:dgram";
import diagnostics from "node:diagnostics_channel";
import { Resolver } from "node:dns/promises";
import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createOutgoing } from "./outgoing.ts";

const publicAddress = "93.184.216.34";
let answers: string[] = [];
let queries = 0;
let hits = 0;
let port = 0;
const dialled: string[] = [];
const inside = http.createServer((_request, response) => {
  hits += 1;
  response.end("the canary");
});
const nameServer = dgram.createSocket("udp4");
const resolver = new Resolver({ timeout: 500, tries: 1 });
const watch = (message: unknown) => {
  if (typeof message !== "object" || message === null || !("socket" in message)) return;
  const { socket } = message;
  if (socket instanceof net.Socket) socket.on("connectionAttempt", (ip) => dialled.push(ip));
};

beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const address = inside.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
  nameServer.on("message", (query, from) => {
    queries += 1;
    // The last answer stays, like a name whose owner has switched it over.
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    nameServer.send(answerTo(query, answer ?? publicAddress), from.port, from.address);
  });
  await new Promise<void>((resolve) => nameServer.bind(0, "127.0.0.1", resolve));
  resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
  diagnostics.subscribe("net.client.socket", watch);
});
afterAll(() => {
  diagnostics.unsubscribe("net.client.socket", watch);
  inside.closeAllConnections();
  inside.close();
  nameServer.close();
});

const resolve = (host: string) => resolver.resolve4(host);
const log = createLog("silent");

test("the trap works: a client that checks and then resolves again lands inside", async () => {
  answers = [publicAddress, "127.0.0.1"];
  expect(await resolve("rebind.example")).toEqual([publicAddress]);
  const [second = ""] = await resolve("rebind.example");
  const text = await (await fetch(`http://${second}:${port}/`)).text();
  expect(text).toBe("the canary");
});

test("the socket goes to the address that was checked, and the name is asked for once", async () => {
  hits = 0;
  queries = 0;
  dialled.length = 0;
  answers = [publicAddress, "127.0.0.1"];
  const outgoing = createOutgoing({ privateHosts: [], log, resolve });
  await outgoing.fetch(`http://rebind.example:${port}/`, { timeoutMs: 300 }).catch(() => undefined);
  expect(queries).toBe(1);
  expect(dialled).toEqual([publicAddress]);
  expect(hits).toBe(0);
  // The name has switched by now: the next call is refused before any socket exists.
  const second = outgoing.fetch(`http://rebind.example:${port}/`);
  await expect(second).rejects.toMatchObject({ failure: "not-allowed" });
  expect(dialled).toEqual([publicAddress]);
  expect(hits).toBe(0);
});

test("a redirect to a name that has switched is refused", async () => {
  hits = 0;
  const front = http.createServer((_request, response) =>
    response.writeHead(302, { location: `http://rebind.example:${port}/` }).end(),
  );
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  const address = front.address();
  const frontPort = address !== null && typeof address === "object" ? address.port : 0;
  answers = ["127.0.0.1"];
  const outgoing = createOutgoing({ privateHosts: [`127.0.0.1:${frontPort}`], log, resolve });
  await expect(outgoing.fetch(`http://127.0.0.1:${frontPort}/`)).rejects.toMatchObject({
    failure: "not-allowed",
  });
  expect(hits).toBe(0);
  front.closeAllConnections();
  front.close();
});

function answerTo(query: Buffer, address: string): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 6);
  header.writeUInt32BE(0, 8);
  let end = 12;
  while ((query[end] ?? 0) !== 0) end += (query[end] ?? 0) + 1;
  const question = query.subarray(12, end + 5);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]);
  return Buffer.concat([header, question, record]);
}
