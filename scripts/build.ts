// npm run build: generates the types and builds the web apps, each only when what it is made from changed.
// With --types it stops after the types.
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { codegen, isStale, markFresh, webApps, type Target } from "./bootstrap/freshness.mjs";
import { root } from "./bootstrap/paths.mjs";

const vite = join(root, "node_modules/vite/bin/vite.js");

generateTypes();
if (!process.argv.includes("--types")) webApps().filter(isStale).forEach(buildApp);

function generateTypes(): void {
  if (!existsSync(join(root, "scripts/codegen/main.ts")) || !isStale(codegen)) return;
  run(["scripts/codegen/main.ts"], root);
  markFresh(codegen);
}

function buildApp(app: Target): void {
  const folder = join(root, "apps", app.name);
  // The widget has a second config for its loader, which must be one script without imports.
  for (const config of globSync("vite{,.*}.config.ts", { cwd: folder }).toSorted(byLength)) {
    run([vite, "build", "--config", config, "--logLevel", "warn"], folder);
  }
  markFresh(app);
  console.log(`Built ${app.name}.`);
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}

function run(parameters: readonly string[], cwd: string): void {
  const { status } = spawnSync(process.execPath, parameters, {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
    // Under a test runner it says "test", and React would be built for development.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(1);
}
