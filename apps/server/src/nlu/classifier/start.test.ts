import { expect, test } from "vitest";
import { anInput } from "../testing-data.ts";
import { stratifiedFolds } from "./folds.ts";
import { bestOf, scoreFold, toProblem } from "./problem.ts";
import { recipesFor, type Recipe } from "./recipes.ts";

const problem = toProblem(anInput());
const fold = stratifiedFolds(problem.labels, problem.names.length, 3, problem.seed)[0]!;
const recipes = recipesFor(problem.labels.length).map((recipe): [string, Recipe] => [recipe.name, recipe]);

test.each(recipes)("a fit that goes no round further is the one it starts from: %s", (_, recipe) => {
  const first = scoreFold(problem, recipe, fold, () => {});
  const noRounds = { ...recipe, solver: { ...recipe.solver, epochs: 1 } };
  const again = scoreFold(problem, noRounds, fold, () => {}, first.learnt);
  first.scores.forEach((column, k) => {
    column.forEach((value, i) => expect(again.scores[k]![i]).toBeCloseTo(value, 4));
  });
});

test.each(recipes)("starting from a part gives the answers of starting from nothing: %s", (_, recipe) => {
  const whole = scoreFold(problem, recipe, fold, () => {});
  for (const isSmall of [true, false]) {
    // A quarter, of which all rows are looked at again, and three quarters, whose settled rows are not.
    const part = fold.train.filter((_row, i) => (i % 4 === 0) === isSmall);
    const { learnt } = scoreFold(problem, recipe, { train: part, test: fold.test }, () => {});
    const started = scoreFold(problem, recipe, fold, () => {}, learnt);
    const same = fold.test.filter((_row, i) => bestOf(started.scores, i) === bestOf(whole.scores, i));
    expect(same.length).toBeGreaterThanOrEqual(fold.test.length - 1);
  }
});
