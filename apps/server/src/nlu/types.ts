// What goes into the engine and what comes out of it. Everything here is plain data and can be
// stored or sent as JSON.

export type Intent = { name: string; utterances: string[] };

export type EnumerationValue = { value: string; synonyms?: string[] };

export type BuiltInKind = "number" | "date" | "duration" | "money" | "email" | "url" | "phone";

export type EntityDefinition = {
  name: string;
  /** A finer meaning of the same entity, such as `from` and `to` for two cities. */
  roles?: EntityRole[];
} & (
  | { type: "enumeration"; values: EnumerationValue[]; fuzzy?: boolean }
  | { type: "regex"; pattern: string; ignoreCase?: boolean }
  | { type: "builtin"; kind: BuiltInKind }
);

/** A match takes the role whose cue words stand right before (or after) it. */
export type EntityRole = { name: string; before?: string[]; after?: string[] };

export type NluInput = {
  intents: Intent[];
  entities: EntityDefinition[];
  /** A language tag such as `en`; the classifier itself is language neutral. */
  language: string;
  seed: number;
  /** 0 accepts everything, 1 turns away whatever is not clearly one of the intents. */
  strictness: number;
};

/** What an encoder made of all utterances: each distinct text once, and its vector at the same place. */
export type SentenceVectors = { encoder: string; texts: string[]; vectors: Int8Array };

export type Progress = { done: number; message: string };

export type ScoredIntent = { name: string; score: number };

/** Words of the utterance and how much they speak for the first intent; the weights add up to at most 1. */
export type Evidence = { text: string; weight: number };

export type Prediction = {
  intents: ScoredIntent[];
  isOutOfScope: boolean;
  /** How sure the model is that this is any of its intents at all, 0 to 1. */
  confidence: number;
  explanation: Evidence[];
};

export type PredictOptions = {
  /** Instead of the strictness the model was trained with. */
  strictness?: number;
  /** How many intents to rank, 10 unless told. */
  limit?: number;
  /** False leaves the explanation empty and saves a third of the time. */
  explain?: boolean;
  /** What the model's encoder made of the text. Without it the part of the model answers that needs none. */
  meaning?: Int8Array | undefined;
};

export type NluModel = {
  intents: string[];
  entities: EntityDefinition[];
  language: string;
  strictness: number;
  settings: string;
  /** The encoder that `meaning` must come from; undefined when the model needs none. */
  encoder: string | undefined;
  predict(text: string, options?: PredictOptions): Prediction;
};

export type TrainingSummary = {
  intents: number;
  utterances: number;
  features: number;
  /** Which of the tried settings won, in words. */
  settings: string;
  /** Share of right answers on utterances the model had not seen. */
  accuracy: number;
  tried: { settings: string; accuracy: number }[];
  /** Only when the add-on was there to be tried: what it gave on the same utterances held back. */
  embeddings?: { encoder: string; isChosen: boolean; accuracyWithout: number; accuracyWith: number };
};

export type TrainedModel = { buffer: Buffer; summary: TrainingSummary };

export type IntentQuality = {
  name: string;
  utterances: number;
  precision: number;
  recall: number;
  f1: number;
};

export type ConfusedUtterance = { text: string; score: number };

export type ConfusionCell = { expected: string; predicted: string; utterances: ConfusedUtterance[] };

export type ConflictingPair = {
  kind: "same" | "similar";
  similarity: number;
  first: { intent: string; text: string };
  second: { intent: string; text: string };
};

export type QualityReport = {
  folds: number;
  accuracy: number;
  macroF1: number;
  /** Share of right utterances that the chosen strictness would turn away. */
  refusedShare: number;
  intents: IntentQuality[];
  confusions: ConfusionCell[];
  conflicts: ConflictingPair[];
};
