// PostgreSQL refuses to run as root, so a root process hands it to an ordinary system account.
import { execFile } from "node:child_process";
import { chown, stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const candidates = ["postgres", "_postgres", "nobody"];

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined means: this process is not root and runs the database as itself. */
export async function databaseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of candidates) {
    const account = await lookUp(name);
    if (account !== undefined) return account;
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has no account named postgres or nobody to run it as. " +
      "Start Parley as an ordinary user, or set DATABASE_URL.",
  );
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

export async function giveTo(account: Account | undefined, path: string): Promise<void> {
  if (account === undefined) return;
  try {
    await chown(path, account.uid, account.gid);
  } catch (error) {
    throw new Error(
      `Parley runs as root but may not hand ${path} to the account that runs PostgreSQL. ` +
        "Start Parley as an ordinary user, or set DATABASE_URL.",
      { cause: error },
    );
  }
}

/** Asked of the system rather than worked out from mode bits: ACLs and mounts count too. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (account === undefined) return true;
  try {
    await run("/bin/sh", ["-c", 'test -r "$0" && test -x "$0"', folder], { ...account, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}

export function othersProperty(path: string, cause: unknown): Error {
  return new Error(
    `Parley may not use ${path}: it belongs to another user of this machine. ` +
      "Start Parley as the user who started it first, or choose another DATA_DIR.",
    { cause },
  );
}
