import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectTestDatabase } from "#testing/database.ts";
import type { DatabaseConnection } from "./database.ts";
import { closeUnused } from "./unused-connections.ts";

const everyMs = 100;
let connection: DatabaseConnection;
beforeEach(async () => {
  connection = await connectTestDatabase(6);
});
afterEach(() => connection.close());

async function openAll(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 6 }, () => connection.pool.connect()));
  for (const client of clients) client.release();
}

it("closes what nobody uses and keeps what is used", async () => {
  const { pool } = connection;
  await openAll();
  const unused = closeUnused(pool, 1, everyMs);
  const busy = await pool.connect();
  const { rows: before } = await busy.query<{ pid: number }>("select pg_backend_pid() as pid");
  await expect.poll(() => pool.totalCount).toBe(1);
  const { rows: after } = await busy.query<{ pid: number }>("select pg_backend_pid() as pid");
  expect(after).toEqual(before);
  busy.release();
  unused.stop();
});

it("leaves as many as it is told, and new ones are made when they are wanted", async () => {
  const { pool } = connection;
  await openAll();
  const unused = closeUnused(pool, 2, everyMs);
  await expect.poll(() => pool.totalCount).toBe(2);
  await openAll();
  expect(pool.totalCount).toBe(6);
  unused.stop();
});

it("lets one stay that was used since the last look", async () => {
  const { pool } = connection;
  await openAll();
  // Far enough apart that a slow moment of the machine is not a pause.
  const unused = closeUnused(pool, 0, everyMs * 5);
  for (let asked = 0; asked < 25; asked += 1) {
    await Promise.all(Array.from({ length: 6 }, () => pool.query("select pg_sleep(0.01)")));
    await sleep(everyMs / 2);
    expect(pool.totalCount).toBe(6);
  }
  unused.stop();
});
