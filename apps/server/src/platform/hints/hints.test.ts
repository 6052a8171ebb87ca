// One suite of promises, run against every engine that is there.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { freePort } from "#testing/free-ports.ts";
import { connectDatabase, type DatabaseConnection } from "../database.ts";
import { createLog } from "../log.ts";
import { publish, startLive } from "../live.ts";
import { createHints, isPostgres } from "./hints.ts";

const log = createLog("silent");

interface Engine {
  readonly name: string;
  /** The program that must be there, on PATH or as this variable says. */
  readonly program?: { readonly name: string; readonly variable: string; parameters(port: number): string[] };
  url(port: number): string;
}

const engines: readonly Engine[] = [
  { name: "postgres", url: () => "postgres:" },
  {
    name: "redis",
    program: {
      name: "redis-server",
      variable: "REDIS_SERVER",
      parameters: (port) => ["--port", String(port), "--save", "", "--requirepass", "sesame"],
    },
    url: (port) => `redis://:sesame@127.0.0.1:${port}`,
  },
  {
    name: "nats",
    program: {
      name: "nats-server",
      variable: "NATS_SERVER",
      parameters: (port) => ["-a", "127.0.0.1", "-p", String(port), "--user", "parley", "--pass", "sesame"],
    },
    url: (port) => `nats://parley:sesame@127.0.0.1:${port}`,
  },
];

let database: TestDatabase;
const connections: DatabaseConnection[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await database.drop();
});

for (const engine of engines) {
  const program = engine.program && findProgram(engine.program);
  if (engine.program && !program) {
    process.stdout.write(
      `hints over ${engine.name} not tried: there is no ${engine.program.name} on PATH (${engine.program.variable} may say where it is)\n`,
    );
  }
  describe.skipIf(engine.program && !program)(`hints over ${engine.name}`, () => {
    let child: ChildProcess | undefined;
    let port = 0;
    const start = async () => {
      if (!engine.program || !program) return;
      child = spawn(program, engine.program.parameters(port), { stdio: "ignore" });
      while (!(await isOpen(port))) await sleep(25);
    };
    const stop = async () => {
      if (!child) return;
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    };
    beforeAll(async () => {
      port = await freePort();
      await start();
    });
    afterAll(stop);

    const hintsOf = (wake: () => void) => {
      const connection = connectDatabase(database.url, 2, log);
      connections.push(connection);
      return createHints({
        hintsUrl: engine.url(port),
        databaseUrl: database.url,
        db: connection.db,
        log,
        wake,
      });
    };

    it("reach every server, the one that tells included", async () => {
      const heard = [0, 0, 0];
      const servers = heard.map((_, index) => hintsOf(() => (heard[index] = (heard[index] ?? 0) + 1)));
      try {
        // Told again until all have found their connection; later hints must arrive on the first try.
        await expect
          .poll(() => {
            servers[0]?.tell();
            return heard.every((count) => count > 0);
          })
          .toBe(true);
        await sleep(100);
        heard.fill(0);
        servers[1]?.tell();
        await expect.poll(() => heard.every((count) => count > 0), { interval: 10 }).toBe(true);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
      }
    });

    it("are few, however often they are told", async () => {
      let heard = 0;
      const server = hintsOf(() => (heard += 1));
      await expect
        .poll(() => {
          server.tell();
          return heard;
        })
        .toBeGreaterThan(1);
      await sleep(100);
      heard = 0;
      for (let count = 0; count < 1_000; count += 1) server.tell();
      await expect.poll(() => heard).toBeGreaterThan(0);
      await sleep(100);
      expect(heard).toBeLessThan(5);
      await server.stop();
    });

    it("bring every change quickly, in any order of commits, and slowly when the engine is away", async () => {
      const isOwn = isPostgres(engine.url(port));
      const both = await Promise.all(
        [0, 1].map(async () => {
          const hinted: { tell?: () => void } = {};
          const options = isOwn ? {} : { onCommit: () => hinted.tell?.() };
          const connection = connectDatabase(database.url, 3, log, options);
          connections.push(connection);
          const live = await startLive({
            db: connection.db,
            url: database.url,
            log,
            hintsUrl: engine.url(port),
          });
          hinted.tell = live.tell;
          return { live, db: connection.db };
        }),
      );
      const [writer, reader] = both;
      if (!writer || !reader) throw new Error("two servers");
      const seen = new Map<number, number>();
      reader.live.on(`via-${engine.name}`, (event) =>
        seen.set(Number(event.payload["value"]), performance.now()),
      );
      const write = (value: number) =>
        writer.db.transaction().execute((tx) => publish(tx, `via-${engine.name}`, { value }));
      await expect
        .poll(async () => {
          await write(0);
          return seen.size;
        })
        .toBeGreaterThan(0);
      const delays: number[] = [];
      for (let value = 1; value <= 10; value += 1) {
        const begun = performance.now();
        await write(value);
        await expect.poll(() => seen.has(value), { interval: 5 }).toBe(true);
        delays.push((seen.get(value) ?? 0) - begun);
      }
      // Without hints half of them would take more than half a second.
      expect(delays.toSorted((a, b) => a - b)[5]).toBeLessThan(400);
      await stop();
      await write(100);
      await expect.poll(() => seen.has(100)).toBe(true);
      await start();
      await write(101);
      await expect.poll(() => seen.has(101)).toBe(true);
      await Promise.all(both.map(({ live }) => live.stop()));
    });
  });
}

it("leave no connection behind to a database that answers and does not let them listen", async () => {
  // As a standby does: who it is does not matter to it, and each statement is an error.
  const words = "SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0";
  const ready = "Z\0\0\0\u0005I";
  const refusal = `E\0\0\0${String.fromCharCode(words.length + 4)}${words}${ready}`;
  const open = new Set<Socket>();
  let opened = 0;
  const standby = createServer((socket) => {
    opened += 1;
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
    socket.once("data", () => {
      socket.write(`R\0\0\0\u0008\0\0\0\0${ready}`, "latin1");
      socket.on("data", (bytes) => bytes[0] === 0x51 && socket.write(refusal, "latin1"));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => standby.listen(port, "127.0.0.1", resolve));
  const connection = connectDatabase(database.url, 2, log);
  connections.push(connection);
  const databaseUrl = `postgres://parley@127.0.0.1:${port}/parley`;
  const hints = createHints({ hintsUrl: "postgres:", databaseUrl, db: connection.db, log, wake: () => {} });
  await expect.poll(() => opened, { timeout: 10_000 }).toBeGreaterThan(4);
  expect(open.size).toBeLessThan(3);
  await hints.stop();
  await expect.poll(() => open.size).toBe(0);
  standby.close();
});

function findProgram({ name, variable }: { name: string; variable: string }): string | undefined {
  const given = process.env[variable] ?? name;
  return spawnSync(given, ["--version"], { stdio: "ignore" }).status === 0 ? given : undefined;
}

async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
