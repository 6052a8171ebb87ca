// Round numbers for an axis, and which of many labels to show.

/** From 0 to at least `most`, in at most five steps that people count in; whole ones for things one counts. */
export function niceTicks(most: number, isWhole = false): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number) => step >= rough && (!isWhole || Number.isInteger(step));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find(fits) ?? 10 * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Every how many labels one fits, when each needs `needed` pixels. */
export function labelStep(count: number, width: number, needed = 56): number {
  return Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / needed))));
}
