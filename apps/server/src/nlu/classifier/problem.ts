// The utterances of a bot as rows with a label each, ready for the solver.
import { VECTOR_SIZE } from "../embeddings/vector.ts";
import type { NluInput, SentenceVectors } from "../types.ts";
import { countFeatures, type Counts } from "./counts.ts";
import type { Fold } from "./folds.ts";
import { buildMatrix, type Meanings, scoreOf } from "./matrix.ts";
import { seededRandom } from "./random.ts";
import type { FeatureSettings } from "../text/features.ts";
import { featuresFor, type Recipe } from "./recipes.ts";
import { solveIntent, solvingOf } from "./solver.ts";
import { supportOf, type Learnt, type Support } from "./start.ts";
import { weighFeatures } from "./weighting.ts";

export type Problem = {
  names: string[];
  texts: string[];
  labels: Int32Array;
  features: FeatureSettings;
  counts: Counts;
  seed: number;
  /** What each text means, row after row; only with the add-on. */
  vectors?: Int8Array;
};

/** Blank and repeated utterances of an intent add nothing and are left out. */
export function toProblem(input: NluInput, sentences?: SentenceVectors): Problem {
  const texts: string[] = [];
  const labels: number[] = [];
  input.intents.forEach((intent, label) => {
    for (const text of new Set(intent.utterances.map((utterance) => utterance.trim()))) {
      if (text === "") continue;
      texts.push(text);
      labels.push(label);
    }
  });
  const features = featuresFor(input.language, texts.length);
  return {
    names: input.intents.map((intent) => intent.name),
    texts,
    labels: Int32Array.from(labels),
    features,
    counts: countFeatures(texts, features),
    seed: input.seed,
    ...(sentences && { vectors: inOrder(texts, sentences) }),
  };
}

/** Undefined where the recipe does not look at whole sentences. */
export function meaningsFor(problem: Problem, recipe: Recipe): Meanings | undefined {
  const { vectors } = problem;
  return vectors && recipe.meaningLength ? { vectors, length: recipe.meaningLength } : undefined;
}

function inOrder(texts: readonly string[], { texts: known, vectors }: SentenceVectors): Int8Array {
  const places = new Map(known.map((text, place) => [text, place]));
  const ordered = new Int8Array(texts.length * VECTOR_SIZE);
  texts.forEach((text, row) => {
    const place = places.get(text);
    if (place === undefined) throw new Error("A sentence has no vector.");
    const from = place * VECTOR_SIZE;
    ordered.set(vectors.subarray(from, from + VECTOR_SIZE), row * VECTOR_SIZE);
  });
  return ordered;
}

/** Decision values of every intent for rows the classifier has not seen, and how much of each row it knew. */
export type FoldScores = {
  rows: Int32Array;
  scores: Float32Array[];
  coverage: Float32Array;
  /** From the fold's other rows. */
  learnt: Learnt;
};

export type Step = (share: number) => void;

/** With a start, the fold must have all rows to learn from that the start had, and the same recipe. */
export function scoreFold(
  problem: Problem,
  recipe: Recipe,
  fold: Fold,
  onStep: Step,
  learnt?: Learnt,
): FoldScores {
  const { counts, labels, names, seed } = problem;
  const weights = weighFeatures(counts, labels, names.length, fold.train, recipe.weighting);
  const { wordShare } = recipe.weighting;
  const matrix = buildMatrix(counts, weights, wordShare, meaningsFor(problem, recipe), rowsOf(fold, counts));
  const random = seededRandom(seed);
  const solving = solvingOf({ matrix, labels, rows: fold.train, settings: recipe.solver, random }, learnt);
  const scores: Float32Array[] = [];
  const supports: Support[] = [];
  for (let target = 0; target < names.length; target += 1) {
    const solved = solveIntent(solving, target);
    const column = new Float32Array(fold.test.length);
    for (let i = 0; i < column.length; i += 1) column[i] = scoreOf(matrix, solved, fold.test[i]!);
    scores.push(column);
    supports.push(supportOf(solving));
    onStep((target + 1) / names.length);
  }
  return {
    rows: fold.test,
    scores,
    coverage: coverageOf(counts, weights, fold.test),
    learnt: { rows: fold.train, supports },
  };
}

function rowsOf(fold: Fold, counts: Counts): Uint8Array {
  const isIn = new Uint8Array(counts.rows);
  for (const row of fold.train) isIn[row] = 1;
  for (const row of fold.test) isIn[row] = 1;
  return isIn;
}

/** The share of a row's features that the classifier knows. */
function coverageOf(counts: Counts, weights: Float32Array, rows: Int32Array): Float32Array {
  return Float32Array.from(rows, (row) => {
    const begin = counts.offsets[row]!;
    const end = counts.offsets[row + 1]!;
    let known = 0;
    for (let at = begin; at < end; at += 1) if (weights[counts.ids[at]!]! >= 0) known += 1;
    return end === begin ? 0 : known / (end - begin);
  });
}

/** The intent with the highest decision value for the i-th row of a fold. */
export function bestOf(scores: Float32Array[], i: number): number {
  let best = 0;
  for (let k = 1; k < scores.length; k += 1) if (scores[k]![i]! > scores[best]![i]!) best = k;
  return best;
}

export function accuracyOf(problem: Problem, folds: FoldScores[]): number {
  let right = 0;
  let total = 0;
  for (const fold of folds) {
    fold.rows.forEach((row, i) => {
      if (bestOf(fold.scores, i) === problem.labels[row]) right += 1;
    });
    total += fold.rows.length;
  }
  return total === 0 ? 0 : right / total;
}
