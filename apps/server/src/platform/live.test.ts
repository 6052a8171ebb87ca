import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { publish } from "./live.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("shows every change even when the notification connection is killed again and again", async () => {
  const { db, live } = server.services;
  const seen: number[] = [];
  const remove = live.on("counter", (event) => seen.push(Number(event.payload["value"])));
  const killer = new pg.Client({ connectionString: server.databaseUrl });
  await killer.connect();
  const total = 60;
  for (let value = 1; value <= total; value += 1) {
    await db.transaction().execute((tx) => publish(tx, "counter", { value }));
    if (value % 7 === 0) {
      await killer.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley live'",
      );
    }
  }
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(total);
  expect(new Set(seen).size).toBe(total);
  remove();
  await killer.end();
});

it("delivers a change that commits after a later one", async () => {
  const { db, live } = server.services;
  const seen: string[] = [];
  const remove = live.on("order", (event) => seen.push(String(event.payload["name"])));
  const slow = new pg.Client({ connectionString: server.databaseUrl });
  await slow.connect();
  await slow.query("begin");
  await slow.query(`insert into outbox (topic, payload) values ('order', '{"name":"slow"}')`);
  await db.transaction().execute((tx) => publish(tx, "order", { name: "fast" }));
  await expect.poll(() => seen).toEqual(["fast"]);
  await slow.query("commit");
  await expect.poll(() => seen).toEqual(["fast", "slow"]);
  remove();
  await slow.end();
});

it("says nothing about a change that was rolled back", async () => {
  const { db, live } = server.services;
  const seen: unknown[] = [];
  const remove = live.on("ghost", (event) => seen.push(event));
  await db
    .transaction()
    .execute(async (tx) => {
      await publish(tx, "ghost", {});
      throw new Error("no");
    })
    .catch(() => undefined);
  await db.transaction().execute((tx) => publish(tx, "ghost", { real: true }));
  await expect.poll(() => seen.length).toBe(1);
  remove();
});
