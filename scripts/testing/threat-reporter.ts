// The table at the end of `npm run test:security`: threat, cases tried, failures.
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { type Threat, threats } from "./threats.ts";

export default class ThreatReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const only = process.env["CHOSEN_THREATS"]?.split(" ");
    const chosen = threats.filter(({ id }) => only === undefined || only.includes(id));
    const rows = chosen.map((threat) => rowOf(threat, modules));
    const width = Math.max(...threats.map((threat) => threat.name.length));
    console.log(`\n${"Threat".padEnd(width + 5)}  Cases  Failures`);
    for (const { threat, cases, failures } of rows) {
      console.log(
        `${threat.id.padEnd(4)} ${threat.name.padEnd(width)}  ${String(cases).padStart(5)}  ${String(failures).padStart(8)}`,
      );
    }
    const untested = rows.filter((row) => row.cases === 0).map((row) => row.threat.id);
    if (untested.length > 0) {
      console.log(`\nNo test ran against ${untested.join(", ")}.`);
      process.exitCode = 1;
    }
    const total = rows.reduce((sum, row) => sum + row.cases, 0);
    const failed = rows.reduce((sum, row) => sum + row.failures, 0);
    console.log(`\n${total} cases against ${rows.length} threats, ${failed} failures`);
    if (failed > 0) process.exitCode = 1;
  }
}

function rowOf(threat: Threat, modules: readonly TestModule[]) {
  let cases = 0;
  let failures = 0;
  for (const module of modules) {
    const path = relative(process.cwd(), module.moduleId);
    const patterns = threat.tests
      .map((test) => test.split(" > "))
      .filter(([file]) => path.startsWith(file ?? ""));
    if (patterns.length === 0) continue;
    const tests = [...module.children.allTests()].filter((test) =>
      patterns.some(([, words]) => words === undefined || test.fullName.includes(words)),
    );
    // A file that did not load has no tests, and must not count as a file without failures.
    if (tests.length === 0 && !module.ok()) failures += 1;
    for (const test of tests) {
      cases += casesOf(test);
      if (test.result().state === "failed") failures += 1;
    }
  }
  return { threat, cases, failures };
}

function casesOf(test: TestCase): number {
  if (test.result().state === "skipped") return 0;
  const cases: unknown = Object(test.meta())["cases"];
  return typeof cases === "number" ? cases : 1;
}
