// What training leaves behind about a version, as the server's NLU engine writes it.
import { z } from "zod";

const phrase = z.object({ intent: z.string(), text: z.string() });

const confusion = z.object({
  expected: z.string(),
  predicted: z.string(),
  utterances: z.array(z.object({ text: z.string(), score: z.number() })),
});

export const qualityData = z.object({
  summary: z.object({ settings: z.string(), accuracy: z.number() }),
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

export type Confusion = z.infer<typeof confusion>;
export type QualityData = z.infer<typeof qualityData>;

export const predictionData = z.object({
  intents: z.array(z.object({ name: z.string(), score: z.number() })),
  isOutOfScope: z.boolean(),
  confidence: z.number(),
  explanation: z.array(z.object({ text: z.string(), weight: z.number() })),
  entities: z.array(
    z.looseObject({ entity: z.string(), start: z.number(), end: z.number(), value: z.unknown() }),
  ),
});
export type PredictionData = z.infer<typeof predictionData>;
