// One-vs-rest linear classifiers, solved in the dual one coordinate at a time: squared hinge
// loss (Hsieh et al. 2008) leaves out rows that have settled and suits many utterances,
// logistic loss (Yu et al. 2011) is slower and better when there are few.
import { addRow, scoreOf, type Matrix } from "./matrix.ts";
import { shuffle } from "./random.ts";
import { resume, startFrom, type Learnt, type Start } from "./start.ts";

export type SolverSettings = {
  loss: "hinge" | "logistic";
  cost: number;
  /** How much more an utterance of the intent itself counts than one of the others. */
  positiveFactor: number;
  epochs: number;
};

type Task = {
  matrix: Matrix;
  labels: Int32Array;
  /** The rows to learn from. */
  rows: Int32Array;
  settings: SolverSettings;
  random: () => number;
};

/** A task with the memory that one intent after the other uses: a result is gone when the next one is solved. */
export type Solving = Task & {
  weights: Float64Array;
  alpha: Float64Array;
  /** Positions in `rows`; the first `active` of them are looked at. */
  order: Int32Array;
  active: number;
  start: Start | undefined;
};

/** With what was learnt from some of the rows, the others need few rounds. */
export function solvingOf(task: Task, learnt: Learnt | undefined): Solving {
  const { matrix, labels, rows, settings, random } = task;
  return {
    matrix,
    labels,
    rows,
    settings,
    random,
    weights: new Float64Array(matrix.columns + matrix.denseColumns + 1),
    alpha: new Float64Array(rows.length),
    order: new Int32Array(rows.length),
    active: 0,
    start: learnt && startFrom(learnt, rows, matrix.rows),
  };
}

/** Weights of one intent against all others; the last entry is the bias. The next intent overwrites them. */
export function solveIntent(solving: Solving, target: number): Float64Array {
  const { settings, weights, alpha, start } = solving;
  const isHinge = settings.loss === "hinge";
  weights.fill(0);
  alpha.fill(isHinge ? 0 : FIRST_ALPHA);
  if (start) resume(solving, start, target);
  else takeFirstRows(solving, target);
  if (isHinge) solveHinge(solving, target);
  else solveLogistic(solving, target);
  return weights;
}

/**
 * A row that is right by this much more than it needs is not looked at again. The usual last round
 * over all rows is left out: it doubles the time and changed no fold by more than chance.
 */
const SETTLED = 0.03;
/** Of the largest gradient: beyond it more rounds change no answer. */
const TOLERANCE = 0.3;

function solveHinge(solving: Solving, target: number): void {
  const { settings, order, random, start } = solving;
  let limit = Number.POSITIVE_INFINITY;
  for (let epoch = start ? 1 : 0; epoch < settings.epochs; epoch += 1) {
    if (epoch === 1 && !start) solving.active = order.length;
    shuffle(order, solving.active, random);
    const largest = hingeRound(solving, target, epoch === 0 ? limit : Math.min(limit, SETTLED));
    if (epoch > 0 && largest <= TOLERANCE) break;
    limit = epoch === 0 ? limit : largest;
  }
}

/** Rows right by more than `limit` are left out of later rounds. Returns the largest gradient of the others. */
function hingeRound(solving: Solving, target: number, limit: number): number {
  const { matrix, labels, rows, settings, weights, alpha, order } = solving;
  const { squares } = matrix;
  let { active } = solving;
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
      if (gradient > limit) {
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
  solving.active = active;
  return largest;
}

/**
 * Puts the rows of the intent and every n-th other row first: one round over
 * these teaches enough for most other rows to be right when they are first looked at.
 */
function takeFirstRows(solving: Solving, target: number): void {
  const { labels, rows, order } = solving;
  let first = 0;
  let last = order.length;
  for (let i = 0; i < rows.length; i += 1) {
    if (labels[rows[i]!] === target || i % FIRST_SHARE === 0) order[first++] = i;
    else order[--last] = i;
  }
  solving.active = first;
}

const FIRST_SHARE = 4;

export const FIRST_ALPHA = 1e-8;
/** In shares of the cost; a row that would move less is not looked at again. */
const SMALLEST_STEP = 5e-4;
/** With a start, where most rows are near their place, half as fine gives the same answers (decision 235). */
const SMALLEST_STEP_FROM_START = 1e-3;

function solveLogistic(solving: Solving, target: number): void {
  const { settings, order, random, start } = solving;
  const smallest = start ? SMALLEST_STEP_FROM_START : SMALLEST_STEP;
  for (let epoch = start ? 1 : 0; epoch < settings.epochs; epoch += 1) {
    if (epoch === 1 && !start) solving.active = order.length;
    shuffle(order, solving.active, random);
    const largest = logisticRound(solving, target, smallest, epoch > 0);
    if (epoch > 0 && largest < smallest) break;
  }
}

/** Returns the largest step, in shares of the cost. */
function logisticRound(solving: Solving, target: number, smallest: number, leavesOut: boolean): number {
  const { matrix, labels, rows, settings, weights, alpha, order } = solving;
  const { squares } = matrix;
  let { active } = solving;
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
    if (change < smallest) {
      if (leavesOut) {
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
  solving.active = active;
  return largest;
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
