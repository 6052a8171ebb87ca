import { createRequire } from "node:module";
import { defineConfig } from "vitest/config";
import { LongFilesFirst } from "./scripts/testing/long-files-first.ts";

// Vite would pick graphql's ES build while libraries require the CommonJS one, and graphql-js refuses to
// work with objects of two copies. Node itself picks CommonJS for both.
const oneGraphql = {
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve("graphql") }],
};

// Two projects, one runner: "code" drives modules and the real server on a real
// PostgreSQL; "browser" drives the built product in a real Chromium.
export default defineConfig({
  test: {
    // One more attempt for a test that lost a race on a busy machine; the last lines name each such test.
    retry: 1,
    // Files of one worker share what they import: importing the server again for each took longer than its tests.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    reporters: ["default", "./scripts/testing/last-line-reporter.ts"],
    projects: [
      {
        resolve: oneGraphql,
        test: {
          name: "code",
          include: [
            "apps/**/src/**/*.test.{ts,tsx}",
            "packages/**/src/**/*.test.ts",
            "scripts/**/*.test.ts",
            "bench/*.test.ts",
            "faults/*.test.ts",
            "deploy/*.test.ts",
            "docs/**/*.test.ts",
          ],
          globalSetup: ["./scripts/testing/database-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // Tests start servers, databases and browsers on machines that others use too: what waits for
          // another process waits longer than the usual second.
          expect: { poll: { timeout: 20_000 } },
          pool: "forks",
          maxWorkers: 3,
        },
      },
      {
        resolve: oneGraphql,
        test: {
          name: "browser",
          include: ["e2e/**/*.spec.ts"],
          // A page on a busy machine may take more than the usual second.
          expect: { poll: { timeout: 20_000 } },
          globalSetup: ["./scripts/testing/database-setup.ts", "./e2e/browser-setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 240_000,
          pool: "forks",
          maxWorkers: 3,
        },
      },
    ],
  },
});
