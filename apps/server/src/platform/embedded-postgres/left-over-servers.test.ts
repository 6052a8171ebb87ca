import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { databaseAccount } from "./account.ts";
import { isServerOf, readPostmaster, signalUnlessGone } from "./postmaster.ts";
import { ask, inDataDir, onCleanUp, start, startInAnotherProcess, useDataDir } from "./testing.ts";

useDataDir();

async function serverPid(): Promise<number> {
  const postmaster = await readPostmaster(inDataDir("cluster"));
  if (postmaster === undefined) throw new Error("no server runs");
  return postmaster.pid;
}

test("the server that a killed process left running is taken over, and stop() ends it", async () => {
  const other = await startInAnotherProcess();
  const pid = await serverPid();
  await other.end("SIGKILL");
  expect(await isServerOf(pid, inDataDir("cluster"))).toBe(true);

  const server = await start();
  expect(server.url).toBe(other.url);
  expect(await serverPid()).toBe(pid);
  expect(await ask(server.url, "select 1 as one")).toEqual({ one: 1 });
  await server.stop();
  expect(await isServerOf(pid, inDataDir("cluster"))).toBe(false);
  expect(await readPostmaster(inDataDir("cluster"))).toBeUndefined();
});

test("the server of a process that still runs is shared, and stop() leaves it alone", async () => {
  const other = await startInAnotherProcess();
  const pid = await serverPid();
  const guest = await start();
  expect(guest.url).toBe(other.url);
  await guest.stop();
  expect(await ask(other.url, "select 1 as one")).toEqual({ one: 1 });
  await other.end("SIGTERM");
  expect(await isServerOf(pid, inDataDir("cluster"))).toBe(false);
});

test("two processes that start on an empty folder at once share one server", async () => {
  const [one, two] = await Promise.all([startInAnotherProcess(), startInAnotherProcess()]);
  expect(one.url).toBe(two.url);
  expect(await ask(one.url, "select 1 as one")).toEqual({ one: 1 });
  await Promise.all([one.end("SIGTERM"), two.end("SIGTERM")]);
});

test.each(["a server of its own", "a server that was taken over"])(
  "%s that ends by itself is started again where it was",
  async (whose) => {
    if (whose !== "a server of its own") await (await startInAnotherProcess()).end("SIGKILL");
    const server = await start();
    const before = await serverPid();
    signalUnlessGone(before, "SIGKILL");
    const answer = () => ask(server.url, "select 1 as one").catch(() => undefined);
    const isAnother = async () => (await serverPid().catch(() => before)) !== before;
    await expect.poll(isAnother, { timeout: 30_000 }).toBe(true);
    await expect.poll(answer, { timeout: 30_000 }).toEqual({ one: 1 });
    const after = await serverPid();
    await server.stop();
    expect(await isServerOf(after, inDataDir("cluster"))).toBe(false);
  },
);

const writer = `
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query("create table written (number int)");
  for (let number = 1; ; number += 1) {
    await client.query("insert into written values ($1)", [number]);
    console.log(number);
  }`;

test.each(["the process", "the process and the database server"])(
  "kill -9 of %s mid-write loses nothing that was acknowledged",
  async (victim) => {
    const other = await startInAnotherProcess(writer);
    let acknowledged = 0;
    while (acknowledged < 200) acknowledged = Number(await other.nextLine());
    const pid = await serverPid();
    await other.end("SIGKILL");
    if (victim !== "the process") signalUnlessGone(pid, "SIGKILL");

    const server = await start();
    const counted = "select count(distinct number) >= $n as complete from written".replace(
      "$n",
      String(acknowledged),
    );
    expect(await ask(server.url, counted)).toEqual({ complete: true });
  },
);

test("a pid file whose number belongs to another program, or to none, does not stand in the way", async () => {
  const before = await start();
  const file = inDataDir("cluster", "postmaster.pid");
  const text = await readFile(file, "utf8");
  const lock = inDataDir("cluster", `.s.PGSQL.${new URL(before.url).port}.lock`);
  expect(await readFile(lock, "utf8")).toContain(inDataDir("cluster"));
  await before.stop();
  // PostgreSQL itself overlooks processes of other accounts; one of its own account is the hard case.
  const account = await databaseAccount(inDataDir("cluster"));
  const stranger = spawn("sleep", ["60"], { ...account, stdio: "ignore" });
  onCleanUp(async () => stranger.kill());
  for (const pid of [stranger.pid, 4_000_000]) {
    for (const each of [file, lock])
      await writeFile(each, text.replace(/^\d+/, String(pid)), { mode: 0o644 });
    const server = await start();
    expect(await ask(server.url, "select 1 as one")).toEqual({ one: 1 });
    await server.stop();
  }
});
