import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { existsSync } from "node:fs";

export async function launchBrowser(): Promise<Browser> {
  const installed = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  const { default: bundled } = await import("@sparticuz/chromium");
  const executablePath = installed ?? (await bundled.executablePath());
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}
