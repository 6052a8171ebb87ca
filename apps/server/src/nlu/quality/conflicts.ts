// Phrases of different intents that are the same or nearly so: the usual cause of confusion.
import { buildMatrix } from "../classifier/matrix.ts";
import type { Problem } from "../classifier/problem.ts";
import { weighFeatures } from "../classifier/weighting.ts";
import { normalise } from "../text/normalise.ts";
import { tokenise } from "../text/tokens.ts";
import type { ConflictingPair } from "../types.ts";

const SIMILAR = 0.75;
const MOST_PAIRS = 500;
/** A feature of more rows than this brings too many pairs and tells too little. */
const MOST_ROWS_PER_FEATURE = 200;

export function findConflicts(problem: Problem): ConflictingPair[] {
  const pairs = [...samePhrases(problem), ...similarPhrases(problem)];
  return pairs.sort((a, b) => b.similarity - a.similarity).slice(0, MOST_PAIRS);
}

function pair(
  problem: Problem,
  kind: ConflictingPair["kind"],
  a: number,
  b: number,
  similarity: number,
): ConflictingPair {
  const side = (row: number) => ({ intent: problem.names[problem.labels[row]!]!, text: problem.texts[row]! });
  return { kind, similarity, first: side(Math.min(a, b)), second: side(Math.max(a, b)) };
}

function keyOf(text: string): string {
  const tokens = tokenise(normalise(text)).filter((token) => token !== "?" && token !== "!");
  return tokens.length > 0 ? tokens.join(" ") : text;
}

function samePhrases(problem: Problem): ConflictingPair[] {
  const firstByKey = new Map<string, number>();
  const found: ConflictingPair[] = [];
  problem.texts.forEach((text, row) => {
    const key = keyOf(text);
    const first = firstByKey.get(key);
    if (first === undefined) firstByKey.set(key, row);
    else if (problem.labels[first] !== problem.labels[row]) found.push(pair(problem, "same", first, row, 1));
  });
  return found;
}

/** Cosine similarity of all pairs that share a telling feature, by an inverted index. */
function similarPhrases(problem: Problem): ConflictingPair[] {
  const { counts, labels, names } = problem;
  const rows = Int32Array.from(labels, (_, row) => row);
  const weighting = { idfPower: 1, smoothing: 0, wordShare: 0.5, minimumCount: 2 };
  const matrix = buildMatrix(
    counts,
    weighFeatures(counts, labels, names.length, rows, weighting),
    weighting.wordShare,
  );
  const postings = Array.from({ length: matrix.columns }, (): number[] => []);
  const dots = new Float64Array(matrix.rows);
  const found: ConflictingPair[] = [];
  for (let row = 0; row < matrix.rows; row += 1) {
    const candidates = candidatesOf(row);
    for (const other of candidates) {
      if (labels[other] === labels[row]) continue;
      const similarity = cosine(row, other);
      if (similarity >= SIMILAR && keyOf(problem.texts[other]!) !== keyOf(problem.texts[row]!)) {
        found.push(pair(problem, "similar", other, row, similarity));
      }
    }
    for (let at = matrix.offsets[row]!; at < matrix.offsets[row + 1]!; at += 1)
      postings[matrix.ids[at]!]!.push(row);
  }
  return found;

  function candidatesOf(row: number): number[] {
    const touched: number[] = [];
    for (let at = matrix.offsets[row]!; at < matrix.offsets[row + 1]!; at += 1) {
      const posting = postings[matrix.ids[at]!]!;
      if (posting.length > MOST_ROWS_PER_FEATURE) continue;
      for (const other of posting) {
        if (dots[other] === 0) touched.push(other);
        dots[other]! += 1;
      }
    }
    // Near-equal phrases share many of their rarer features.
    const needed = Math.max(2, (matrix.offsets[row + 1]! - matrix.offsets[row]!) / 8);
    const kept = touched.filter((other) => dots[other]! >= needed);
    for (const other of touched) dots[other] = 0;
    return kept;
  }

  function cosine(a: number, b: number): number {
    const values = new Map<number, number>();
    for (let at = matrix.offsets[a]!; at < matrix.offsets[a + 1]!; at += 1)
      values.set(matrix.ids[at]!, matrix.values[at]!);
    let sum = 0;
    for (let at = matrix.offsets[b]!; at < matrix.offsets[b + 1]!; at += 1) {
      sum += (values.get(matrix.ids[at]!) ?? 0) * matrix.values[at]!;
    }
    return sum / Math.sqrt(matrix.squares[a]! * matrix.squares[b]!);
  }
}
