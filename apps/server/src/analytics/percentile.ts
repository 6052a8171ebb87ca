// Percentiles out of counted spans of milliseconds, four spans per doubling (decision 076).
export type Spans = ReadonlyMap<number, number>;

export function percentileOf(spans: Spans, share: number): number | null {
  const sorted = [...spans].filter(([, times]) => times > 0).toSorted(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, times]) => sum + times, 0);
  if (total === 0) return null;
  let wanted = share * total;
  for (const [span, times] of sorted) {
    if (wanted <= times)
      return Math.round(startOf(span) + (startOf(span + 1) - startOf(span)) * (wanted / times));
    wanted -= times;
  }
  return Math.round(startOf((sorted.at(-1)?.[0] ?? 0) + 1));
}

const startOf = (span: number) => 2 ** (span / 4);
