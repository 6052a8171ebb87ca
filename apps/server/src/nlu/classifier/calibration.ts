// Turns decision values into scores people can read, from rows the classifier had not seen:
// a softmax with a fitted sharpness ranks the intents, a fitted logistic curve of the best value
// says how likely the first intent is right, and its quantiles give strictness a meaning.
import { bestOf, type FoldScores, type Problem } from "./problem.ts";

export type Calibration = {
  sharpness: number;
  slope: number;
  offset: number;
  /** How much the evidence loses when nothing of an utterance was ever seen in training. */
  unknownPenalty: number;
  /** Confidence below which the first 0 %, 0.2 %, 0.4 % … of rightly understood utterances fall. */
  quantiles: number[];
};

/** The share of rightly understood utterances that full strictness is ready to turn away. */
const LARGEST_SHARE = 0.2;
const QUANTILE_STEPS = 100;

export function calibrate(problem: Problem, folds: FoldScores[]): Calibration {
  const rows = folds.flatMap((fold) =>
    Array.from(fold.rows, (row, i) => ({
      values: valuesOf(fold.scores, i),
      best: bestOf(fold.scores, i),
      label: problem.labels[row]!,
      coverage: fold.coverage[i]!,
    })),
  );
  const sharpness = fitSharpness(rows);
  const unknownPenalty = PENALTY * deviation(rows.map((row) => row.values[row.best]!));
  const points = rows.map((row) => ({
    evidence: evidenceOf(row.values, row.best, row.coverage, unknownPenalty),
    right: row.best === row.label,
  }));
  const { slope, offset } = fitLogistic(points);
  const confidences = points
    .filter((point) => point.right)
    .map((point) => logistic(slope * point.evidence + offset))
    .sort((a, b) => a - b);
  return { sharpness, slope, offset, unknownPenalty, quantiles: quantilesOf(confidences) };
}

function valuesOf(scores: Float32Array[], i: number): Float32Array {
  const values = new Float32Array(scores.length);
  for (let k = 0; k < values.length; k += 1) values[k] = scores[k]![i]!;
  return values;
}

/** In deviations of the best value: found on intents left out of training data (decision 045). */
const PENALTY = 6;

/**
 * How much speaks for the utterance being any of the intents: the best value, more when it is
 * far ahead of the second, less where the utterance holds much that was never seen in training.
 */
export function evidenceOf(
  values: ArrayLike<number>,
  best: number,
  coverage: number,
  unknownPenalty: number,
): number {
  const top = values[best] ?? 0;
  let second = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < values.length; k += 1) if (k !== best) second = Math.max(second, values[k]!);
  const lead = values.length > 1 ? top - second : 0;
  return top + 0.5 * lead - unknownPenalty * (1 - coverage);
}

function deviation(values: number[]): number {
  if (values.length === 0) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The confidence that an utterance needs under this strictness. */
export function thresholdFor(calibration: Calibration, strictness: number): number {
  if (strictness <= 0) return 0;
  const share = shareFor(strictness);
  const at = Math.min(QUANTILE_STEPS, (share / LARGEST_SHARE) * QUANTILE_STEPS);
  const low = calibration.quantiles[Math.floor(at)] ?? 0;
  const high = calibration.quantiles[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Grows slowly at first: the middle gives up about two in a hundred, the end twenty. */
function shareFor(strictness: number): number {
  return LARGEST_SHARE * Math.min(1, strictness) ** 3.3;
}

function quantilesOf(sorted: number[]): number[] {
  return Array.from({ length: QUANTILE_STEPS + 1 }, (_, step) => {
    if (sorted.length === 0) return 0;
    const position = (step / QUANTILE_STEPS) * LARGEST_SHARE * (sorted.length - 1);
    const low = sorted[Math.floor(position)] ?? 0;
    const high = sorted[Math.ceil(position)] ?? low;
    return low + (high - low) * (position - Math.floor(position));
  });
}

type Row = { values: Float32Array; best: number; label: number };

/** One number is fitted: more rows would move it by less than its last step. */
const MOST_FOR_SHARPNESS = 500;

function fitSharpness(all: Row[]): number {
  if (all.length === 0) return 1;
  const every = Math.ceil(all.length / MOST_FOR_SHARPNESS);
  const rows = all.filter((_, i) => i % every === 0);
  // A little doubt about every label, or a few rows that are all right would make every score 1.
  const doubt = 1 / (rows.length + 2);
  const loss = (power: number) => {
    const sharpness = Math.exp(power);
    let sum = 0;
    for (const { values, best, label } of rows) {
      const top = values[best]!;
      let total = 0;
      let mean = 0;
      for (let k = 0; k < values.length; k += 1) {
        const value = values[k]!;
        total += Math.exp(sharpness * (value - top));
        mean += value / values.length;
      }
      const expected = (1 - doubt) * values[label]! + doubt * mean;
      sum += Math.log(total) - sharpness * (expected - top);
    }
    return sum;
  };
  return Math.exp(lowestPoint(loss, Math.log(0.05), Math.log(50)));
}

/** Golden section search, for a curve with one valley: each round looks at one new point. */
function lowestPoint(curve: (x: number) => number, from: number, to: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [atLeft, atRight] = [curve(left), curve(right)];
  for (let round = 0; round < 16; round += 1) {
    if (atLeft < atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - ratio * (high - low);
      atLeft = curve(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + ratio * (high - low);
      atRight = curve(right);
    }
  }
  return (low + high) / 2;
}

/** Platt's fit with his smoothed targets, by Newton steps; the slope is kept positive. */
function fitLogistic(points: { evidence: number; right: boolean }[]): { slope: number; offset: number } {
  const rights = points.filter((point) => point.right).length;
  const high = (rights + 1) / (rights + 2);
  const low = 1 / (points.length - rights + 2);
  let slope = 1;
  let offset = 0;
  for (let round = 0; round < 30; round += 1) {
    let [g0, g1, h00, h01, h11] = [1e-3 * (slope - 1), 1e-3 * offset, 1e-3, 0, 1e-3];
    for (const { evidence, right } of points) {
      const p = logistic(slope * evidence + offset);
      const error = p - (right ? high : low);
      const curve = Math.max(1e-6, p * (1 - p));
      g0 += error * evidence;
      g1 += error;
      h00 += curve * evidence * evidence;
      h01 += curve * evidence;
      h11 += curve;
    }
    const determinant = h00 * h11 - h01 * h01;
    if (determinant < 1e-12) break;
    slope -= clampStep((h11 * g0 - h01 * g1) / determinant);
    offset -= clampStep((h00 * g1 - h01 * g0) / determinant);
  }
  return { slope: Math.max(0.05, slope), offset };
}

function clampStep(step: number): number {
  return Math.max(-2, Math.min(2, step));
}
