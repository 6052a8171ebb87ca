// The utterances as one sparse matrix: weighted features, each row scaled so that its word
// part and its character part have fixed lengths. With the add-on, a dense part says what each sentence means.
import { VECTOR_SIZE, writeScaled } from "../embeddings/vector.ts";
import type { Counts } from "./counts.ts";

export type Matrix = {
  rows: number;
  columns: number;
  offsets: Uint32Array;
  ids: Uint32Array;
  values: Float32Array;
  /** Squared length of each row. */
  squares: Float32Array;
  /** How many more values each row has, all of them in `dense`, row after row. */
  denseColumns: number;
  dense: Float32Array;
};

/** Vectors of all rows, one after the other, and the length each gets. */
export type Meanings = { vectors: Int8Array; length: number };

/** Rows that are not `wanted` stay empty; without it all are built. */
export function buildMatrix(
  counts: Counts,
  weights: Float32Array,
  wordShare: number,
  meanings?: Meanings,
  wanted?: Uint8Array,
): Matrix {
  const offsets = new Uint32Array(counts.rows + 1);
  const ids = new Uint32Array(counts.ids.length);
  const values = new Float32Array(counts.ids.length);
  const squares = new Float32Array(counts.rows);
  let size = 0;
  for (let row = 0; row < counts.rows; row += 1) {
    if (wanted?.[row] === 0) {
      offsets[row + 1] = size;
      continue;
    }
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
    ...densePart(counts.rows, squares, meanings),
  };
}

function densePart(
  rows: number,
  squares: Float32Array,
  meanings: Meanings | undefined,
): Pick<Matrix, "dense" | "denseColumns"> {
  if (!meanings) return { denseColumns: 0, dense: new Float32Array(0) };
  const dense = new Float32Array(rows * VECTOR_SIZE);
  for (let row = 0; row < rows; row += 1) {
    const at = row * VECTOR_SIZE;
    writeScaled(meanings.vectors, at, meanings.length, dense, at);
    if (dense.subarray(at, at + VECTOR_SIZE).some((value) => value !== 0))
      squares[row]! += meanings.length ** 2;
  }
  return { denseColumns: VECTOR_SIZE, dense };
}

/** The decision value of a row; the last weight is the bias. */
export function scoreOf(matrix: Matrix, weights: Float64Array, row: number): number {
  const { offsets, ids, values, columns, denseColumns, dense } = matrix;
  const end = offsets[row + 1]!;
  let score = weights[columns + denseColumns]!;
  for (let at = offsets[row]!; at < end; at += 1) score += weights[ids[at]!]! * values[at]!;
  const begin = row * denseColumns;
  for (let i = 0; i < denseColumns; i += 1) score += weights[columns + i]! * dense[begin + i]!;
  return score;
}

/** Moves the weights towards a row, or away from it. */
export function addRow(matrix: Matrix, weights: Float64Array, row: number, step: number): void {
  const { offsets, ids, values, columns, denseColumns, dense } = matrix;
  const end = offsets[row + 1]!;
  for (let at = offsets[row]!; at < end; at += 1) weights[ids[at]!]! += step * values[at]!;
  const begin = row * denseColumns;
  for (let i = 0; i < denseColumns; i += 1) weights[columns + i]! += step * dense[begin + i]!;
  weights[columns + denseColumns]! += step;
}

export function termFrequency(count: number): number {
  return count === 1 ? 1 : 1 + Math.log(count);
}

/** The factor that gives a part of a row its share of the row's squared length. */
export function blockScale(square: number, share: number): number {
  return square > 0 ? Math.sqrt(share / square) : 0;
}
