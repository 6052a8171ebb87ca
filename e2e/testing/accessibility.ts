import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

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
  await expect.poll(() => violationsOf(page), { timeout: 10_000, interval: 500 }).toEqual([]);
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(settled);
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

/** In light and in dark colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await useScheme(page, scheme);
    await expectNoAxeViolations(page);
  }
}

export async function useScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.evaluate(`localStorage.setItem("mantine-color-scheme-value", "${scheme}");
    document.documentElement.setAttribute("data-mantine-color-scheme", "${scheme}");`);
}
