// The utterances as one sparse matrix: weighted features, each row scaled so that its word
// part and its character part have fixed lengths.
import type { Counts } from "./counts.ts";

export type Matrix = {
  rows: number;
  columns: number;
  offsets: Uint32Array;
  ids: Uint32Array;
  values: Float32Array;
  /** Squared length of each row. */
  squares: Float32Array;
};

export function buildMatrix(counts: Counts, weights: Float32Array, wordShare: number): Matrix {
  const offsets = new Uint32Array(counts.rows + 1);
  const ids = new Uint32Array(counts.ids.length);
  const values = new Float32Array(counts.ids.length);
  const squares = new Float32Array(counts.rows);
  let size = 0;
  for (let row = 0; row < counts.rows; row += 1) {
    const begin = size;
    let words = 0;
    let characters = 0;
    for (let at = counts.offsets[row]!; at < counts.offsets[row + 1]!; at += 1) {
      const id = counts.ids[at]!;
      if (weights[id]! < 0) continue;
      const value = termFrequency(counts.counts[at]!) * weights[id]!;
      if (counts.blocks[id] === 0) words += value * value;
      else characters += value * value;
      ids[size] = id;
      values[size] = value;
      size += 1;
    }
    const wordScale = blockScale(words, wordShare);
    const characterScale = blockScale(characters, 1 - wordShare);
    for (let at = begin; at < size; at += 1)
      values[at]! *= counts.blocks[ids[at]!] === 0 ? wordScale : characterScale;
    squares[row] = (words > 0 ? wordShare : 0) + (characters > 0 ? 1 - wordShare : 0);
    offsets[row + 1] = size;
  }
  return {
    rows: counts.rows,
    columns: counts.hashes.length,
    offsets,
    ids: ids.subarray(0, size),
    values: values.subarray(0, size),
    squares,
  };
}

export function termFrequency(count: number): number {
  return count === 1 ? 1 : 1 + Math.log(count);
}

/** The factor that gives a part of a row its share of the row's squared length. */
export function blockScale(square: number, share: number): number {
  return square > 0 ? Math.sqrt(share / square) : 0;
}
