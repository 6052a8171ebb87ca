// How soon the sign-in page shows itself: a whole Parley serves it, and a real browser opens it with nothing in its cache.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../e2e/testing/browser.ts";
import { createProduct } from "../faults/harness/product.ts";
import { median } from "./measure.ts";

const visits = 7;

export interface Shown {
  readonly firstPaintMs: number;
  /** Until the field for the e-mail address can be typed in. */
  readonly usableMs: number;
  readonly mainThreadMs: number;
}

export async function signInPage(place: { dataDir: string; databaseUrl: string }): Promise<Shown> {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "../scripts/build.ts")]);
  if (status !== 0) throw new Error("The pages could not be built.");
  const product = await createProduct({
    ...place,
    roles: "api,identity,sign-in",
    env: { NODE_ENV: "production" },
  });
  await product.start();
  const browser = await launchBrowser();
  try {
    await visit(browser, product.signInUrl);
    const shown: Shown[] = [];
    for (let count = 0; count < visits; count += 1) shown.push(await visit(browser, product.signInUrl));
    const middle = (name: keyof Shown) => median(shown.map((each) => each[name]));
    return {
      firstPaintMs: middle("firstPaintMs"),
      usableMs: middle("usableMs"),
      mainThreadMs: middle("mainThreadMs"),
    };
  } finally {
    await browser.close();
    await product.end();
  }
}

async function visit(browser: Browser, url: string): Promise<Shown> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Performance.enable");
  await page.goto(url);
  await page.getByRole("textbox", { name: /e-mail/i }).click();
  const [firstPaintMs, usableMs] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    performance.now(),
  ]);
  const { metrics } = await devTools.send("Performance.getMetrics");
  await context.close();
  const mainThread = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  return {
    firstPaintMs: firstPaintMs ?? Number.NaN,
    usableMs: usableMs ?? Number.NaN,
    mainThreadMs: mainThread * 1_000,
  };
}
