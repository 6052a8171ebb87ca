import { execFile } from "node:child_process";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";

const run = promisify(execFile);

export const superuser = "parley";
/** Settings of the person who starts Parley, such as PGPORT or LC_ALL, must not reach the server. */
export const cleanEnvironment = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };

/** Creates the cluster unless it is there. A half-made one is thrown away, never used. */
export async function ensureCluster(
  binaries: Binaries,
  account: Account | undefined,
  home: string,
  options: { readonly isThrowAway: boolean },
): Promise<string> {
  const cluster = join(home, "cluster");
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(ignoreMissing);
  if (version !== undefined) return cluster;

  const unfinished = join(home, "cluster.unfinished");
  await rm(unfinished, { recursive: true, force: true });
  // The ICU root order sorts names as people do; the C order would put every capital before "a".
  const locale = process.platform === "darwin" ? "C" : "C.UTF-8";
  const flags = [
    ["--pgdata", unfinished],
    ["--username", superuser],
    ["--pwfile", join(home, "password")],
    ["--auth=scram-sha-256", "--encoding=UTF8", `--locale=${locale}`],
    ["--locale-provider=icu", "--icu-locale=und", "--no-instructions"],
    options.isThrowAway ? ["--no-sync"] : [],
  ].flat();
  try {
    await run(binaries.initdb, flags, { ...account, cwd: "/", env: cleanEnvironment });
  } catch (error) {
    throw new Error(`The database could not be created in ${home}: ${reasonOf(error)}`, { cause: error });
  }
  await rename(unfinished, cluster);
  return cluster;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw new Error(
    `The database in ${error.path} belongs to another user of this machine. ` +
      "Start Parley as the user who started it first, or choose another DATA_DIR.",
    { cause: error },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
  return output === "" ? error.message : output;
}
