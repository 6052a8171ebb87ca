// Reads an utterance as the sparse row the classifier was trained on.
import { blockScale, termFrequency } from "../classifier/matrix.ts";
import { emptyFeatureList, extractFeatures, type FeatureList } from "../text/features.ts";
import { findFeature, type StoredModel } from "./format.ts";

export type Row = {
  size: number;
  ids: Uint32Array;
  values: Float64Array;
  /** The share of the utterance's features that training had seen. */
  coverage: number;
  /** The words each feature came from, when asked for. */
  texts: string[];
};

/** The returned function reuses its memory: use a row before you read the next one. */
export function rowReader(model: StoredModel): (text: string, withTexts: boolean) => Row {
  const plainList = emptyFeatureList(false);
  const textList = emptyFeatureList(true);
  // For each feature the utterance that had it last and where, to count repeats without a map.
  const seenIn = new Uint32Array(model.weights.length);
  const seenAt = new Uint32Array(model.weights.length);
  let utterance = 0;
  const row = {
    size: 0,
    ids: new Uint32Array(512),
    values: new Float64Array(512),
    coverage: 0,
    texts: [] as string[],
  };
  const blocks = { list: new Uint8Array(512) };

  return (text, withTexts) => {
    const list = withTexts ? textList : plainList;
    extractFeatures(text, model.meta.features, list);
    utterance += 1;
    if (utterance === 0xffffffff) {
      seenIn.fill(0);
      utterance = 1;
    }
    if (row.ids.length < list.length) {
      row.ids = new Uint32Array(list.length);
      row.values = new Float64Array(list.length);
      blocks.list = new Uint8Array(list.length);
    }
    collect(list, row, blocks.list, seenIn, seenAt);
    weigh(row, blocks.list);
    return row;
  };

  function collect(
    list: FeatureList,
    into: Row,
    blockOf: Uint8Array,
    lastIn: Uint32Array,
    lastAt: Uint32Array,
  ): void {
    let unknown = 0;
    into.size = 0;
    into.texts.length = 0;
    for (let i = 0; i < list.length; i += 1) {
      const id = findFeature(model, list.hashes[i]!);
      if (id < 0) {
        unknown += 1;
      } else if (lastIn[id] === utterance) {
        into.values[lastAt[id]!]! += 1;
      } else {
        lastIn[id] = utterance;
        lastAt[id] = into.size;
        into.ids[into.size] = id;
        into.values[into.size] = 1;
        blockOf[into.size] = list.blocks[i]!;
        if (list.texts) into.texts.push(list.texts[i]!);
        into.size += 1;
      }
    }
    into.coverage = into.size === 0 ? 0 : into.size / (into.size + unknown);
  }

  function weigh(into: Row, blockOf: Uint8Array): void {
    let words = 0;
    let characters = 0;
    for (let i = 0; i < into.size; i += 1) {
      const value = termFrequency(into.values[i]!) * model.weights[into.ids[i]!]!;
      into.values[i] = value;
      if (blockOf[i] === 0) words += value * value;
      else characters += value * value;
    }
    const wordScale = blockScale(words, model.meta.wordShare);
    const characterScale = blockScale(characters, 1 - model.meta.wordShare);
    for (let i = 0; i < into.size; i += 1) into.values[i]! *= blockOf[i] === 0 ? wordScale : characterScale;
  }
}
