import { once } from "node:events";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { ask, inDataDir, onCleanUp, start, useDataDir } from "./testing.ts";

useDataDir();

test("starts on an empty folder, keeps data, password and port, and listens on this machine only", async () => {
  const first = await start();
  await ask(first.url, "create table kept as select 'still here' as word");
  expect(await ask(first.url, "show listen_addresses")).toEqual({ listen_addresses: "127.0.0.1" });
  expect(await ask(first.url, "show max_connections")).toEqual({ max_connections: "10" });
  expect((await stat(inDataDir("password"))).mode & 0o777).toBe(0o600);
  await first.stop();
  await expect(ask(first.url, "select 1")).rejects.toThrow(/ECONNREFUSED|ENOENT/);
  await expect(ask(byPort(first.url), "select 1")).rejects.toThrow("ECONNREFUSED");

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
  const wrong = second.url.replace(/:[^:@]*@/, ":wrong@");
  await expect(ask(wrong, "select 1")).rejects.toThrow("password authentication failed");
});

const isBySocket = "select inet_client_addr() is null as yes";
const byPort = (url: string) => Object.assign(new URL(url), { search: "" }).href;

test("is reached by a socket in its own folder, or by its port as before", async () => {
  const { url } = await start();
  expect(await ask(url, isBySocket)).toEqual({ yes: true });
  expect((await stat(inDataDir("cluster"))).mode & 0o777).toBe(0o700);
  expect(await ask(byPort(url), isBySocket)).toEqual({ yes: false });
});

test.each(["deep".repeat(30), "one,two"])(
  "is reached by its port where %s allows no socket",
  async (folder) => {
    const { url } = await start({ dataDir: inDataDir(folder) });
    expect(await ask(url, isBySocket)).toEqual({ yes: false });
  },
);

test("is reached by its port where the system makes no socket", async () => {
  const before = await start();
  const { port } = new URL(before.url);
  await before.stop();
  await mkdir(inDataDir("cluster", `.s.PGSQL.${port}.lock`));
  const { url } = await start();
  expect(await ask(url, isBySocket)).toEqual({ yes: false });
});

test("names sort as people sort them", async () => {
  const { url } = await start();
  const names = "(values ('zebra'), ('Apple'), ('apple'), ('Éclair'), ('Fig')) as words (name)";
  expect(await ask(url, `select string_agg(name, ' ' order by name) from ${names}`)).toEqual({
    string_agg: "apple Apple Éclair Fig zebra",
  });
});

test("a busy port: a free one is found, and a port that was asked for is named", async () => {
  const first = await start();
  const port = Number(new URL(first.url).port);
  await first.stop();
  const occupier = createServer().listen(port, "127.0.0.1");
  await once(occupier, "listening");
  onCleanUp(async () => occupier.close());

  await expect(start({ port })).rejects.toThrow(`Port ${port} is taken by another program.`);
  const second = await start();
  expect(new URL(second.url).port).not.toBe(String(port));
  expect(await ask(second.url, "select 1 as one")).toEqual({ one: 1 });
});

test("a setting that PostgreSQL refuses is reported at once with its reason", async () => {
  const began = Date.now();
  await expect(start({ settings: { shared_buffers: "a lot" } })).rejects.toThrow(
    /did not start: .*invalid value for parameter "shared_buffers"/s,
  );
  expect(Date.now() - began).toBeLessThan(20_000);
});

test("a database that was half made when the machine stopped is made anew", async () => {
  await mkdir(inDataDir("cluster.unfinished", "base"), { recursive: true });
  await writeFile(inDataDir("cluster.unfinished", "PG_VERSION"), "18\n");
  const { url } = await start();
  expect(await ask(url, "select 1 as one")).toEqual({ one: 1 });
});

test("a database of another PostgreSQL version is refused with a sentence", async () => {
  await mkdir(inDataDir("cluster"));
  await writeFile(inDataDir("cluster", "PG_VERSION"), "15\n");
  await expect(start()).rejects.toThrow(
    /was written by PostgreSQL 15, and this Parley carries PostgreSQL \d\d\./,
  );
});

test("a test database is migrated and its own", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(one.url, "create table only_here ()");
  const migrated = "select count(*)::int > 0 as migrated from schema_migrations";
  expect(await ask(one.url, migrated)).toEqual({ migrated: true });
  expect(await ask(two.url, "select to_regclass('only_here') as found")).toEqual({ found: null });
  await Promise.all([one.drop(), two.drop()]);
  await expect(ask(one.url, "select 1")).rejects.toThrow("does not exist");
});
