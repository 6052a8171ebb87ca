// What training leaves behind about a version.
import { z } from "zod";

const phrase = z.object({ intent: z.string(), text: z.string() });

export const confusion = z.object({
  expected: z.string(),
  predicted: z.string(),
  utterances: z.array(z.object({ text: z.string(), score: z.number() })),
});
export type Confusion = z.infer<typeof confusion>;

export const qualityData = z.object({
  summary: z.object({
    settings: z.string(),
    accuracy: z.number(),
    /** Only when the add-on was there to be tried. */
    embeddings: z
      .object({ isChosen: z.boolean(), accuracyWithout: z.number(), accuracyWith: z.number() })
      .optional(),
  }),
  /** The model wants sentence embeddings and the server has none. */
  isEncoderMissing: z.boolean().default(false),
  report: z.object({
    folds: z.number(),
    accuracy: z.number(),
    macroF1: z.number(),
    refusedShare: z.number(),
    intents: z.array(
      z.object({
        name: z.string(),
        utterances: z.number(),
        precision: z.number(),
        recall: z.number(),
        f1: z.number(),
      }),
    ),
    confusions: z.array(confusion),
    conflicts: z.array(z.object({ kind: z.string(), similarity: z.number(), first: phrase, second: phrase })),
  }),
});
export type QualityData = z.infer<typeof qualityData>;

/** One training of any version of the bot, newest first in a list. */
export const trainingRun = z.object({
  jobId: z.string(),
  versionId: z.string(),
  number: z.number().int(),
  status: z.string(),
  startedBy: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  seconds: z.number().nullable(),
  message: z.string(),
  log: z.array(z.object({ at: z.string(), line: z.string() })),
  accuracy: z.number().nullable(),
  macroF1: z.number().nullable(),
  utterances: z.number().int().nullable(),
  intents: z.number().int().nullable(),
});
export type TrainingRun = z.infer<typeof trainingRun>;

export const predictionData = z.object({
  intents: z.array(z.object({ name: z.string(), score: z.number() })),
  isOutOfScope: z.boolean(),
  confidence: z.number(),
  explanation: z.array(z.object({ text: z.string(), weight: z.number() })),
  entities: z.array(
    z.looseObject({ entity: z.string(), start: z.number(), end: z.number(), value: z.unknown() }),
  ),
  /** What the first intent would take from the words, and what it would ask for. */
  slots: z.array(z.object({ name: z.string(), words: z.string().nullable(), asks: z.string().nullable() })),
});
export type PredictionData = z.infer<typeof predictionData>;

/** What a test run of a script gives. */
export const scriptResult = z.object({
  output: z.unknown(),
  variables: z.record(z.string(), z.unknown()),
  said: z.array(z.string()),
  logs: z.array(z.string()),
  durationMs: z.number(),
  error: z
    .object({
      kind: z.string(),
      message: z.string(),
      line: z.number().optional(),
      column: z.number().optional(),
    })
    .optional(),
});
export type ScriptResultData = z.infer<typeof scriptResult>;

export const scriptProblems = z.array(
  z.object({ line: z.number(), column: z.number(), code: z.string(), message: z.string() }),
);
