// A stored model that answers.
import type { NluModel, PredictOptions, Prediction } from "../types.ts";
import { type Calibration, evidenceOf, logistic, thresholdFor } from "../classifier/calibration.ts";
import type { CatchAll } from "../classifier/catch-all.ts";
import { VECTOR_SIZE, writeScaled } from "../embeddings/vector.ts";
import { explain } from "./explain.ts";
import { decodeModel } from "./format.ts";
import { rowReader, type Row } from "./row.ts";
import type { Classifier } from "./quantise.ts";

const DEFAULT_LIMIT = 10;

export function loadModel(buffer: Buffer): NluModel {
  const model = decodeModel(buffer);
  const { meta } = model;
  const readRow = rowReader(model);
  const scores = new Float64Array(meta.intents.length);
  const plain: Part = { ...meta, classifier: model.classifier, length: 0 };
  const rich: Part | undefined =
    meta.meaning && model.meaningClassifier
      ? { ...meta.meaning, classifier: model.meaningClassifier }
      : undefined;
  return {
    intents: meta.intents,
    entities: meta.entities,
    language: meta.language,
    strictness: meta.strictness,
    settings: meta.meaning?.settings ?? meta.settings,
    encoder: meta.meaning?.encoder,
    predict(text: string, options: PredictOptions = {}): Prediction {
      const withReasons = options.explain ?? true;
      const row = readRow(text, withReasons);
      const part = rich && options.meaning ? rich : plain;
      scoreIntents(part, row, scores, options.meaning);
      const order = ranking(scores, Math.min(options.limit ?? DEFAULT_LIMIT, scores.length));
      const best = order[0] ?? 0;
      const { slope, offset, unknownPenalty, sharpness } = part.calibration;
      const evidence = evidenceOf(scores, best, row.coverage, unknownPenalty);
      const confidence = row.size === 0 ? 0 : logistic(slope * evidence + offset);
      const threshold = thresholdFor(part.calibration, options.strictness ?? meta.strictness);
      return {
        intents: softmax(meta.intents, sharpness, scores, order),
        isOutOfScope: row.size === 0 || confidence < threshold,
        confidence,
        explanation: withReasons ? explain(part.classifier, row, best) : [],
      };
    },
  };
}

/** One of the two classifiers of a model, and how its values are to be read. */
type Part = {
  classifier: Classifier;
  calibration: Calibration;
  catchAll?: CatchAll;
  /** How much the meaning of a sentence counts beside its words. */
  length: number;
};

function scoreIntents(part: Part, row: Row, scores: Float64Array, meaning: Int8Array | undefined): void {
  const { offsets, intents, values, scales, biases } = part.classifier;
  scores.fill(0);
  for (let i = 0; i < row.size; i += 1) {
    const id = row.ids[i]!;
    const x = row.values[i]!;
    const end = offsets[id + 1]!;
    for (let at = offsets[id]!; at < end; at += 1) scores[intents[at]!]! += x * values[at]!;
  }
  for (let k = 0; k < scores.length; k += 1) scores[k] = scores[k]! * scales[k]! + biases[k]!;
  if (part.length > 0 && meaning) addMeaning(part, meaning, scores);
  const { catchAll } = part;
  if (catchAll) scores[catchAll.intent] = Math.max(scores[catchAll.intent]!, catchAll.floor);
}

function addMeaning({ classifier, length }: Part, meaning: Int8Array, scores: Float64Array): void {
  const { dense, denseScales } = classifier;
  const scaled = new Float32Array(VECTOR_SIZE);
  writeScaled(meaning, 0, length, scaled, 0);
  for (let k = 0; k < scores.length; k += 1) {
    let sum = 0;
    const begin = k * VECTOR_SIZE;
    for (let i = 0; i < VECTOR_SIZE; i += 1) sum += dense[begin + i]! * scaled[i]!;
    scores[k]! += sum * denseScales[k]!;
  }
}

/** Indexes of the highest scores, best first; equal scores keep the order of the intents. */
function ranking(scores: Float64Array, limit: number): number[] {
  const order: number[] = [];
  for (let k = 0; k < scores.length; k += 1) {
    const score = scores[k]!;
    if (order.length === limit && score <= scores[order[limit - 1]!]!) continue;
    let at = order.length;
    while (at > 0 && scores[order[at - 1]!]! < score) at -= 1;
    order.splice(at, 0, k);
    if (order.length > limit) order.pop();
  }
  return order;
}

function softmax(
  names: string[],
  sharpness: number,
  scores: Float64Array,
  order: number[],
): Prediction["intents"] {
  const top = scores[order[0] ?? 0]!;
  let total = 0;
  for (const score of scores) total += Math.exp(sharpness * (score - top));
  return order.map((k) => ({
    name: names[k]!,
    score: Math.exp(sharpness * (scores[k]! - top)) / total,
  }));
}
