// Training from intents to a stored model. Runs in the thread it is called in: callers that
// serve people use trainer.ts, which gives it a thread of its own.
import { checkInput } from "../limits.ts";
import { encodeModel } from "../model/format.ts";
import { type Classifier, quantise } from "../model/quantise.ts";
import type { NluInput, Progress, SentenceVectors, TrainedModel } from "../types.ts";
import { calibrate } from "./calibration.ts";
import { findCatchAll, raised } from "./catch-all.ts";
import { chooseRecipe, tryMeaning } from "./choose.ts";
import { accuracyOf, type FoldScores, meaningsFor, type Problem, toProblem } from "./problem.ts";
import { buildMatrix } from "./matrix.ts";
import { seededRandom } from "./random.ts";
import type { Recipe } from "./recipes.ts";
import { solveIntent, solvingOf } from "./solver.ts";
import { weighFeatures } from "./weighting.ts";

type OnProgress = (progress: Progress) => void;

/**
 * With the recipe that was chosen, so that an evaluation need not choose again. Sentence vectors are tried and used
 * only where they clearly help; the model that needs none is part of what is stored either way.
 */
export function trainInThread(
  input: NluInput,
  onProgress: OnProgress,
  sentences?: SentenceVectors,
): TrainedModel & { recipe: Recipe } {
  checkInput(input);
  onProgress({ done: 0, message: "Reading the utterances" });
  const problem = toProblem(input, sentences);
  const { names, labels, counts } = problem;
  onProgress({
    done: 0.05,
    message: `Choosing settings for ${labels.length} utterances of ${names.length} intents`,
  });
  const until = sentences ? 0.3 : 0.65;
  const choice = chooseRecipe(problem, (share) =>
    onProgress({
      done: 0.05 + (until - 0.05) * share,
      message: "Checking settings on utterances held back",
    }),
  );
  const { recipe } = choice;
  const meaning =
    sentences &&
    tryMeaning(problem, recipe, (share) =>
      onProgress({ done: 0.3 + 0.35 * share, message: "Checking sentence embeddings" }),
    );
  const plain = learn(problem, recipe, choice.folds, onProgress);
  const rich = meaning?.isChosen ? learn(problem, meaning.recipe, meaning.folds, onProgress) : undefined;
  const buffer = encodeModel({
    meta: {
      intents: names,
      entities: input.entities,
      language: input.language,
      strictness: input.strictness,
      settings: recipe.name,
      features: problem.features,
      wordShare: recipe.weighting.wordShare,
      ...plain.reading,
      ...(rich && {
        meaning: {
          encoder: sentences?.encoder ?? "",
          settings: meaning?.recipe.name ?? "",
          length: meaning?.recipe.meaningLength ?? 0,
          ...rich.reading,
        },
      }),
    },
    hashes: counts.hashes,
    weights: plain.weights,
    classifier: plain.classifier,
    meaningClassifier: rich?.classifier,
  });
  onProgress({ done: 1, message: "Trained" });
  const chosen = rich && meaning ? meaning.recipe : recipe;
  return {
    buffer,
    recipe: chosen,
    summary: {
      intents: names.length,
      utterances: labels.length,
      features: counts.hashes.length,
      settings: chosen.name,
      accuracy: (rich ?? plain).accuracy,
      tried: choice.tried.map((entry) => ({ settings: entry.recipe.name, accuracy: entry.accuracy })),
      ...(sentences &&
        meaning && {
          embeddings: {
            encoder: sentences.encoder,
            isChosen: meaning.isChosen,
            accuracyWithout: meaning.accuracyWithout,
            accuracyWith: meaning.accuracyWith,
          },
        }),
    },
  };
}

type Learnt = {
  weights: Float32Array;
  classifier: Classifier;
  /** How the classifier's values are to be read. */
  reading: { calibration: ReturnType<typeof calibrate>; catchAll?: ReturnType<typeof findCatchAll> & object };
  accuracy: number;
};

/** From all utterances; the folds say how its values are to be read. */
function learn(problem: Problem, recipe: Recipe, scored: FoldScores[], onProgress: OnProgress): Learnt {
  const { names, labels, counts } = problem;
  const catchAll = findCatchAll(problem, recipe, scored);
  const folds = raised(scored, catchAll);
  const calibration = calibrate(problem, folds);
  const rows = Int32Array.from(labels, (_, row) => row);
  const weights = weighFeatures(counts, labels, names.length, rows, recipe.weighting);
  const matrix = buildMatrix(counts, weights, recipe.weighting.wordShare, meaningsFor(problem, recipe));
  const random = seededRandom(problem.seed);
  // One fold of several knows no more than the others.
  const learnt = scored.length === 1 ? scored[0]?.learnt : undefined;
  const solving = solvingOf({ matrix, labels, rows, settings: recipe.solver, random }, learnt);
  const classifier = quantise(names.length, matrix.columns, matrix.denseColumns, (target) => {
    onProgress({ done: 0.65 + (0.33 * target) / names.length, message: `Learning “${names[target]}”` });
    return solveIntent(solving, target);
  });
  return {
    weights,
    classifier,
    reading: { calibration, ...(catchAll && { catchAll }) },
    accuracy: accuracyOf(problem, folds),
  };
}
