import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { watchDatabase } from "./database-watch.ts";
import { createLog } from "./log.ts";

const patienceMs = 300;
const log = createLog("silent");
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Between the watch and the database: what is asked passes through `onQuestion`, which may keep it. */
let onQuestion: (pass: () => void) => void;
beforeEach(() => {
  onQuestion = (pass) => pass();
});

async function watched() {
  const target = new URL(database.url);
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => [client, upstream].forEach((end) => end.destroy()));
    }
    client.on("data", (bytes) => onQuestion(() => upstream.write(bytes)));
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const address = line.address();
  const url = new URL(target);
  // By the network: a socket would lead past the line.
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" ? address?.port : "");
  const watch = await watchDatabase({ url: url.href, log, everyMs: 20, patienceMs });
  onTestFinished(async () => {
    await watch.stop();
    for (const socket of sockets) socket.destroy();
    line.close();
  });
  return watch;
}

it("does not take a process that stood still for a database that does not answer", async () => {
  const watch = await watched();
  const stoodStill = Promise.withResolvers<string>();
  let times = 0;
  onQuestion = (pass) => {
    times += 1;
    if (times > 4) stoodStill.resolve("still waiting");
    else standStill(2 * patienceMs);
    pass();
  };
  expect(await watch.during(() => stoodStill.promise)).toBe("still waiting");
  expect(watch.isAnswering()).toBe(true);
});

it("tells whoever waits of a database that is silent, and takes work again when it answers", async () => {
  const watch = await watched();
  const kept: (() => void)[] = [];
  onQuestion = (pass) => kept.push(pass);
  const begun = performance.now();
  await expect(watch.during(() => new Promise(() => undefined))).rejects.toThrow(/does not answer/);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(patienceMs * 0.9);
  expect(watch.isAnswering()).toBe(false);
  await expect(watch.during(async () => "never begun")).rejects.toThrow(/does not answer/);

  onQuestion = (pass) => pass();
  await expect.poll(() => watch.isAnswering()).toBe(true);
  expect(await watch.during(async () => "done")).toBe("done");
});

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
