// Chooses a recipe by cross-validation. Small sets try every recipe on every fold; larger ones
// race them on the first fold; the largest keep one fold, whose scores also calibrate the model.
import { stratifiedFolds, type Fold } from "./folds.ts";
import { accuracyOf, bestOf, scoreFold, type FoldScores, type Problem, type Step } from "./problem.ts";
import { recipesFor, type Recipe } from "./recipes.ts";

export type Choice = {
  recipe: Recipe;
  folds: FoldScores[];
  tried: { recipe: Recipe; accuracy: number }[];
};

type Plan = { folds: Fold[]; raceFolds: number; recipes: Recipe[] };

function planFor(problem: Problem): Plan {
  const rows = problem.labels.length;
  const recipes = recipesFor(rows);
  if (rows <= 300) return { folds: foldsOf(problem, 5), raceFolds: 5, recipes };
  if (rows <= 3_000) return { folds: foldsOf(problem, 3), raceFolds: 1, recipes };
  return { folds: foldsOf(problem, 5).slice(0, 1), raceFolds: 1, recipes };
}

function foldsOf(problem: Problem, count: number): Fold[] {
  return stratifiedFolds(problem.labels, problem.names.length, count, problem.seed);
}

export function chooseRecipe(problem: Problem, onStep: Step): Choice {
  const plan = planFor(problem);
  const steps = plan.recipes.length * plan.raceFolds + (plan.folds.length - plan.raceFolds);
  let done = 0;
  const score = (recipe: Recipe, fold: Fold) => {
    const scores = scoreFold(problem, recipe, fold, (share) => onStep((done + share) / steps));
    done += 1;
    return scores;
  };
  const entries = plan.recipes.map((recipe) => {
    const folds = plan.folds.slice(0, plan.raceFolds).map((fold) => score(recipe, fold));
    return { recipe, folds, accuracy: accuracyOf(problem, folds) };
  });
  const winner = entries.reduce((best, entry) =>
    isClearlyBetter(problem, entry.folds, best.folds) ? entry : best,
  );
  for (const fold of plan.folds.slice(plan.raceFolds)) winner.folds.push(score(winner.recipe, fold));
  return {
    recipe: winner.recipe,
    folds: winner.folds,
    tried: entries.map(({ recipe, accuracy }) => ({ recipe, accuracy })),
  };
}

/**
 * The list of recipes is in order of preference: a later one must win by more than chance would
 * give it, measured on the utterances where just one of the two is right.
 */
function isClearlyBetter(problem: Problem, challenger: FoldScores[], holder: FoldScores[]): boolean {
  let wins = 0;
  let losses = 0;
  challenger.forEach((fold, f) => {
    fold.rows.forEach((row, i) => {
      const label = problem.labels[row];
      const challengerIsRight = bestOf(fold.scores, i) === label;
      const holderIsRight = bestOf(holder[f]!.scores, i) === label;
      if (challengerIsRight && !holderIsRight) wins += 1;
      if (!challengerIsRight && holderIsRight) losses += 1;
    });
  });
  return wins - losses > Math.sqrt(wins + losses);
}
