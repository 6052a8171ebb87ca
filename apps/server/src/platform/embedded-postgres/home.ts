// The folder that holds one embedded database: the cluster, its password and its port.
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canEnter, giveTo, type Account } from "./account.ts";

const sharedFolder = "/var/lib/parley";

/**
 * Answers the folder that the database account can reach. That is dataDir itself, unless dataDir lies
 * under a folder closed to everyone but root, such as /root: then a link in dataDir names another place.
 */
export async function prepareHome(account: Account | undefined, dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const link = join(dataDir, "elsewhere");
  const linked = await readlink(link).catch(() => undefined);
  if (linked !== undefined) return linked;
  await giveTo(account, dataDir);
  if (await canEnter(account, dataDir)) return dataDir;

  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const home = join(sharedFolder, name);
  await mkdir(home, { recursive: true, mode: 0o755 });
  await chmod(sharedFolder, 0o755);
  await giveTo(account, home);
  await symlink(home, link);
  return home;
}

export async function passwordOf(account: Account | undefined, home: string): Promise<string> {
  const file = join(home, "password");
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known !== undefined && known !== "") return known;
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, password, { mode: 0o600 });
  await giveTo(account, file);
  return password;
}
