import { execFile } from "node:child_process";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { giveTo } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { readIfThere, type Home } from "./home.ts";

const run = promisify(execFile);

export const superuser = "parley";
/** Settings of the person who starts Parley, such as PGPORT or LC_ALL, must not reach the server. */
export const cleanEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C" };

/** Creates the cluster unless it is there. A half-made one is thrown away, never used. */
export async function ensureCluster(binaries: Binaries, home: Home, isThrowAway: boolean): Promise<void> {
  const version = await readIfThere(join(home.cluster, "PG_VERSION"));
  if (version === undefined) return createCluster(binaries, home, isThrowAway);
  if (version.trim() !== binaries.majorVersion) {
    throw new Error(
      `The database in ${home.cluster} was written by PostgreSQL ${version.trim()}, ` +
        `and this Parley carries PostgreSQL ${binaries.majorVersion}. ` +
        "Move the data with pg_dump and pg_restore, or choose another DATA_DIR.",
    );
  }
}

async function createCluster(binaries: Binaries, home: Home, isThrowAway: boolean): Promise<void> {
  const unfinished = join(home.folder, "cluster.unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(home.account, unfinished);
  // The ICU root order sorts names as people do; the C order would put every capital before "a".
  const locale = process.platform === "darwin" ? "C" : "C.UTF-8";
  const flags = [
    ["--pgdata", unfinished],
    ["--username", superuser],
    ["--pwfile", join(home.folder, "password")],
    ["--auth=scram-sha-256", "--encoding=UTF8", `--locale=${locale}`],
    ["--locale-provider=icu", "--icu-locale=und", "--no-instructions"],
    isThrowAway ? ["--no-sync"] : [],
  ].flat();
  try {
    await run(binaries.initdb, flags, { ...home.account, cwd: "/", env: cleanEnvironment });
  } catch (error) {
    throw new Error(`The database could not be created in ${home.folder}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  await rename(unfinished, home.cluster);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
  return output === "" ? error.message : output;
}
