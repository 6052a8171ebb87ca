// npm test on a stand-in checkout: which steps run, and that the last line is the count whatever happens.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStandInCheckout, type StandInCheckout } from "./testing/stand-in-checkout.ts";

const step = (name: string) => `#!/bin/sh
echo "${name} $*" >> steps
if [ -f "${name}-fails" ]; then echo "${name} found something"; exit 1; fi
`;
const script = (name: string) => `
import { appendFileSync } from "node:fs";
appendFileSync("steps", "${name} " + process.argv.slice(2).join(" ") + "\\n");
`;
const build = `${script("build")}
import { codegen, markFresh, webApps } from "./bootstrap/freshness.mjs";
markFresh(codegen);
if (!process.argv.includes("--types")) webApps().forEach(markFresh);
`;
const vitest = `${script("vitest")}
import { existsSync } from "node:fs";
if (existsSync("vitest-crashes")) throw new Error("no such setting");
process.once("exit", () => console.log("3 passed, 1 failed"));
console.log("a test ran");
console.error("and one complained");
process.exitCode = 1;
`;

let checkout: StandInCheckout;

beforeEach(async () => {
  checkout = await createStandInCheckout("test.mjs");
  await checkout.place("node_modules/.bin/node", `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, 0o755);
  await checkout.place("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
  for (const name of ["oxlint", "oxfmt", "knip"]) {
    await checkout.place(`node_modules/.bin/${name}`, step(name), 0o755);
  }
  await checkout.place("node_modules/vitest/vitest.mjs", vitest);
  await checkout.place("scripts/typecheck.ts", script("typecheck"));
  await checkout.place("scripts/build.ts", build);
  await checkout.place("e2e/sign-in.spec.ts", "");
});

afterEach(() => checkout.remove());

async function run(...parameters: readonly string[]) {
  const { code, output } = await checkout.run(...parameters).ended;
  const steps = (await checkout.linesOf("steps")).map((line) => line.trim());
  return { code, output, steps, lastLine: output.trimEnd().split("\n").at(-1) };
}

test("a full run builds, checks and tests, and ends in the count of the tests", async () => {
  const { code, output, steps, lastLine } = await run();
  expect(steps).toEqual([
    "build --types",
    "oxlint --type-aware --deny-warnings",
    "oxfmt --check",
    "typecheck",
    "knip --no-progress",
    "build",
    "vitest run",
  ]);
  expect(output).toContain("a test ran");
  expect(output).toContain("and one complained");
  expect(lastLine).toBe("3 passed, 1 failed");
  expect(code).toBe(1);
});

test("a check that fails is shown, counts as a failure, and nothing runs after it", async () => {
  await checkout.place("oxfmt-fails", "");
  const { code, output, steps, lastLine } = await run();
  expect(output).toContain("oxfmt found something");
  expect(lastLine).toBe("0 passed, 1 failed");
  expect(code).toBe(1);
  expect(steps.at(-1)).toBe("oxfmt --check");
});

test("a name runs the test files that match it and no checks", async () => {
  await run("teams");
  const { steps } = await run("teams");
  expect(steps).toEqual([
    "build --types",
    "vitest run --project code teams",
    "vitest run --project code teams",
  ]);
});

test("a name that matches a browser test builds what it looks at", async () => {
  await run("teams");
  const { steps } = await run("sign-in");
  expect(steps.slice(2)).toEqual(["build", "vitest run sign-in"]);
});

test("a test runner that does not come up is a failure too", async () => {
  await checkout.place("vitest-crashes", "");
  const { code, output, lastLine } = await run();
  expect(output).toContain("no such setting");
  expect(lastLine).toBe("0 passed, 1 failed");
  expect(code).toBe(1);
});
