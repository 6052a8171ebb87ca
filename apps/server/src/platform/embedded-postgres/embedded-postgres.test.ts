import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { createLog } from "../log.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./index.ts";

let dataDir: string;
let running: EmbeddedPostgres[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-embedded-"));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: { port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog("silent"),
    settings: { max_connections: "10", shared_buffers: "16MB" },
    ...options,
  });
  running.push(server);
  return server;
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows[0];
  } finally {
    await client.end();
  }
}

test("starts on an empty folder, keeps data, password and port for the next start, and listens on this machine only", async () => {
  const first = await start();
  await ask(first.url, "create table kept as select 'still here' as word");
  expect(await ask(first.url, "show listen_addresses")).toEqual({ listen_addresses: "127.0.0.1" });
  expect(await ask(first.url, "show max_connections")).toEqual({ max_connections: "10" });
  expect((await stat(join(dataDir, "password"))).mode & 0o777).toBe(0o600);
  await first.stop();
  await expect(ask(first.url, "select 1")).rejects.toThrow();

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
  const wrong = second.url.replace(/:[^:@]*@/, ":wrong@");
  await expect(ask(wrong, "select 1")).rejects.toThrow("password authentication failed");
});

test("a test database is migrated and its own", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(one.url, "create table only_here ()");
  expect(await ask(one.url, "select count(*)::int > 0 as migrated from schema_migrations")).toEqual({
    migrated: true,
  });
  expect(await ask(two.url, "select to_regclass('only_here') as found")).toEqual({ found: null });
  await Promise.all([one.drop(), two.drop()]);
  await expect(ask(one.url, "select 1")).rejects.toThrow("does not exist");
});
