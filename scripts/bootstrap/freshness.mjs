// What has to be made again, told by the content of the files it is made from.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";

const skipped = new Set(["node_modules", "dist", "generated", ".data"]);

/** @typedef {{ name: string, inputs: readonly string[], stamp: string }} Target */

/** @type {Target} */
export const codegen = {
  name: "codegen",
  inputs: ["apps", "packages", "scripts/codegen", "package-lock.json"],
  stamp: "apps/server/src/generated/.fingerprint",
};

/** @returns {Target[]} */
export function webApps() {
  return ["console", "sign-in", "widget"]
    .filter((name) =>
      // The widget's loader has a config of its own.
      ["vite.config.ts", "vite.loader.config.ts"].some((file) => existsSync(join(root, "apps", name, file))),
    )
    .map((name) => ({
      name,
      inputs: [
        `apps/${name}`,
        "packages",
        "apps/server/src",
        "schema.graphql",
        "scripts/build.ts",
        "scripts/codegen",
        "package-lock.json",
        "tsconfig.base.json",
        "tsconfig.web.json",
      ],
      stamp: `apps/${name}/dist/.fingerprint`,
    }));
}

/** @param {Target} target */
export function isStale(target) {
  const file = join(root, target.stamp);
  return !existsSync(file) || readFileSync(file, "utf8") !== fingerprint(target);
}

/** @param {Target} target */
export function markFresh(target) {
  const file = join(root, target.stamp);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fingerprint(target));
}

/** @param {Target} target */
function fingerprint(target) {
  const hash = createHash("sha256");
  for (const path of target.inputs.flatMap(filesUnder)) hash.update(`${path} ${digest(path)}\n`);
  return hash.digest("hex");
}

/** @type {Map<string, string>} */
const digests = new Map();

/**
 * The targets share most of their inputs, and this runs before every start.
 * @param {string} path
 */
function digest(path) {
  const known = digests.get(path);
  if (known !== undefined) return known;
  const made = createHash("sha256")
    .update(readFileSync(join(root, path)))
    .digest("base64");
  digests.set(path, made);
  return made;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return isInput(path) ? [path] : [];
  return readdirSync(join(root, path))
    .filter((name) => !skipped.has(name))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * Of the server only the API and the tables count for what is generated from it and built upon it.
 * @param {string} path
 */
function isInput(path) {
  if (/\.(test|spec)\.tsx?$/.test(path)) return false;
  return !path.startsWith("apps/server/") || path.endsWith(".graphql") || path.endsWith(".sql");
}
