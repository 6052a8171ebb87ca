// The utterances of a bot as rows with a label each, ready for the solver.
import type { NluInput } from "../types.ts";
import { countFeatures, type Counts } from "./counts.ts";
import type { Fold } from "./folds.ts";
import { buildMatrix } from "./matrix.ts";
import { seededRandom } from "./random.ts";
import type { FeatureSettings } from "../text/features.ts";
import { featuresFor, type Recipe } from "./recipes.ts";
import { solveIntent, workspaceFor } from "./solver.ts";
import { weighFeatures } from "./weighting.ts";

export type Problem = {
  names: string[];
  texts: string[];
  labels: Int32Array;
  features: FeatureSettings;
  counts: Counts;
  seed: number;
};

/** Blank and repeated utterances of an intent add nothing and are left out. */
export function toProblem(input: NluInput): Problem {
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
  };
}

/** Decision values of every intent for rows the classifier has not seen, and how much of each row it knew. */
export type FoldScores = { rows: Int32Array; scores: Float32Array[]; coverage: Float32Array };

export type Step = (share: number) => void;

export function scoreFold(problem: Problem, recipe: Recipe, fold: Fold, onStep: Step): FoldScores {
  const { counts, labels, names, seed } = problem;
  const weights = weighFeatures(counts, labels, names.length, fold.train, recipe.weighting);
  const matrix = buildMatrix(counts, weights, recipe.weighting.wordShare);
  const random = seededRandom(seed);
  const workspace = workspaceFor(matrix, fold.train);
  const scores: Float32Array[] = [];
  for (let target = 0; target < names.length; target += 1) {
    const solved = solveIntent({
      matrix,
      labels,
      target,
      rows: fold.train,
      settings: recipe.solver,
      random,
      workspace,
    });
    const column = new Float32Array(fold.test.length);
    fold.test.forEach((row, i) => {
      let score = solved[matrix.columns]!;
      for (let at = matrix.offsets[row]!; at < matrix.offsets[row + 1]!; at += 1) {
        score += solved[matrix.ids[at]!]! * matrix.values[at]!;
      }
      column[i] = score;
    });
    scores.push(column);
    onStep((target + 1) / names.length);
  }
  return { rows: fold.test, scores, coverage: coverageOf(counts, weights, fold.test) };
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
