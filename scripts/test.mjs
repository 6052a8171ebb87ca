// npm test: the checks, then the tests. `npm test -- teams` runs the test files whose path holds "teams".
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { installWhatIsMissing } from "./bootstrap/install.mjs";
import { codegen, isStale, webApps } from "./bootstrap/freshness.mjs";
import { pinnedNode, root } from "./bootstrap/paths.mjs";
import { runQuietly, StepFailed } from "./bootstrap/run.mjs";

const given = process.argv.slice(2);
const names = given.filter((word) => !word.startsWith("-"));
const needsBrowser =
  names.length === 0 || browserFiles().some((file) => names.some((name) => file.includes(name)));

try {
  await installWhatIsMissing();
  if (isStale(codegen)) await runQuietly("Generate types", pinnedNode, ["scripts/build.ts", "--types"]);
  if (names.length === 0) {
    await runQuietly("Lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]);
    await runQuietly("Format", bin("oxfmt"), ["--check"]);
    await runQuietly("Types", pinnedNode, ["scripts/typecheck.ts"]);
    await runQuietly("Dead code", bin("knip"), ["--no-progress"]);
  }
  if (needsBrowser && webApps().some(isStale)) await runQuietly("Build", pinnedNode, ["scripts/build.ts"]);
  const projects = needsBrowser ? [] : ["--project", "code"];
  process.exitCode = await runTests([...projects, ...given]);
} catch (error) {
  if (error instanceof StepFailed) console.log(error.output);
  console.log(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}

/**
 * Keeps the count back until the error output is out as well: it has to be the last line.
 * @param {readonly string[]} parameters
 * @returns {Promise<number>}
 */
function runTests(parameters) {
  return new Promise((resolve, reject) => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const child = spawn(pinnedNode, [vitest, "run", ...parameters], {
      cwd: root,
      env: process.stdout.isTTY ? { FORCE_COLOR: "1", ...process.env } : process.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
      process.on(signal, () => child.kill(signal));
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (line + text).split("\n");
      line = lines.pop() ?? "";
      for (const whole of lines) show(whole);
    });
    let count = "";
    const show = (/** @type {string} */ whole) => {
      if (/^\d+ passed, \d+ failed/.test(whole)) count = whole;
      else console.log(whole);
    };
    child.once("error", reject);
    child.once("close", (code) => {
      if (line !== "") show(line);
      console.log(count === "" ? "0 passed, 1 failed" : count);
      resolve(code ?? 1);
    });
  });
}

function browserFiles() {
  return readdirSync(join(root, "e2e"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => `e2e/${file}`);
}

/** @param {string} name */
function bin(name) {
  return join(root, "node_modules", ".bin", name);
}
