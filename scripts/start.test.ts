// npm start on a stand-in checkout: the real scripts, a small server, and an npm that counts its calls.
import { spawn } from "node:child_process";
import { appendFile, readFile, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStandInCheckout, type StandInCheckout } from "./testing/stand-in-checkout.ts";

const server = `
import { writeFileSync } from "node:fs";
process.on("SIGTERM", () => { console.log("stopped by SIGTERM"); writeFileSync("stopped", ""); process.exit(7); });
process.on("SIGINT", () => { console.log("stopped by SIGINT"); process.exit(8); });
console.log("serving on Node " + process.versions.node + " with GREETING " + process.env.GREETING);
setInterval(() => {}, 1000);
`;
const npm = `#!/bin/sh
echo "npm $*" >> npm-calls
if [ -f npm-fails ]; then echo "the registry is closed today"; exit 1; fi
mkdir -p node_modules/.bin && ln -sf "${process.execPath}" node_modules/.bin/node
`;
const build = `
import { appendFileSync } from "node:fs";
import { codegen, markFresh, webApps } from "./bootstrap/freshness.mjs";
appendFileSync("builds", "built\\n");
for (const target of [codegen, ...webApps()]) markFresh(target);
`;

let checkout: StandInCheckout;

beforeEach(async () => {
  checkout = await createStandInCheckout("start.mjs");
  await checkout.place("scripts/build.ts", build);
  await checkout.place("apps/server/src/main.ts", server);
  await checkout.place("tools/npm", npm, 0o755);
});

afterEach(() => checkout.remove());

function start() {
  const run = checkout.run();
  const serving = async () => {
    while (!run.outputSoFar().includes("serving")) {
      if (run.child.exitCode !== null) throw new Error(`It ended: ${run.outputSoFar()}`);
      await sleep(10);
    }
  };
  return { ...run, serving };
}

async function startAndStop() {
  const run = start();
  await run.serving();
  run.child.kill("SIGTERM");
  return run.ended;
}

test("a first start installs and builds in one line each; a later one does neither", async () => {
  await checkout.place(".env", "GREETING=hello");
  const first = await startAndStop();
  expect(first.output).toMatch(
    /^Installing packages… [\d.]+ s\nBuilding what changed… [\d.]+ s\nserving on Node/,
  );
  expect(first.output).toContain("with GREETING hello");
  const second = await startAndStop();
  expect(second.output).toMatch(/^serving on Node 24\./);
  expect(await checkout.linesOf("npm-calls")).toHaveLength(1);
  expect(await checkout.linesOf("builds")).toHaveLength(1);
});

test("a changed lockfile installs again, a changed source builds again, and a changed test does not", async () => {
  await startAndStop();
  await checkout.place(
    "package-lock.json",
    JSON.stringify({ packages: { "node_modules/new": { version: "1.0.0" } } }),
  );
  await startAndStop();
  expect(await checkout.linesOf("npm-calls")).toHaveLength(2);
  const builds = (await checkout.linesOf("builds")).length;
  await appendFile(join(checkout.root, "apps/console/src/main.tsx"), "2;");
  await startAndStop();
  expect(await checkout.linesOf("builds")).toHaveLength(builds + 1);
  await checkout.place("apps/console/src/main.test.tsx", "3;");
  await checkout.place("apps/server/src/other.ts", "4;");
  await startAndStop();
  expect(await checkout.linesOf("builds")).toHaveLength(builds + 1);
});

test("packages that npm ci installed by hand are not installed again", async () => {
  const packages = {
    "node_modules/one": { version: "1.0.0" },
    "node_modules/mac": { version: "1.0.0", optional: true },
  };
  await checkout.place("package-lock.json", JSON.stringify({ packages }));
  await startAndStop();
  await rm(join(checkout.root, "node_modules/.parley-install"));
  const noted = (version: string) => JSON.stringify({ packages: { "node_modules/one": { version } } });
  await checkout.place("node_modules/.package-lock.json", noted("1.0.0"));
  await startAndStop();
  expect(await checkout.linesOf("npm-calls")).toHaveLength(1);
  await rm(join(checkout.root, "node_modules/.parley-install"));
  await checkout.place("node_modules/.package-lock.json", noted("0.9.0"));
  await startAndStop();
  expect(await checkout.linesOf("npm-calls")).toHaveLength(2);
});

test("what npm said is shown when it fails, and nothing is served", async () => {
  await checkout.place("npm-fails", "");
  const { code, output } = await start().ended;
  expect(code).toBe(1);
  expect(output).toContain("the registry is closed today");
  expect(output).toContain("Installing packages failed: npm ended with 1.");
  expect(output).not.toContain("serving");
});

test.each([
  ["SIGTERM", 7],
  ["SIGINT", 8],
] as const)("%s reaches the server, and its exit code comes back", async (signal, expected) => {
  const run = start();
  await run.serving();
  run.child.kill(signal);
  const { code, output } = await run.ended;
  expect(output).toContain(`stopped by ${signal}`);
  expect(code).toBe(expected);
});

test("the server stops when the starting process is killed", async () => {
  const run = start();
  await run.serving();
  run.child.kill("SIGKILL");
  await expect.poll(() => readFile(join(checkout.root, "stopped"), "utf8")).toBe("");
});

test("the server stops when npm is ended, whose shell passes no signal on", async () => {
  await checkout.place("as-npm-does.sh", `npm_lifecycle_event=start "$1" scripts/start.mjs; exit $?`);
  const shell = spawn("sh", ["as-npm-does.sh", process.execPath], {
    cwd: checkout.root,
    env: { ...process.env, PATH: `${join(checkout.root, "tools")}${delimiter}${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const text of shell.stdout) if (String(text).includes("serving")) break;
  shell.kill("SIGTERM");
  await expect.poll(() => readFile(join(checkout.root, "stopped"), "utf8").catch(() => "not yet")).toBe("");
});
