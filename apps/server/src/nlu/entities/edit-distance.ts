/**
 * Insertions, deletions, substitutions and swaps of neighbours between two words, or undefined
 * when there are more than `limit`. Only the band that can stay within the limit is computed.
 */
export function editDistance(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  const width = b.length + 1;
  const far = limit + 1;
  let beforeLast = Array.from({ length: width }, () => far);
  let last = Array.from({ length: width }, (_, j) => Math.min(j, far));
  for (let i = 1; i <= a.length; i += 1) {
    const current = Array.from({ length: width }, () => far);
    current[0] = Math.min(i, far);
    let least = current[0];
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      current[j] = Math.min(cost, far);
      least = Math.min(least, cost);
    }
    if (least > limit) return undefined;
    beforeLast = last;
    last = current;
  }
  const distance = last[b.length]!;
  return distance <= limit ? distance : undefined;
}
