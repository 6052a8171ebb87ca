import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { migrate, readMigrations, type Migration } from "./migrations.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase("template1");
});

afterEach(() => database.drop());

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

async function rows(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

const applied = "select name from schema_migrations order by name";
const tables =
  "select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'";

test("the migrations of this version apply to an empty database in order, and once", async () => {
  const names = (await readMigrations()).map((one) => one.name);
  expect(names.length).toBeGreaterThan(1);
  expect(await migrate(database.url)).toEqual(names);
  expect(await migrate(database.url)).toEqual([]);
  expect(await rows(applied)).toEqual(names);
});

test("a migration that was changed after it ran is refused with a sentence, and nothing after it runs", async () => {
  await migrate(database.url, [migration("0001_one.sql", "create table one ()")]);
  const changed = [
    migration("0001_one.sql", "create table uno ()"),
    migration("0002_two.sql", "create table two ()"),
  ];
  await expect(migrate(database.url, changed)).rejects.toThrow(
    "Migration 0001_one.sql was changed after it ran. Write a new one instead.",
  );
  expect(await rows(tables)).toEqual(["one"]);
});

test("a migration that fails half-way leaves nothing, and runs whole when it is mended", async () => {
  const one = migration("0001_one.sql", "create table one ()");
  const broken = migration("0002_two.sql", "create table two (); select 1 / 0;");
  await expect(migrate(database.url, [one, broken])).rejects.toThrow(
    "Migration 0002_two.sql failed and was rolled back.",
  );
  expect(await rows(tables)).toEqual(["one"]);
  expect(await rows(applied)).toEqual(["0001_one.sql"]);
  const mended = migration("0002_two.sql", "create table two ()");
  expect(await migrate(database.url, [one, mended])).toEqual(["0002_two.sql"]);
});

test("a server killed in the middle of a migration leaves nothing, and the next start finishes it", async () => {
  const slow = migration(
    "0001_slow.sql",
    "create table begun (); select pg_sleep(2); create table finished ();",
  );
  const module = JSON.stringify(new URL("migrations.ts", import.meta.url).href);
  const code = `const { migrate } = await import(${module});
    await migrate(${JSON.stringify(database.url)}, [${JSON.stringify(slow)}]);`;
  const server = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "ignore" });
  const sleeping =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await expect.poll(() => rows(sleeping), { timeout: 20_000 }).toEqual([1]);
  server.kill("SIGKILL");
  await once(server, "exit");
  expect(await rows(tables)).toEqual([]);

  expect(await migrate(database.url, [slow])).toEqual(["0001_slow.sql"]);
  expect(await rows(`${tables} order by 1`)).toEqual(["begun", "finished"]);
});

test("servers that start at once take turns: one migrates, the others find it done", async () => {
  const wanted = [
    migration("0001_one.sql", "create table one (); select pg_sleep(0.3);"),
    migration("0002_two.sql", "create table two ()"),
  ];
  const answers = await Promise.all([1, 2, 3].map(() => migrate(database.url, wanted)));
  expect(answers.toSorted((one, other) => other.length - one.length)).toEqual([
    ["0001_one.sql", "0002_two.sql"],
    [],
    [],
  ]);
});
