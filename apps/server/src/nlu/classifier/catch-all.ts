// An intent called "None" or "Fallback" collects whatever is not one of the others. A few examples
// cannot say what all of that looks like, but the other intents can: when none of them speaks for an
// utterance, it belongs here. Its value therefore never falls below a floor (decision 201).
import { scoreFold, type FoldScores, type Problem } from "./problem.ts";
import type { Recipe } from "./recipes.ts";

export type CatchAll = { intent: number; floor: number };

const names = new Set(["none", "fallback", "nlufallback", "other", "outofscope", "oos", "unknown"]);

/** With more than these it has examples enough to be learnt like any other. */
const MOST_UTTERANCES = 3_000;
const GROUPS = 5;
/** How much worse it is to lose an utterance of another intent than to miss one of this. */
const CAUTION = 4;

/** Undefined without such an intent, and where a floor would lose more answers than it wins. */
export function findCatchAll(problem: Problem, recipe: Recipe, folds: FoldScores[]): CatchAll | undefined {
  const intent = problem.names.findIndex((name) => names.has(name.toLowerCase().replaceAll(/[^a-z]/g, "")));
  if (intent < 0 || problem.names.length < 3 || problem.labels.length > MOST_UTTERANCES) return undefined;
  const seen = folds.flatMap((fold) => bestOthers(problem, fold, (k) => k !== intent));
  const floor = bestFloor(
    seen.filter((row) => row.label !== intent),
    [...seen.filter((row) => row.label === intent), ...strangers(problem, recipe, intent)],
    problem.labels.filter((label) => label === intent).length / problem.labels.length,
  );
  return floor === undefined ? undefined : { intent, floor };
}

/** The same scores as a model with this floor gives them. */
export function raised(folds: FoldScores[], catchAll: CatchAll | undefined): FoldScores[] {
  if (!catchAll) return folds;
  return folds.map((fold) => ({
    ...fold,
    scores: fold.scores.map((column, k) =>
      k === catchAll.intent ? column.map((value) => Math.max(value, catchAll.floor)) : column,
    ),
  }));
}

type Best = { label: number; best: number; value: number };

function bestOthers(problem: Problem, fold: FoldScores, isMeant: (intent: number) => boolean): Best[] {
  return Array.from(fold.rows, (row, i) => {
    let best = -1;
    let value = Number.NEGATIVE_INFINITY;
    fold.scores.forEach((column, k) => {
      if (!isMeant(k) || column[i]! <= value) return;
      best = k;
      value = column[i]!;
    });
    return { label: problem.labels[row]!, best, value };
  });
}

/** Utterances of intents that were left out of training stand for what no intent was made for. */
function strangers(problem: Problem, recipe: Recipe, catchAll: number): Best[] {
  const groups = Math.min(GROUPS, problem.names.length - 1);
  const rows = problem.labels.map((_, row) => row);
  return Array.from({ length: groups }, (_, group) => {
    const isOut = (label: number) => label !== catchAll && label % groups === group;
    const fold = {
      train: rows.filter((row) => !isOut(problem.labels[row]!)),
      test: rows.filter((row) => isOut(problem.labels[row]!)),
    };
    if (fold.train.length === 0 || fold.test.length === 0) return [];
    return bestOthers(
      problem,
      scoreFold(problem, recipe, fold, () => {}),
      (k) => k !== catchAll && !isOut(k),
    );
  }).flat();
}

/** Where most answers are right when `share` of all utterances are strangers; undefined when that is nowhere. */
function bestFloor(known: Best[], unknown: Best[], share: number): number | undefined {
  if (known.length === 0 || unknown.length === 0) return undefined;
  const steps = [
    ...known.map(({ value, best, label }) => ({
      value,
      gain: best === label ? (-CAUTION * (1 - share)) / known.length : 0,
    })),
    ...unknown.map(({ value }) => ({ value, gain: share / unknown.length })),
  ].sort((a, b) => a.value - b.value);
  let total = 0;
  let most = 0;
  let floor: number | undefined;
  steps.forEach(({ value, gain }, i) => {
    total += gain;
    const next = steps[i + 1]?.value ?? value;
    if (total <= most + 1e-9 || next === value) return;
    most = total;
    floor = (value + next) / 2;
  });
  return floor;
}
