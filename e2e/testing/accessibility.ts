import { AxeBuilder } from "@axe-core/playwright";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const looks = 10;
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// A panel half-way through sliding in has half its contrast; what turns for ever is not waited for.
const settled = `Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
  .map((animation) => animation.finished.catch(() => undefined)))`;

/**
 * WCAG 2.2 A and AA. Says which element and why, so that a failure can be mended without a browser. A list
 * that is being loaded again is dimmed for a moment; only what stays is a violation.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectNone(page, (axe) => axe.withTags(standards));
}

/** In light and in dark colours; the dark page is the same but for its colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await useScheme(page, "light");
  await expectNoAxeViolations(page);
  await useScheme(page, "dark");
  await expectNone(page, (axe) => axe.withRules(["color-contrast"]));
}

async function expectNone(page: Page, rules: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // So many looks, however long one takes: on a busy machine a single one may take longer than all should.
  for (let look = 1; ; look += 1) {
    const found = await violationsOf(page, rules);
    if (found.length === 0 || look === looks) return expect(found).toEqual([]);
    await sleep(500);
  }
}

async function violationsOf(page: Page, rules: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await page.evaluate(settled);
  const { violations } = await rules(new AxeBuilder({ page })).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

export async function useScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.evaluate(`localStorage.setItem("mantine-color-scheme-value", "${scheme}");
    document.documentElement.setAttribute("data-mantine-color-scheme", "${scheme}");`);
}
