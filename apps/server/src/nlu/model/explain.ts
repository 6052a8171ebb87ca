// Why an intent came first: the words of the utterance and what each adds to its score.
import type { Evidence } from "../types.ts";
import type { Classifier } from "./quantise.ts";
import type { Row } from "./row.ts";

const MOST = 8;

/** Character features count for the word they are part of; what speaks against the intent is left out. */
export function explain(classifier: Classifier, row: Row, intent: number): Evidence[] {
  const { offsets, intents, values, scales } = classifier;
  const sums = new Map<string, number>();
  for (let i = 0; i < row.size; i += 1) {
    const id = row.ids[i]!;
    const at = placeOf(intents, offsets[id]!, offsets[id + 1]!, intent);
    if (at < 0) continue;
    const text = row.texts[i] ?? "";
    sums.set(text, (sums.get(text) ?? 0) + row.values[i]! * values[at]! * scales[intent]!);
  }
  const speaking = [...sums].filter(([, sum]) => sum > 0).sort((a, b) => b[1] - a[1]);
  const total = speaking.reduce((sum, [, part]) => sum + part, 0);
  return speaking.slice(0, MOST).map(([text, part]) => ({ text, weight: part / total }));
}

/** Where the feature speaks of the intent, or -1: the entries of a feature are in the order of the intents. */
function placeOf(intents: Uint16Array, begin: number, end: number, intent: number): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intents[middle]! < intent) low = middle + 1;
    else high = middle;
  }
  return low < end && intents[low] === intent ? low : -1;
}
