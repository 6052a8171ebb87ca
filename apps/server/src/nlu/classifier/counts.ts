// Counts the features of every training utterance once; all folds and settings share the counts.
import {
  emptyFeatureList,
  extractFeatures,
  type FeatureList,
  type FeatureSettings,
} from "../text/features.ts";

export type Counts = {
  rows: number;
  /** Where each row begins in `ids` and `counts`. */
  offsets: Uint32Array;
  ids: Uint32Array;
  counts: Uint16Array;
  hashes: Uint32Array;
  blocks: Uint8Array;
};

/** A table with open addressing: many times quicker than a Map of numbers. Hashes are never 0. */
type Vocabulary = {
  slots: Uint32Array;
  slotIds: Uint32Array;
  size: number;
  /** By id. */
  hashes: Uint32Array;
  blocks: Uint8Array;
  /** The row that had the feature last, plus one, and where its entry is. */
  lastRow: Uint32Array;
  lastAt: Uint32Array;
};

type Entries = { ids: Uint32Array; counts: Uint16Array; size: number };

export function countFeatures(texts: readonly string[], settings: FeatureSettings): Counts {
  const vocabulary = emptyVocabulary(1 << 12);
  const entries: Entries = { ids: new Uint32Array(1 << 14), counts: new Uint16Array(1 << 14), size: 0 };
  const offsets = new Uint32Array(texts.length + 1);
  const list = emptyFeatureList(false);
  for (let row = 0; row < texts.length; row += 1) {
    extractFeatures(texts[row]!, settings, list);
    countRow(row, list, vocabulary, entries);
    offsets[row + 1] = entries.size;
  }
  return {
    rows: texts.length,
    offsets,
    ids: entries.ids.slice(0, entries.size),
    counts: entries.counts.slice(0, entries.size),
    hashes: vocabulary.hashes.slice(0, vocabulary.size),
    blocks: vocabulary.blocks.slice(0, vocabulary.size),
  };
}

function countRow(row: number, list: FeatureList, vocabulary: Vocabulary, entries: Entries): void {
  makeRoom(entries, list.length);
  if ((vocabulary.size + list.length) * 2 > vocabulary.slots.length)
    growVocabulary(vocabulary, (vocabulary.size + list.length) * 4);
  const { lastRow, lastAt } = vocabulary;
  const { ids, counts } = entries;
  for (let i = 0; i < list.length; i += 1) {
    const id = idOfHash(vocabulary, list.hashes[i]!, list.blocks[i]!);
    if (lastRow[id] === row + 1) {
      counts[lastAt[id]!]! += 1;
    } else {
      lastRow[id] = row + 1;
      lastAt[id] = entries.size;
      ids[entries.size] = id;
      counts[entries.size] = 1;
      entries.size += 1;
    }
  }
}

function idOfHash(vocabulary: Vocabulary, hash: number, block: number): number {
  const { slots, slotIds, hashes, blocks } = vocabulary;
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) {
    if (slots[slot] === hash) return slotIds[slot]!;
    slot = (slot + 1) & mask;
  }
  const id = vocabulary.size;
  vocabulary.size += 1;
  slots[slot] = hash;
  slotIds[slot] = id;
  hashes[id] = hash;
  blocks[id] = block;
  return id;
}

/** Room for half as many features as slots: `slots` is a power of two. */
function emptyVocabulary(slots: number): Vocabulary {
  return {
    slots: new Uint32Array(slots),
    slotIds: new Uint32Array(slots),
    size: 0,
    hashes: new Uint32Array(slots / 2),
    blocks: new Uint8Array(slots / 2),
    lastRow: new Uint32Array(slots / 2),
    lastAt: new Uint32Array(slots / 2),
  };
}

function growVocabulary(vocabulary: Vocabulary, least: number): void {
  let capacity = vocabulary.slots.length;
  while (capacity < least) capacity *= 2;
  const bigger = emptyVocabulary(capacity);
  for (let id = 0; id < vocabulary.size; id += 1)
    idOfHash(bigger, vocabulary.hashes[id]!, vocabulary.blocks[id]!);
  bigger.lastRow.set(vocabulary.lastRow);
  bigger.lastAt.set(vocabulary.lastAt);
  Object.assign(vocabulary, bigger);
}

function makeRoom(entries: Entries, more: number): void {
  if (entries.size + more <= entries.ids.length) return;
  const ids = new Uint32Array((entries.size + more) * 2);
  ids.set(entries.ids);
  const counts = new Uint16Array(ids.length);
  counts.set(entries.counts);
  entries.ids = ids;
  entries.counts = counts;
}
