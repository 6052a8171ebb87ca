import type { Reporter, TestCase, TestModule } from "vitest/node";

// The last line of `npm test` is for machines and for people in a hurry.
export default class LastLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const unsteady: string[] = [];
    for (const module of modules) {
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === "passed" || state === "failed" || state === "skipped") counts[state] += 1;
        if (test.diagnostic()?.flaky) {
          unsteady.push(`${module.relativeModuleId} > ${test.fullName}\n${firstFailure(test)}`);
        }
      }
      // A file that failed to load or to set up has no failed test, and must still count as a failure.
      if (!module.ok() && counts.failed === failedBefore) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    process.once("exit", () => {
      for (const name of unsteady) console.log(`passed at the second attempt, to be mended: ${name}`);
      console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
    });
  }
}

/** Why the first attempt failed: nobody meets it again by running the test once more. */
function firstFailure(test: TestCase): string {
  const error = test.result().errors?.[0];
  const place = error?.stacks?.[0];
  return [error?.message, place && `at ${place.file}:${place.line}`].filter(Boolean).join("\n");
}
