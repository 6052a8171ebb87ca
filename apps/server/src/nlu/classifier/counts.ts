// Counts the features of every training utterance once; all folds and settings share the counts.
import { emptyFeatureList, extractFeatures, type FeatureSettings } from "../text/features.ts";

export type Counts = {
  rows: number;
  /** Where each row begins in `ids` and `counts`. */
  offsets: Uint32Array;
  ids: Uint32Array;
  counts: Uint16Array;
  hashes: Uint32Array;
  blocks: Uint8Array;
};

type Vocabulary = {
  idOf: Map<number, number>;
  hashes: number[];
  blocks: number[];
  lastRow: number[];
  lastAt: number[];
};

type Entries = { ids: Uint32Array; counts: Uint16Array; size: number };

export function countFeatures(texts: readonly string[], settings: FeatureSettings): Counts {
  const vocabulary: Vocabulary = { idOf: new Map(), hashes: [], blocks: [], lastRow: [], lastAt: [] };
  const entries: Entries = { ids: new Uint32Array(1 << 16), counts: new Uint16Array(1 << 16), size: 0 };
  const offsets = new Uint32Array(texts.length + 1);
  const list = emptyFeatureList(false);
  texts.forEach((text, row) => {
    extractFeatures(text, settings, list);
    makeRoom(entries, list.length);
    for (let i = 0; i < list.length; i += 1) {
      const id = idOfHash(vocabulary, list.hashes[i]!, list.blocks[i]!);
      if (vocabulary.lastRow[id] === row) {
        entries.counts[vocabulary.lastAt[id]!]! += 1;
      } else {
        vocabulary.lastRow[id] = row;
        vocabulary.lastAt[id] = entries.size;
        entries.ids[entries.size] = id;
        entries.counts[entries.size] = 1;
        entries.size += 1;
      }
    }
    offsets[row + 1] = entries.size;
  });
  return {
    rows: texts.length,
    offsets,
    ids: entries.ids.slice(0, entries.size),
    counts: entries.counts.slice(0, entries.size),
    hashes: Uint32Array.from(vocabulary.hashes),
    blocks: Uint8Array.from(vocabulary.blocks),
  };
}

function idOfHash(vocabulary: Vocabulary, hash: number, block: number): number {
  const known = vocabulary.idOf.get(hash);
  if (known !== undefined) return known;
  const id = vocabulary.hashes.length;
  vocabulary.idOf.set(hash, id);
  vocabulary.hashes.push(hash);
  vocabulary.blocks.push(block);
  vocabulary.lastRow.push(-1);
  vocabulary.lastAt.push(0);
  return id;
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
