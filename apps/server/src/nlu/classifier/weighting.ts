// How much each feature counts: inverse document frequency, times how much knowing the
// feature tells about the intent. The second factor is smoothed, so that a feature seen
// once or twice is not mistaken for a sure sign; few examples per intent gain most from it.
import type { Counts } from "./counts.ts";

export type Weighting = {
  /** Below 1, rare features count less beside frequent ones than plain idf would have it. */
  idfPower: number;
  /** Pseudo-examples of each intent; 0 leaves plain inverse document frequency. */
  smoothing: number;
  /** Share of a row's squared length that its words have; characters have the rest. */
  wordShare: number;
  /** Features of fewer utterances are left out. */
  minimumCount: number;
};

/** What a feature counts that tells nothing about the intent. */
const FLOOR = 0.07;

/** The weight of each feature learnt from `rows`, or -1 for one that they do not have often enough. */
export function weighFeatures(
  counts: Counts,
  labels: Int32Array,
  classes: number,
  rows: Int32Array,
  weighting: Weighting,
): Float32Array {
  const documents = new Uint32Array(counts.hashes.length);
  for (const row of rows) {
    for (let at = counts.offsets[row]!; at < counts.offsets[row + 1]!; at += 1)
      documents[counts.ids[at]!]! += 1;
  }
  const weights = new Float32Array(documents.length);
  for (let id = 0; id < weights.length; id += 1) {
    const seen = documents[id]!;
    const idf = Math.log((1 + rows.length) / (1 + seen)) + 1;
    weights[id] = seen < weighting.minimumCount ? -1 : idf ** weighting.idfPower;
  }
  if (weighting.smoothing > 0 && classes > 1) {
    scaleByInformation(counts, labels, classes, rows, weighting.smoothing, documents, weights);
  }
  return weights;
}

function scaleByInformation(
  counts: Counts,
  labels: Int32Array,
  classes: number,
  rows: Int32Array,
  smoothing: number,
  documents: Uint32Array,
  weights: Float32Array,
): void {
  const added = smoothing * classes;
  // Entropy needs each feature's count per intent: visit rows intent by intent, so that one
  // running count per feature is enough.
  const partial = new Float64Array(weights.length);
  const spread = new Uint16Array(weights.length);
  const running = new Uint32Array(weights.length);
  const touched = new Uint32Array(weights.length);
  for (const members of rowsByClass(labels, classes, rows)) {
    const size = countMembers(counts, members, running, touched);
    for (let i = 0; i < size; i += 1) {
      const id = touched[i]!;
      partial[id]! += surprise((running[id]! + smoothing) / (documents[id]! + added));
      spread[id]! += 1;
      running[id] = 0;
    }
  }
  for (let id = 0; id < weights.length; id += 1) {
    if (weights[id]! < 0) continue;
    const entropy = partial[id]! + (classes - spread[id]!) * surprise(smoothing / (documents[id]! + added));
    weights[id]! *= 1 - (1 - FLOOR) * (entropy / Math.log(classes));
  }
}

/** Counts the features of some rows; returns how many features they have, which `touched` lists. */
function countMembers(
  { offsets, ids }: Counts,
  members: number[],
  running: Uint32Array,
  touched: Uint32Array,
): number {
  let size = 0;
  for (const row of members) {
    const end = offsets[row + 1]!;
    for (let at = offsets[row]!; at < end; at += 1) {
      const id = ids[at]!;
      if (running[id] === 0) touched[size++] = id;
      running[id]! += 1;
    }
  }
  return size;
}

function surprise(probability: number): number {
  return -probability * Math.log(probability);
}

function rowsByClass(labels: Int32Array, classes: number, rows: Int32Array): number[][] {
  const groups = Array.from({ length: classes }, (): number[] => []);
  for (const row of rows) groups[labels[row]!]?.push(row);
  return groups;
}
