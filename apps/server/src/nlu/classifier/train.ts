// Training from intents to a stored model. Runs in the thread it is called in: callers that
// serve people use trainer.ts, which gives it a thread of its own.
import { checkInput } from "../limits.ts";
import { encodeModel } from "../model/format.ts";
import { quantise } from "../model/quantise.ts";
import type { NluInput, Progress, TrainedModel } from "../types.ts";
import { calibrate } from "./calibration.ts";
import { findCatchAll, raised } from "./catch-all.ts";
import { chooseRecipe } from "./choose.ts";
import { accuracyOf, toProblem } from "./problem.ts";
import { buildMatrix } from "./matrix.ts";
import { seededRandom } from "./random.ts";
import type { Recipe } from "./recipes.ts";
import { solveIntent, workspaceFor } from "./solver.ts";
import { weighFeatures } from "./weighting.ts";

/** With the recipe that was chosen, so that an evaluation need not choose again. */
export function trainInThread(
  input: NluInput,
  onProgress: (progress: Progress) => void,
): TrainedModel & { recipe: Recipe } {
  checkInput(input);
  onProgress({ done: 0, message: "Reading the utterances" });
  const problem = toProblem(input);
  const { names, labels, counts } = problem;
  onProgress({
    done: 0.05,
    message: `Choosing settings for ${labels.length} utterances of ${names.length} intents`,
  });
  const choice = chooseRecipe(problem, (share) =>
    onProgress({ done: 0.05 + 0.6 * share, message: "Checking settings on utterances held back" }),
  );
  const { recipe } = choice;
  const catchAll = findCatchAll(problem, recipe, choice.folds);
  const folds = raised(choice.folds, catchAll);
  const calibration = calibrate(problem, folds);
  const accuracy = accuracyOf(problem, folds);

  const rows = Int32Array.from(labels, (_, row) => row);
  const weights = weighFeatures(counts, labels, names.length, rows, recipe.weighting);
  const matrix = buildMatrix(counts, weights, recipe.weighting.wordShare);
  const random = seededRandom(problem.seed);
  const workspace = workspaceFor(matrix, rows);
  const classifier = quantise(names.length, matrix.columns, (target) => {
    onProgress({ done: 0.65 + (0.33 * target) / names.length, message: `Learning “${names[target]}”` });
    return solveIntent({ matrix, labels, target, rows, settings: recipe.solver, random, workspace });
  });
  const buffer = encodeModel({
    meta: {
      intents: names,
      entities: input.entities,
      language: input.language,
      strictness: input.strictness,
      settings: recipe.name,
      features: problem.features,
      wordShare: recipe.weighting.wordShare,
      calibration,
      ...(catchAll && { catchAll }),
    },
    hashes: counts.hashes,
    weights,
    classifier,
  });
  onProgress({ done: 1, message: "Trained" });
  return {
    buffer,
    recipe,
    summary: {
      intents: names.length,
      utterances: labels.length,
      features: counts.hashes.length,
      settings: recipe.name,
      accuracy,
      tried: choice.tried.map((entry) => ({ settings: entry.recipe.name, accuracy: entry.accuracy })),
    },
  };
}
