import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { connectTestDatabase } from "#testing/database.ts";
import { connectDatabase, type DatabaseConnection } from "./database.ts";
import { createLog } from "./log.ts";
import { takeConnection } from "./take-connection.ts";

let connection: DatabaseConnection;
beforeAll(async () => {
  connection = await connectTestDatabase(1);
});
afterAll(() => connection.close());

const taken = () =>
  new Promise<pg.PoolClient>((resolve, reject) => {
    takeConnection(connection.pool, (error, client) => (client ? resolve(client) : reject(error)));
  });

it("gives a free connection at once, and one that is not when its turn comes", async () => {
  const { pool } = connection;
  (await taken()).release();
  expect(pool.idleCount).toBe(1);
  let first: pg.PoolClient | undefined;
  takeConnection(pool, (_, client) => (first = client));
  // Nothing was waited for.
  expect([first !== undefined, pool.totalCount, pool.idleCount]).toEqual([true, 1, 0]);
  const order: string[] = [];
  const second = taken().then((client) => (order.push("second"), client.release()));
  const third = taken().then((client) => (order.push("third"), client.release()));
  expect(pool.waitingCount).toBe(2);
  first?.release();
  await Promise.all([second, third]);
  expect([order, pool.idleCount]).toEqual([["second", "third"], 1]);
  expect(() => first?.release()).toThrow();
});

it("gives none of a pool that was closed", async () => {
  const other = connectDatabase(connection.url, 1, createLog("silent"));
  await other.pool.query("select 1");
  const closed = other.close();
  await expect(
    new Promise((resolve, reject) => {
      takeConnection(other.pool, (error, client) => (error ? reject(error) : resolve(client)));
    }),
  ).rejects.toThrow(/after calling end/);
  await closed;
});
