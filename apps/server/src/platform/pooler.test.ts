import { once } from "node:events";
import { createServer } from "node:net";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTestDatabase } from "#testing/database.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { createLog } from "./log.ts";
import { lookForPooler } from "./pooler.ts";

let connection: DatabaseConnection;
beforeAll(async () => {
  connection = await connectTestDatabase();
});
afterAll(() => connection.close());

it("has nothing to say of PostgreSQL itself", async () => {
  expect(await lookForPooler(connection.pool)).toBeUndefined();
  expect(connection.pool.idleCount).toBe(2);
});

it("notices that several connections share a session", async () => {
  const client = await connection.pool.connect();
  const shared = Object.assign(Object.create(client) as pg.PoolClient, {
    query: client.query.bind(client),
    release: () => undefined,
  });
  expect(await lookForPooler({ connect: async () => shared })).toMatch(/by transaction/);
  client.release();
});

it("says what to set in a pooler that refuses what every connection is begun with", async () => {
  // What PgBouncer answers, with its severity, its code and its words.
  const words = "SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
  const refusal = Buffer.from(`E\0\0\0${String.fromCharCode(words.length + 4)}${words}`, "latin1");
  const pooler = createServer((socket) => socket.once("data", () => socket.end(refusal)));
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const { port } = Object(pooler.address()) as { port: number };
  const refused = connectDatabase(`postgres://parley@127.0.0.1:${port}/parley`, 2, createLog("silent"));
  await expect(lookForPooler(refused.pool)).rejects.toThrow(
    /does not let statement_timeout pass\. Add it to ignore_startup_parameters/,
  );
  await refused.close();
  pooler.close();
});
