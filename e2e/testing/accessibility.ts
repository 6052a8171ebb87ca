import { AxeBuilder } from "@axe-core/playwright";
import type { Result, RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const looks = 10;
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Nobody reads what passed, and describing every element of it takes longer than finding what did not.
const standards: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  resultTypes: ["violations"],
};
const contrast: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast"] },
  resultTypes: ["violations"],
};

// A panel half-way through sliding in has half its contrast; what turns for ever is not waited for.
const settled = `Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
  .map((animation) => animation.finished.catch(() => undefined)))`;

/**
 * WCAG 2.2 A and AA. Says which element and why, so that a failure can be mended without a browser. A list
 * that is being loaded again is dimmed for a moment; only what stays is a violation.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectNone(page, standards);
}

/** In light and in dark colours; the dark page is the same but for its colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await useScheme(page, "light");
  await expectNoAxeViolations(page);
  await useScheme(page, "dark");
  await expectNone(page, contrast);
}

async function expectNone(page: Page, options: RunOptions): Promise<void> {
  // So many looks, however long one takes: on a busy machine a single one may take longer than all should.
  for (let look = 1; ; look += 1) {
    const found = await violationsOf(page, options);
    if (found.length === 0 || look === looks) return expect(found).toEqual([]);
    await sleep(500);
  }
}

async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(settled);
  const violations = page.frames().length > 1 ? await inFrames(page, options) : await inPage(page, options);
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

/** Puts together what each frame says, in a page that is opened for it: far more work than one look. */
async function inFrames(page: Page, options: RunOptions): Promise<Result[]> {
  const { violations } = await new AxeBuilder({ page, axeSource }).options(options).analyze();
  return violations;
}

async function inPage(page: Page, options: RunOptions): Promise<Result[]> {
  const look = `window.axe?.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const found =
    (await page.evaluate<Result[] | undefined>(look)) ??
    (await page.evaluate<Result[] | undefined>(`${axeSource};\n${look}`));
  if (!found) throw new Error("The page did not take in axe.");
  return found;
}

export async function useScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.evaluate(`localStorage.setItem("mantine-color-scheme-value", "${scheme}");
    document.documentElement.setAttribute("data-mantine-color-scheme", "${scheme}");`);
}
