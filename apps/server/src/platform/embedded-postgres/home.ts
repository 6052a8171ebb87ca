// The folder that holds one embedded database: the cluster, its password, its port and its log.
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canEnter, databaseAccount, giveTo, othersProperty, type Account } from "./account.ts";

const sharedFolder = "/var/lib/parley";

export interface Home {
  readonly folder: string;
  readonly cluster: string;
  /** Who runs the database when Parley itself runs as root. Only the cluster is theirs. */
  readonly account: Account | undefined;
}

/**
 * The folder is dataDir itself, unless that lies under a folder closed to everyone but root, such as
 * /root: then the database lives in a place its account can reach, and a link in dataDir says where.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const link = join(dataDir, "elsewhere");
  const linked = await readlink(link).catch(() => undefined);
  const account = await databaseAccount(join(linked ?? dataDir, "cluster"));
  if (linked !== undefined) return openFolder(linked, account);
  const home = await openFolder(dataDir, account);
  if (await canEnter(account, dataDir)) return home;

  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const elsewhere = await openFolder(join(sharedFolder, name), account);
  await symlink(elsewhere.folder, link);
  return elsewhere;
}

async function openFolder(folder: string, account: Account | undefined): Promise<Home> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (account !== undefined) await chmod(folder, 0o755);
  return { folder, cluster: join(folder, "cluster"), account };
}

export async function passwordOf(home: Home): Promise<string> {
  const file = join(home.folder, "password");
  const known = await readIfThere(file);
  if (known !== undefined && known !== "") return known;
  const password = randomBytes(24).toString("base64url");
  await rm(file, { force: true });
  await writeFile(file, password, { mode: 0o600 });
  await giveTo(home.account, file);
  return password;
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw othersProperty(file, error);
  }
}
