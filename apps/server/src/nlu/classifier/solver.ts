// One-vs-rest linear classifiers, solved in the dual one coordinate at a time: squared hinge
// loss (Hsieh et al. 2008) leaves out rows that have settled and suits many utterances,
// logistic loss (Yu et al. 2011) is slower and better when there are few.
import { addRow, scoreOf, type Matrix } from "./matrix.ts";
import { shuffle } from "./random.ts";

export type SolverSettings = {
  loss: "hinge" | "logistic";
  cost: number;
  /** How much more an utterance of the intent itself counts than one of the others. */
  positiveFactor: number;
  epochs: number;
};

export type BinaryTask = {
  matrix: Matrix;
  labels: Int32Array;
  target: number;
  /** The rows to learn from. */
  rows: Int32Array;
  settings: SolverSettings;
  random: () => number;
  workspace: Workspace;
};

/** Memory that one intent after the other uses; a result is gone when the next one is solved. */
export type Workspace = { weights: Float64Array; alpha: Float64Array; order: Int32Array };

export function workspaceFor(matrix: Matrix, rows: Int32Array): Workspace {
  return {
    weights: new Float64Array(matrix.columns + matrix.denseColumns + 1),
    alpha: new Float64Array(rows.length),
    order: new Int32Array(rows.length),
  };
}

/** Weights of one intent against all others; the last entry is the bias. They lie in the workspace. */
export function solveIntent(task: BinaryTask): Float64Array {
  return task.settings.loss === "hinge" ? solveHinge(task) : solveLogistic(task);
}

/**
 * A row that is right by this much more than it needs is not looked at again. The usual last round
 * over all rows is left out: it doubles the time and changed no fold by more than chance.
 */
const SETTLED = 0.03;
/** Of the largest gradient: beyond it more rounds change no answer. */
const TOLERANCE = 0.3;

function solveHinge(task: BinaryTask): Float64Array {
  const { matrix, labels, target, rows, settings, random, workspace } = task;
  const { squares } = matrix;
  const { weights, alpha, order } = workspace;
  weights.fill(0);
  alpha.fill(0);
  let active = firstRows(task);
  let limit = Number.POSITIVE_INFINITY;
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    if (epoch === 1) active = order.length;
    shuffle(order, active, random);
    let largest = 0;
    for (let s = 0; s < active; s += 1) {
      const position = order[s]!;
      const row = rows[position]!;
      const sign = labels[row] === target ? 1 : -1;
      const diagonal = 0.5 / (sign > 0 ? settings.cost * settings.positiveFactor : settings.cost);
      const score = scoreOf(matrix, weights, row);
      const current = alpha[position]!;
      const gradient = sign * score - 1 + diagonal * current;
      if (current === 0 && gradient >= 0) {
        if (gradient > limit || (epoch > 0 && gradient > SETTLED)) {
          active -= 1;
          order[s] = order[active]!;
          order[active] = position;
          s -= 1;
        }
        continue;
      }
      largest = Math.max(largest, Math.abs(gradient));
      const next = Math.max(0, current - gradient / (squares[row]! + 1 + diagonal));
      alpha[position] = next;
      addRow(matrix, weights, row, (next - current) * sign);
    }
    if (epoch > 0 && largest <= TOLERANCE) break;
    limit = epoch === 0 ? limit : largest;
  }
  return weights;
}

/**
 * Puts the rows of the intent and every n-th other row first and counts them: one round over
 * these teaches enough for most other rows to be right when they are first looked at.
 */
function firstRows({ labels, target, rows, workspace: { order } }: BinaryTask): number {
  let first = 0;
  let last = order.length;
  for (let i = 0; i < rows.length; i += 1) {
    if (labels[rows[i]!] === target || i % FIRST_SHARE === 0) order[first++] = i;
    else order[--last] = i;
  }
  return first;
}

const FIRST_SHARE = 4;

const FIRST_ALPHA = 1e-8;
/** In shares of the cost; a row that would move less is not looked at again. */
const SMALLEST_STEP = 5e-4;

function solveLogistic(task: BinaryTask): Float64Array {
  const { matrix, labels, target, rows, settings, random, workspace } = task;
  const { squares } = matrix;
  const { weights, alpha, order } = workspace;
  weights.fill(0);
  alpha.fill(FIRST_ALPHA);
  let active = firstRows(task);
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    if (epoch === 1) active = order.length;
    shuffle(order, active, random);
    let largest = 0;
    for (let s = 0; s < active; s += 1) {
      const position = order[s]!;
      const row = rows[position]!;
      const sign = labels[row] === target ? 1 : -1;
      const cost = sign > 0 ? settings.cost * settings.positiveFactor : settings.cost;
      const score = scoreOf(matrix, weights, row);
      const current = alpha[position]!;
      const next = logisticStep(current, sign * score, squares[row]! + 1, cost);
      const change = Math.abs(next - current) / cost;
      largest = Math.max(largest, change);
      if (change < SMALLEST_STEP) {
        if (epoch > 0) {
          active -= 1;
          order[s] = order[active]!;
          order[active] = position;
          s -= 1;
        }
        continue;
      }
      alpha[position] = next;
      addRow(matrix, weights, row, (next - current) * sign);
    }
    if (epoch > 0 && largest < SMALLEST_STEP) break;
  }
  return weights;
}

/** Newton's method for the one alpha, kept inside (0, cost). */
function logisticStep(current: number, margin: number, square: number, cost: number): number {
  let next = current;
  for (let round = 0; round < 8; round += 1) {
    const gradient = square * (next - current) + margin + Math.log(next / (cost - next));
    if (Math.abs(gradient) < 1e-3) break;
    const step = next - gradient / (square + cost / (next * (cost - next)));
    if (step <= 0) next *= 0.1;
    else if (step >= cost) next = cost - (cost - next) * 0.1;
    else next = step;
  }
  return next;
}
