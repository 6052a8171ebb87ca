// Runs once before the browser tests: the pages under test are what a user would get, built and current.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { unpackChromium } from "./testing/browser.ts";

const root = join(import.meta.dirname, "..");

export async function setup(): Promise<void> {
  const build = spawnSync(process.execPath, [join(root, "scripts/build.ts")], {
    cwd: root,
    stdio: "inherit",
  });
  if (build.status !== 0) throw new Error("The web apps do not build.");
  await unpackChromium();
}
