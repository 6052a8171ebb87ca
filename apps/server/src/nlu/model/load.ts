// A stored model that answers.
import type { NluModel, PredictOptions, Prediction } from "../types.ts";
import { evidenceOf, logistic, thresholdFor } from "../classifier/calibration.ts";
import { explain } from "./explain.ts";
import { decodeModel } from "./format.ts";
import { rowReader, type Row } from "./row.ts";
import type { StoredModel } from "./format.ts";

const DEFAULT_LIMIT = 10;

export function loadModel(buffer: Buffer): NluModel {
  const model = decodeModel(buffer);
  const { meta } = model;
  const readRow = rowReader(model);
  const scores = new Float64Array(meta.intents.length);
  return {
    intents: meta.intents,
    entities: meta.entities,
    language: meta.language,
    strictness: meta.strictness,
    settings: meta.settings,
    predict(text: string, options: PredictOptions = {}): Prediction {
      const withReasons = options.explain ?? true;
      const row = readRow(text, withReasons);
      scoreIntents(model, row, scores);
      const order = ranking(scores, Math.min(options.limit ?? DEFAULT_LIMIT, scores.length));
      const best = order[0] ?? 0;
      const { slope, offset, unknownPenalty } = meta.calibration;
      const evidence = evidenceOf(scores, best, row.coverage, unknownPenalty);
      const confidence = row.size === 0 ? 0 : logistic(slope * evidence + offset);
      const threshold = thresholdFor(meta.calibration, options.strictness ?? meta.strictness);
      return {
        intents: softmax(model, scores, order),
        isOutOfScope: row.size === 0 || confidence < threshold,
        confidence,
        explanation: withReasons ? explain(model, row, best) : [],
      };
    },
  };
}

function scoreIntents(model: StoredModel, row: Row, scores: Float64Array): void {
  const { offsets, intents, values, scales, biases } = model.classifier;
  scores.fill(0);
  for (let i = 0; i < row.size; i += 1) {
    const id = row.ids[i]!;
    const x = row.values[i]!;
    const end = offsets[id + 1]!;
    for (let at = offsets[id]!; at < end; at += 1) scores[intents[at]!]! += x * values[at]!;
  }
  for (let k = 0; k < scores.length; k += 1) scores[k] = scores[k]! * scales[k]! + biases[k]!;
  const { catchAll } = model.meta;
  if (catchAll) scores[catchAll.intent] = Math.max(scores[catchAll.intent]!, catchAll.floor);
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

function softmax(model: StoredModel, scores: Float64Array, order: number[]): Prediction["intents"] {
  const { sharpness } = model.meta.calibration;
  const top = scores[order[0] ?? 0]!;
  let total = 0;
  for (const score of scores) total += Math.exp(sharpness * (score - top));
  return order.map((k) => ({
    name: model.meta.intents[k]!,
    score: Math.exp(sharpness * (scores[k]! - top)) / total,
  }));
}
