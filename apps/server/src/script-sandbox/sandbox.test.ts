import { afterAll, describe, expect, test } from "vitest";
import { signalUnlessGone } from "#platform/embedded-postgres/postmaster.ts";
import { createScriptSandbox, type ScriptResult, type ScriptRun } from "./index.ts";
import { whenFree } from "./kept-waiting.ts";

const sandbox = createScriptSandbox();
const runScript = (run: ScriptRun) => sandbox.runScript(run);
const checkScript = (code: string) => sandbox.checkScript(code);
afterAll(() => sandbox.close());

describe("a script", () => {
  test("sees its input and variables, says, sets and returns", async () => {
    const result = await runScript({
      code: `const name = get("visitor").name;
say("Hello " + name);
say({ a: 1 });
set("count", get("count") + input.step);
console.log("step", input.step);
return { name, at: now(), missing: get("nothing") === undefined };`,
      input: { step: 2 },
      variables: { visitor: { name: "Ann" }, count: 1 },
      now: new Date("2026-11-15T10:00:00Z"),
    });
    expect(result).toEqual({
      output: { name: "Ann", at: "2026-11-15T10:00:00.000Z", missing: true },
      variables: { visitor: { name: "Ann" }, count: 3 },
      said: ["Hello Ann", '{"a":1}'],
      logs: ["step 2"],
      durationMs: expect.any(Number),
    });
  });

  test("calls http through the host and sees the answer or the error", async () => {
    const asked: unknown[] = [];
    const http = async (request: unknown) => {
      asked.push(request);
      if (asked.length === 2) throw new Error("The host is not allowed.");
      return { status: 200, body: { ok: true } };
    };
    const code = `const answer = await http({ url: "https://example.com", method: "POST", body: { a: 1 } });
try { await http("https://other.example"); } catch (error) { say(error.message); }
return answer.body.ok;`;
    const result = await runScript({ code, api: { http } });
    expect(result).toMatchObject({ output: true, said: ["The host is not allowed."] });
    expect(asked[0]).toEqual({ url: "https://example.com", method: "POST", body: { a: 1 } });
    expect(asked[1]).toEqual({ url: "https://other.example" });
    const without = await runScript({ code: `await http("https://example.com")` });
    expect(without.error).toMatchObject({ kind: "thrown", message: "This script may not make HTTP calls." });
  });

  test("waits for several calls at once, and for at most ten", async () => {
    let open = 0;
    const { promise: allAreOpen, resolve: answerAll } = Promise.withResolvers<void>();
    // Nobody is answered before ten are asking: one after the other would never end.
    const http = async () => {
      open += 1;
      if (open === 10) answerAll();
      await allAreOpen;
      return 1;
    };
    const code = `const calls = Array.from({ length: 12 }, () => http({}).catch((error) => error.message));
return await Promise.all(calls);`;
    const { output } = await runScript({ code, api: { http } });
    const refusal = "A script may make at most 10 HTTP calls.";
    expect(output).toEqual([...Array.from({ length: 10 }, () => 1), refusal, refusal]);
    expect(open).toBe(10);
  });

  test("that returns nothing gives null, and keeps what it set before it failed", async () => {
    expect((await runScript({ code: "" })).output).toBeNull();
    const failed = await runScript({ code: `set("a", 1);\nsay("so far");\n  throw new TypeError("no");` });
    expect(failed).toMatchObject({ output: null, variables: { a: 1 }, said: ["so far"] });
    expect(failed.error).toEqual({
      kind: "thrown",
      message: "TypeError: no",
      line: 3,
      column: expect.any(Number),
    });
  });

  test("knows nothing of the script before it", async () => {
    await runScript({
      code: `Object.prototype.left = 1; Object.defineProperty(globalThis, "kept", { value: 1 });`,
    });
    const { output } = await runScript({ code: `return [typeof kept, ({}).left === undefined]` });
    expect(output).toEqual(["undefined", true]);
  });

  test.each([
    ["deadline", "for (;;) {}"],
    ["deadline", "return await http({})"],
    ["memory", "const all = []; for (;;) all.push(new Array(1000).fill({}));"],
    ["recursion", "const again = () => again() + 1; again();"],
    ["stuck", "await new Promise(() => {})"],
    ["syntax", "const a = ;"],
    ["too-large", `return "x".repeat(300000)`],
    ["too-large", "let deep = 1; for (let i = 0; i < 100; i++) deep = [deep]; return deep;"],
    ["thrown", "return 1n"],
    ["thrown", "undefinedName()"],
    ["thrown", `say("x".repeat(9000))`],
    ["thrown", `for (let i = 0; i < 51; i++) say("x")`],
    ["thrown", `set("x", "y".repeat(300000))`],
    ["thrown", `set("not a name", 1)`],
    ["thrown", "throw undefined"],
    ["thrown", "say = 1"],
  ])("fails as %s: %s", async (kind, code) => {
    const http = () => new Promise(() => {});
    const ask = () => runScript({ code, deadlineMs: 500, api: { http } });
    const isGood = (it: ScriptResult) => it.error?.kind === kind && it.durationMs < 1_500;
    const result = await whenFree(() => sandbox.pids, ask, isGood);
    expect(result.error?.kind).toBe(kind);
    expect(result.error?.message).toMatch(/\S/);
    expect(result.output).toBeNull();
    expect(result.durationMs).toBeLessThan(1_500);
  });

  test("is stopped when nobody waits for it any more, waiting or running", async () => {
    const controller = new AbortController();
    const runs = [1, 2, 3, 4].map(() =>
      runScript({ code: "for (;;) {}", signal: controller.signal, deadlineMs: 9_000 }),
    );
    setTimeout(() => controller.abort(), 200);
    const results = await Promise.all(runs);
    expect(results.map((it) => it.error?.kind)).toEqual(["aborted", "aborted", "aborted", "aborted"]);
    expect((await runScript({ code: "return 1" })).output).toBe(1);
  });

  test("gives text that can be stored", async () => {
    const { output, said } = await runScript({
      code: `say("a\\0b\\ud800c"); return ["a\\0b\\ud800c", "🙂"]`,
    });
    expect(said).toEqual(["ab\ufffdc"]);
    expect(output).toEqual(["ab\ufffdc", "🙂"]);
  });
});

