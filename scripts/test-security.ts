// npm run test:security: every test that stands against a threat, and a table of what was tried.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { isStale, webApps } from "./bootstrap/freshness.mjs";
import { pinnedNode, root } from "./bootstrap/paths.mjs";
import { runQuietly } from "./bootstrap/run.mjs";
import { filesOf, threats } from "./testing/threats.ts";

// The bundles are searched, and a browser opens them.
if (webApps().some(isStale)) await runQuietly("Build", pinnedNode, ["scripts/build.ts"]);

const only = process.argv.slice(2);
const chosen = only.length === 0 ? threats : threats.filter((threat) => only.includes(threat.id));
const files = [...new Set(chosen.flatMap(filesOf))];
const child = spawn(
  pinnedNode,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--retry=0",
    "--reporter=dot",
    "--reporter=./scripts/testing/threat-reporter.ts",
    ...files,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      LONG_SECURITY_RUN: "1",
      CHOSEN_THREATS: chosen.map(({ id }) => id).join(" "),
    },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("close", (code) => (process.exitCode = code ?? 1));
