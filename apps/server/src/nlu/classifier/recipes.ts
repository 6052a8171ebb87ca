// The settings that training chooses from by cross-validation. They were found on folds of
// training data only (decision 045), never on test data.
import type { FeatureSettings } from "../text/features.ts";
import type { SolverSettings } from "./solver.ts";
import type { Weighting } from "./weighting.ts";

export type Recipe = {
  name: string;
  weighting: Weighting;
  solver: SolverSettings;
  /** Only with the add-on: how much the meaning of the sentence counts beside its words, whose length is 1. */
  meaningLength?: number;
};

/** The same recipe that also looks at what the whole sentence means. */
export function withMeaning(recipe: Recipe): Recipe {
  return { ...recipe, name: `${recipe.name}, with sentence embeddings`, meaningLength: 1.5 };
}

const features: FeatureSettings = { wordGrams: 2, charMin: 3, charMax: 4 };

/**
 * With few English examples the forms of a word count as one and short pieces of words tell more (decision 201);
 * with many, each form and each long piece has been seen.
 */
export function featuresFor(language: string, utterances: number): FeatureSettings {
  const isEnglish = /^en(?:-|$)/i.test(language);
  return isEnglish && utterances <= MANY ? { ...features, charMin: 2, charMax: 3, stems: true } : features;
}

const logistic: SolverSettings = { loss: "logistic", cost: 20, positiveFactor: 1, epochs: 8 };
const hinge: SolverSettings = { loss: "hinge", cost: 1, positiveFactor: 2, epochs: 9 };

const telling: Recipe = {
  name: "few examples: logistic, telling features trusted most",
  weighting: { idfPower: 1, smoothing: 1, wordShare: 0.4, minimumCount: 1 },
  solver: logistic,
};
const cautious: Recipe = {
  name: "few examples: logistic, frequent features trusted most",
  weighting: { idfPower: 1, smoothing: 20, wordShare: 0.4, minimumCount: 1 },
  solver: logistic,
};
const plain: Recipe = {
  name: "many examples: hinge, plain tf-idf",
  weighting: { idfPower: 0.7, smoothing: 0, wordShare: 0.5, minimumCount: 1 },
  solver: hinge,
};
const informed: Recipe = {
  name: "many examples: hinge, telling features trusted most",
  weighting: { idfPower: 1, smoothing: 0.65, wordShare: 0.5, minimumCount: 1 },
  solver: { ...hinge, positiveFactor: 3 },
};

/** Up to this many utterances everything is tried: it costs little and the choice matters most. */
const FEW = 300;
/** Beyond this many the slower loss no longer pays. */
const MANY = 3_000;
/** Beyond this many a feature seen once is left out, to bound memory. */
const VERY_MANY = 20_000;

/** In order of preference: a later one must be clearly better to be chosen. */
export function recipesFor(utterances: number): Recipe[] {
  if (utterances <= FEW) return [telling, cautious, plain];
  if (utterances <= MANY) return [telling, plain];
  if (utterances <= VERY_MANY) return [plain, informed];
  return [{ ...plain, weighting: { ...plain.weighting, minimumCount: 2 } }];
}
