// Products that benchmarks compare Parley with. They are installed into bench/peers on first
// use and are never part of Parley's own install.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const peersFolder = join(import.meta.dirname, "peers");

function wanted(): Record<string, string> {
  const file: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(peersFolder, "package.json"), "utf8"),
  );
  return file.dependencies;
}

function installedVersion(name: string): string | undefined {
  const file = join(peersFolder, "node_modules", name, "package.json");
  if (!existsSync(file)) return undefined;
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}

/** Brings the pinned versions in when one is missing or another one. */
export function installPeers(): void {
  if (Object.entries(wanted()).every(([name, version]) => installedVersion(name) === version)) return;
  console.log("Installing the peers into bench/peers (once, a few minutes) …");
  const quietly = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", "--prefix", peersFolder, ...quietly], {
    cwd: peersFolder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
