// Type-checks the root and every workspace that has a tsconfig.json, two at a time. What the root includes, because
// scripts and browser tests import it anyway, is not checked again by itself.
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const tsc = join(root, "node_modules/typescript/bin/tsc");
const atOnce = 2;

interface Check {
  readonly folder: string;
  readonly isClean: boolean;
  readonly output: string;
}

const { include: inRoot }: { include: string[] } = JSON.parse(
  readFileSync(join(root, "tsconfig.json"), "utf8"),
);
const folders = [".", ...globSync("{apps,packages}/*", { cwd: root }).toSorted()].filter(hasSources);
const checks: Check[] = [];
const queue = folders[Symbol.iterator]();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const folder of queue) checks.push(await check(folder));
  }),
);

const failed = checks.filter((result) => !result.isClean);
for (const result of failed) console.log(result.output);
console.log(
  failed.length === 0
    ? `Types are right in ${checks.length} projects.`
    : `Type errors in ${failed.map((result) => result.folder).join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function hasSources(folder: string): boolean {
  if (!existsSync(join(root, folder, "tsconfig.json"))) return false;
  if (inRoot.includes(`${folder}/src/**/*.ts`)) return false;
  return folder === "." || globSync("src/**/*.{ts,tsx}", { cwd: join(root, folder) }).length > 0;
}

function check(folder: string): Promise<Check> {
  return new Promise((resolve) => {
    const project = join(root, folder);
    execFile(
      process.execPath,
      // Checkers side by side work out the same types again: with four, two and a half times the work of one.
      [tsc, "-p", project, "--checkers", "1", "--pretty", "false"],
      { cwd: root, maxBuffer: 64_000_000 },
      (error, stdout, stderr) => {
        resolve({ folder, isClean: error === null, output: `${stdout}${stderr}`.trim() });
      },
    );
  });
}
