import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPostmaster } from "#platform/embedded-postgres/postmaster.ts";
import { freePorts } from "#testing/free-ports.ts";

/** Parley as `npm start` starts it, on an empty folder unless `prepare` puts something into it. */
async function aStart(prepare?: (dataDir: string) => Promise<unknown>) {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-main-"));
  await chmod(dataDir, 0o755);
  await prepare?.(dataDir);
  const [port, signIn, provider, providerAdmin, api] = (await freePorts(5)).map(String);
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      PARLEY_ROLES: "api,identity",
      PARLEY_DEMO: "off",
      PORT: port,
      SIGN_IN_PORT: signIn,
      PROVIDER_PORT: provider,
      PROVIDER_ADMIN_PORT: providerAdmin,
      API_PORT: api,
    },
  });
  const ended = once(child, "exit");
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output.text += chunk.toString()));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  });
  const says = (words: string) =>
    expect.poll(() => output.text, { timeout: 60_000, interval: 5 }).toContain(words);
  return { child, ended, dataDir, output, says };
}

async function expectCleanEnd({ ended, dataDir, output }: Awaited<ReturnType<typeof aStart>>) {
  expect(await ended).toEqual([0, null]);
  expect(output.text).toContain("SIGTERM: stopping");
  expect(output.text).not.toContain("cannot start");
  expect(await readPostmaster(join(dataDir, "postgres", "cluster"))).toBeUndefined();
}

it("stopped before it has a database, it leaves none running", async () => {
  const start = await aStart();
  await start.says("Starting the database");
  start.child.kill("SIGTERM");
  await expectCleanEnd(start);
}, 90_000);

it("stopped while it fills its database, it ends that too, and keeps nothing where others can write", async () => {
  const start = await aStart(async (dataDir) => {
    await mkdir(join(dataDir, "compile-cache"));
    await chmod(join(dataDir, "compile-cache"), 0o777);
  });
  await start.says("First administrator");
  start.child.kill("SIGTERM");
  await expectCleanEnd(start);
  expect(await readdir(join(start.dataDir, "compile-cache"))).toEqual([]);
}, 90_000);

it("keeps what was compiled while it runs, where nobody else can write", async () => {
  const { child, ended, dataDir, says } = await aStart();
  const folder = join(dataDir, "compile-cache");
  await says("Parley is ready");
  const kept = async () => (await readdir(folder, { recursive: true })).length;
  await expect.poll(kept, { timeout: 10_000 }).toBeGreaterThan(500);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  child.kill("SIGTERM");
  await ended;
}, 90_000);
