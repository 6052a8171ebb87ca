import { seededRandom, shuffle } from "./random.ts";

export type Fold = { train: Int32Array; test: Int32Array };

/** Splits rows so that each fold has its share of every intent; an intent with one utterance is only learnt from. */
export function stratifiedFolds(labels: Int32Array, classes: number, count: number, seed: number): Fold[] {
  const random = seededRandom(seed);
  const groups = Array.from({ length: classes }, (): number[] => []);
  labels.forEach((label, row) => groups[label]?.push(row));
  const foldOf = new Int32Array(labels.length).fill(-1);
  let next = 0;
  for (const group of groups) {
    if (group.length < 2) continue;
    const order = Int32Array.from(group);
    shuffle(order, order.length, random);
    for (const row of order) {
      foldOf[row] = next % count;
      next += 1;
    }
  }
  return Array.from({ length: count }, (_, fold) => {
    const train: number[] = [];
    const test: number[] = [];
    foldOf.forEach((of, row) => (of === fold ? test : train).push(row));
    return { train: Int32Array.from(train), test: Int32Array.from(test) };
  }).filter((fold) => fold.test.length > 0 && fold.train.length > 0);
}
