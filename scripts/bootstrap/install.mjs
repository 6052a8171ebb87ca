import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pinnedNode, root } from "./paths.mjs";
import { runQuietly } from "./run.mjs";

const stampFile = join(root, "node_modules", ".parley-install");

/** Installs the packages of package-lock.json unless they are there. */
export async function installWhatIsMissing() {
  const lock = readFileSync(join(root, "package-lock.json"));
  const stamp = createHash("sha256").update(lock).digest("hex");
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (isStamped && existsSync(pinnedNode)) return;
  if (!existsSync(pinnedNode) || !isInstalled(JSON.parse(lock.toString("utf8")).packages)) {
    await runQuietly("Installing packages", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      ...process.env,
      PATH: pathWithoutOurs(),
    });
  }
  if (!existsSync(pinnedNode)) {
    throw new Error(
      "The Node that Parley runs on was not installed, because npm runs no install scripts here. " +
        "Allow it with: npm rebuild node --ignore-scripts=false",
    );
  }
  writeFileSync(stampFile, stamp);
}

/**
 * Someone may have run npm ci by hand: npm notes what it installed in a lockfile of its own.
 * @param {Record<string, { version?: string, link?: boolean, optional?: boolean }>} wanted
 */
function isInstalled(wanted) {
  const noted = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(noted)) return false;
  /** @type {Record<string, { version?: string }>} */
  const found = JSON.parse(readFileSync(noted, "utf8")).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/") || entry.link) return true;
    const installed = found[path];
    // npm leaves out optional packages for other machines.
    return installed === undefined ? entry.optional === true : installed.version === entry.version;
  });
}

/** npm replaces node_modules, so it must not run on the Node that lies in there. */
function pathWithoutOurs() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.filter((folder) => !folder.startsWith(join(root, "node_modules"))).join(delimiter);
}
