// A real Chromium: an installed one where there is one, otherwise the one that came with npm install.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

// Made for functions in the cloud: with everything in one process, contexts mix up their cookies, and without
// web security a page may call what a real browser would refuse it.
const unlikeUsers = new Set([
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--allow-running-insecure-content",
]);

// Drawing through an emulated graphics card costs as much as the page itself; only what measures drawing wants it.
const emulatedGraphics = new Set([
  "--ignore-gpu-blocklist",
  "--in-process-gpu",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
]);

const root = join(import.meta.dirname, "../..");

export async function launchBrowser({ withGraphics = false } = {}): Promise<Browser> {
  const installed = installedChromium();
  if (installed) return chromium.launch({ executablePath: installed, args: ["--no-sandbox"] });
  const bundled = await unpackedChromium();
  const args = withGraphics
    ? bundled.args
    : [...bundled.args.filter((flag) => !emulatedGraphics.has(flag)), "--disable-gpu"];
  return chromium.launch({ executablePath: bundled.path, args, headless: true });
}

/** Unpacked once before the tests, by browser-setup.ts; two test files must not do it side by side. */
export async function unpackChromium(): Promise<void> {
  if (!installedChromium()) await unpackedChromium();
}

function installedChromium(): string | undefined {
  return [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && existsSync(path),
  );
}

// It unpacks into the temp folder and reuses whatever is there, an older version's too: a folder of
// our own, named after the version, never mixes two.
async function unpackedChromium(): Promise<{ path: string; args: string[] }> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(root, ".tmp", `chromium-${devDependencies["@sparticuz/chromium"]}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    const { default: bundled } = await import("@sparticuz/chromium");
    return {
      path: await bundled.executablePath(),
      args: bundled.args.filter((flag) => !unlikeUsers.has(flag)),
    };
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
