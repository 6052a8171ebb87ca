// npm start: installs and builds what is missing, then becomes the server.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installWhatIsMissing } from "./bootstrap/install.mjs";
import { codegen, isStale, webApps } from "./bootstrap/freshness.mjs";
import { pinnedNode, root } from "./bootstrap/paths.mjs";
import { become, runQuietly, StepFailed } from "./bootstrap/run.mjs";

try {
  await installWhatIsMissing();
  if ([codegen, ...webApps()].some(isStale)) {
    await runQuietly("Building what changed", pinnedNode, ["scripts/build.ts"]);
  }
  become(pinnedNode, [
    ...(existsSync(join(root, ".env")) ? ["--env-file=.env"] : []),
    "--import=./scripts/bootstrap/end-with-parent.mjs",
    "apps/server/src/main.ts",
  ]);
} catch (error) {
  if (error instanceof StepFailed) console.error(error.output);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
