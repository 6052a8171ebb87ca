// Answers that may be a moment old: asked once, kept for at most a second, forgotten at once when an
// event says that they may have changed. Two callers with the same question share one answer.
export interface BriefMemory<V> {
  get(key: string, ask: () => Promise<V>): Promise<V>;
  forget(): void;
}

const mostKept = 20_000;
/** Keys hold what callers send, and anybody may send much. */
const longestKey = 4_096;

export function createBriefMemory<V>(keepMs: number): BriefMemory<V> {
  const kept = new Map<string, { until: number; answer: Promise<V> }>();
  return {
    get(key, ask) {
      if (keepMs === 0 || key.length > longestKey) return ask();
      const now = performance.now();
      const known = kept.get(key);
      if (known && known.until > now) return known.answer;
      if (kept.size >= mostKept) kept.clear();
      const answer = ask();
      kept.set(key, { until: now + keepMs, answer });
      // A failure is not an answer.
      answer.catch(() => kept.delete(key));
      return answer;
    },
    forget: () => kept.clear(),
  };
}
