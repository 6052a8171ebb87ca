// Threat: a script that somebody wrote or pasted reads secrets of the server, stops it, or disturbs other scripts.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createOutgoing } from "#platform/outgoing/outgoing.ts";
import { readingEscapes, stoppingEscapes } from "./escape-corpus.ts";
import { createScriptHttp, createScriptSandbox, type ScriptResult } from "./index.ts";
import { ownWaitingMs, whenFree } from "./kept-waiting.ts";

const canary = "canary-5f2d9c";
const folder = mkdtempSync(join(tmpdir(), "parley-canary-"));
const canaryPath = join(folder, "secret.txt");
const deadlineMs = 120;
/** For killing a process that is stuck in a built-in. */
const patienceMs = 1_500;
const memoryBefore = process.memoryUsage.rss();
const sandbox = createScriptSandbox({ processes: 4, mostWaitMs: 60_000 });
const http = createScriptHttp(createOutgoing({ privateHosts: [], log: createLog("silent") }), {
  allowedHosts: ["api.example.com", "169.254.169.254"],
});

beforeAll(async () => {
  process.env["PARLEY_CANARY"] = canary;
  Object.defineProperty(globalThis, "canary", { value: canary, configurable: true });
  writeFileSync(canaryPath, canary);
  await sandbox.runScript({ code: "" });
});
afterAll(() => {
  sandbox.close();
  delete process.env["PARLEY_CANARY"];
  Reflect.deleteProperty(globalThis, "canary");
  rmSync(folder, { recursive: true });
});

const attempt = (code: string): Promise<ScriptResult> =>
  sandbox.runScript({
    code,
    input: { canaryPath },
    variables: { given: { a: 1 } },
    api: { http },
    deadlineMs,
  });

test("the corpus is large", () => {
  const codes = [...readingEscapes, ...stoppingEscapes].map((it) => it.code);
  expect(new Set(codes).size).toBeGreaterThanOrEqual(200);
});

test("the canaries are where an escaped script would find them", () => {
  expect(process.env["PARLEY_CANARY"]).toBe(canary);
  expect(Reflect.get(globalThis, "canary")).toBe(canary);
});

test.runIf(process.platform === "linux")("a guest process has an empty environment", () => {
  const names = sandbox.pids.map((pid) =>
    readFileSync(`/proc/${pid}/environ`, "utf8").match(/[^=\0]+(?==)/g),
  );
  // The two with which Node finds the channel to its parent.
  expect(names.length).toBeGreaterThan(0);
  for (const found of names) expect(found).toEqual(["NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"]);
});

test("a stuck guest process ends when its server is killed", async () => {
  const script = `const { createScriptSandbox } = await import(${JSON.stringify(import.meta.resolve("./sandbox.ts"))});
    const sandbox = createScriptSandbox({ processes: 1 });
    await sandbox.runScript({ code: "" });
    void sandbox.runScript({ code: "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)", deadlineMs: 60_000 });
    setTimeout(() => { console.log(sandbox.pids[0]); process.kill(process.pid, "SIGKILL") }, 200);`;
  const output = await new Promise<string>((resolve) => {
    const args = ["--input-type=module", "-e", script];
    execFile(process.execPath, args, { encoding: "utf8" }, (_error, stdout) => resolve(stdout));
  });
  const pid = Number(output);
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

describe("reading", { concurrent: true }, () => {
  test.each(readingEscapes)("$name", async ({ code }) => {
    const result = await attempt(code);
    expect(JSON.stringify(result)).not.toContain(canary);
    // Nothing of Node either: names of its modules, paths of this machine.
    expect(JSON.stringify(result)).not.toMatch(/node:internal|NODE_|\/proc\/|script-sandbox|node_modules/);
    expect(Object.getPrototypeOf(result.variables)).toBe(Object.prototype);
    expect("isAdmin" in {} || "polluted" in {}).toBe(false);
  });
});

describe("stopping", { concurrent: true }, () => {
  test.each(stoppingEscapes)("$name", async ({ code }) => {
    const before = ownWaitingMs();
    const result = await attempt(code);
    // The server stops a script by a clock of its own; only the time it had no processor itself does not count.
    expect(result.durationMs - (ownWaitingMs() - before)).toBeLessThan(deadlineMs + patienceMs);
    const text = JSON.stringify(result);
    expect(text).not.toContain(canary);
    expect(text.length).toBeLessThan(1_000_000);
  });
});

test("the server's own memory did not grow with them", () => {
  expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(300 * 1024 * 1024);
});

test("neighbours finish with the right answer while others attack", { timeout: 60_000 }, async () => {
  const shared = createScriptSandbox({ processes: 2 });
  const attacks = stoppingEscapes
    .filter((_, index) => index % 6 === 0)
    .map(({ code }) => shared.runScript({ owner: "attacker", code, deadlineMs }));
  const neighbours: ScriptResult[] = [];
  for (let round = 0; round < 20; round += 1) {
    const code = "set('n', input + 1); say(String(input)); return input * 2;";
    const ask = () => shared.runScript({ owner: "neighbour", code, input: round, deadlineMs: 2_000 });
    const isGood = (it: ScriptResult) => it.error === undefined && it.durationMs < 1_000;
    neighbours.push(await whenFree(() => shared.pids, ask, isGood));
    // What attackers can take from others: no more processes than there are.
    expect(shared.pids.length).toBeLessThanOrEqual(2);
  }
  expect(neighbours.map((it) => [it.output, it.variables["n"], it.said, it.error])).toEqual(
    neighbours.map((_, round) => [round * 2, round + 1, [String(round)], undefined]),
  );
  expect(Math.max(...neighbours.map((it) => it.durationMs))).toBeLessThan(1_000);
  await Promise.all(attacks);
  shared.close();
});

function isAlive(pid: number): boolean {
  try {
    // A zombie, which only its new parent can bury, counts as dead.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
