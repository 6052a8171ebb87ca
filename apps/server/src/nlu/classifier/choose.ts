// Chooses a recipe by cross-validation. Small sets try every recipe on every fold; larger ones
// race them on one fold, or on a part of it. The winner's scores on the rows it had not seen calibrate the model.
import { stratifiedFolds, type Fold } from "./folds.ts";
import { accuracyOf, bestOf, scoreFold, type FoldScores, type Problem, type Step } from "./problem.ts";
import type { Learnt } from "./start.ts";
import { recipesFor, withMeaning, type Recipe } from "./recipes.ts";

export type Choice = {
  recipe: Recipe;
  folds: FoldScores[];
  tried: { recipe: Recipe; accuracy: number }[];
};

type Plan = {
  folds: Fold[];
  /** Where the recipes are compared when that is not on the folds themselves. */
  race?: Fold;
  /** How many standard deviations a recipe must be ahead; one fold alone says less than all. */
  lead: number;
  recipes: Recipe[];
};

function planFor(problem: Problem): Plan {
  const rows = problem.labels.length;
  const recipes = recipesFor(rows);
  // Few utterances cost little: more folds learn from more of them, and their sum says more.
  if (rows <= 300) return { folds: foldsOf(problem, 10), lead: 1, recipes };
  if (rows <= 3_000) return { folds: foldsOf(problem, 3).slice(0, 1), lead: 2, recipes };
  const fold = foldsOf(problem, 5)[0];
  if (!fold) return { folds: [], lead: 2, recipes };
  return { folds: [thin(fold, MOST_CHECKED)], race: thin(fold, MOST_RACED), lead: 2, recipes };
}

/** Beyond this, more rows cost minutes and hardly move what the check says. */
const MOST_CHECKED = 30_000;
/** Enough to tell recipes apart that differ enough to matter. */
const MOST_RACED = 2_500;

/** Every n-th row, so that all intents stay in; rows come sorted by intent. */
function thin(fold: Fold, most: number): Fold {
  const every = Math.ceil(fold.train.length / most);
  const keep = (rows: Int32Array) => rows.filter((_, i) => i % every === 0);
  return every === 1 ? fold : { train: keep(fold.train), test: keep(fold.test) };
}

function foldsOf(problem: Problem, count: number): Fold[] {
  return stratifiedFolds(problem.labels, problem.names.length, count, problem.seed);
}

export function chooseRecipe(problem: Problem, onStep: Step): Choice {
  const plan = planFor(problem);
  const raced = plan.recipes.length > 1 && plan.race ? [plan.race] : plan.folds;
  const isAgain = raced !== plan.folds;
  const steps = plan.recipes.length * raced.length + (isAgain ? plan.folds.length : 0);
  let done = 0;
  const score = (recipe: Recipe, fold: Fold, learnt?: Learnt) => {
    const scores = scoreFold(problem, recipe, fold, (share) => onStep((done + share) / steps), learnt);
    done += 1;
    return scores;
  };
  const entries = plan.recipes.map((recipe) => {
    const folds = raced.map((fold) => score(recipe, fold));
    return { recipe, folds, accuracy: accuracyOf(problem, folds) };
  });
  const winner = entries.reduce((best, entry) =>
    isClearlyBetter(problem, entry.folds, best.folds, plan.lead) ? entry : best,
  );
  return {
    recipe: winner.recipe,
    folds: isAgain
      ? plan.folds.map((fold) => score(winner.recipe, fold, winner.folds[0]?.learnt))
      : winner.folds,
    tried: entries.map(({ recipe, accuracy }) => ({ recipe, accuracy })),
  };
}

/** How many deviations sentence embeddings must be ahead: they cost a hundred times more for each answer. */
const MEANING_LEAD = 2;

export type MeaningChoice = {
  recipe: Recipe;
  isChosen: boolean;
  folds: FoldScores[];
  accuracyWithout: number;
  accuracyWith: number;
};

/** Whether the recipe does better when it also looks at whole sentences, on utterances held back from both. */
export function tryMeaning(problem: Problem, recipe: Recipe, onStep: Step): MeaningChoice {
  const meaning = withMeaning(recipe);
  const rows = problem.labels.length;
  const parts = rows <= 300 ? 10 : rows <= 3_000 ? 3 : 5;
  const folds = foldsOf(problem, parts).slice(0, rows <= 3_000 ? parts : 1);
  const scored = folds.map((fold, i) => ({
    without: scoreFold(problem, recipe, fold, () => {}),
    with: scoreFold(problem, meaning, fold, (share) => onStep((i + share) / folds.length)),
  }));
  const [plain, rich] = [scored.map((fold) => fold.without), scored.map((fold) => fold.with)];
  return {
    recipe: meaning,
    isChosen: isClearlyBetter(problem, rich, plain, MEANING_LEAD),
    folds: rich,
    accuracyWithout: accuracyOf(problem, plain),
    accuracyWith: accuracyOf(problem, rich),
  };
}

/**
 * The list of recipes is in order of preference: a later one must win by more than chance would
 * give it, measured on the utterances where just one of the two is right.
 */
function isClearlyBetter(
  problem: Problem,
  challenger: FoldScores[],
  holder: FoldScores[],
  lead: number,
): boolean {
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
  return wins - losses > lead * Math.sqrt(wins + losses);
}