describe("organisations", () => {
  test("take turns: a hundred scripts of one do not delay the first of another by much", async () => {
    const greedy = Array.from({ length: 100 }, () =>
      runScript({ owner: "greedy", code: "const end = Date.now() + 20; while (Date.now() < end);" }),
    );
    let finished = 0;
    for (const run of greedy) void run.then(() => (finished += 1));
    expect((await runScript({ owner: "modest", code: "return 1" })).output).toBe(1);
    expect(finished).toBeLessThan(10);
    await Promise.all(greedy);
  });

  test("are told when too much waits", async () => {
    const small = createScriptSandbox({ processes: 1, mostWaiting: 2 });
    const results = await Promise.all([1, 2, 3, 4].map(() => small.runScript({ code: "return 1" })));
    expect(results.map((it) => it.error?.kind)).toEqual([undefined, undefined, "busy", "busy"]);
    small.close();
  });

  test("lose no other script when a process is killed from outside", async () => {
    const small = createScriptSandbox({ processes: 1 });
    await small.runScript({ code: "" });
    const [pid] = small.pids;
    const hit = small.runScript({ code: "for (;;) {}", deadlineMs: 5_000 });
    const next = small.runScript({ code: "return 2" });
    setTimeout(() => pid !== undefined && signalUnlessGone(pid, "SIGKILL"), 100);
    expect((await hit).error?.kind).toBe("crashed");
    expect((await next).output).toBe(2);
    small.close();
  });
});

describe("the check before a script runs", () => {
  test("finds nothing wrong in a good script", async () => {
    const code = `// process, eval
const { name } = input; /* require */
const text = \`window \${name + \`\${get("a")}\`} document\`;
const ok = /process|["'\`]/.test(text) && input.process && { eval: 1 }.eval;
const location = await http({ url: "https://example.com", headers: {} });
return 4 / 2 / 1 + location.status;`;
    expect(await checkScript(code)).toEqual([]);
  });

  test("gives the line and column of a syntax error", async () => {
    const [problem] = await checkScript("const a = 1;\nconst b = ;\n");
    expect(problem).toMatchObject({ line: 2, column: 11, code: "script-syntax" });
    expect((await checkScript("return (1"))[0]?.code).toBe("script-syntax");
    expect((await checkScript("const a = ;"))[0]).toMatchObject({ line: 1, column: 11 });
  });

  test("does not run the script", async () => {
    expect(await checkScript("for (;;) {}")).toEqual([]);
    expect(await checkScript("}); for (;;) {} (async function () {")).toEqual([]);
  });

  test("names what is not there", async () => {
    const problems = await checkScript(
      "const x = 1;\n  process.env;\neval('1'); \\u0066etch('x'); `${require('fs')}`",
    );
    expect(problems.map((it) => [it.line, it.column, it.code])).toEqual([
      [2, 3, "script-forbidden-global"],
      [3, 1, "script-forbidden-global"],
      [3, 12, "script-forbidden-global"],
      [3, 32, "script-forbidden-global"],
    ]);
    expect(problems[2]?.message).toBe("fetch is not available. Use http() instead.");
  });

  test.each([
    "(".repeat(50_000),
    "[".repeat(99_000),
    "`${".repeat(30_000),
    `"${"\\".repeat(90_000)}`,
    "x".repeat(100_001),
  ])("survives a script made to break it", async (code) => {
    expect(await checkScript(code)).toHaveLength(1);
    expect((await runScript({ code: "return 1" })).output).toBe(1);
  });
});
