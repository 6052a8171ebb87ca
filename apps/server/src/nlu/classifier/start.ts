// A classifier of some rows is a good start for one of more rows: what it learnt is kept as the rows
// that hold each intent's border (decision 235).
import { addRow } from "./matrix.ts";
import { FIRST_ALPHA, type Solving } from "./solver.ts";

/** The rows that hold the border of one intent, and how strongly each does. */
export type Support = { rows: Int32Array; alphas: Float64Array };

/** By intent, and all rows that they were learnt from. */
export type Learnt = { rows: Int32Array; supports: Support[] };

/** What was learnt, in terms of the rows of a larger problem. */
export type Start = {
  supports: Support[];
  /** By row: where it is among the rows of the larger problem. */
  positions: Int32Array;
  /** Positions of the rows to look at whatever the intent. */
  open: Int32Array;
};

export function startFrom(learnt: Learnt, rows: Int32Array, allRows: number): Start {
  const positions = new Int32Array(allRows);
  for (let i = 0; i < rows.length; i += 1) positions[rows[i]!] = i;
  // What a small part has settled may be open again with all the others; what the larger part has settled stays.
  const isSettled = new Uint8Array(allRows);
  if (learnt.rows.length * 2 > rows.length) for (const row of learnt.rows) isSettled[row] = 1;
  const open = rows.filter((row) => isSettled[row] === 0).map((row) => positions[row]!);
  return { supports: learnt.supports, positions, open };
}

/** The rows that the solver left with an alpha above the least that it begins with. */
export function supportOf({ rows, alpha }: Solving): Support {
  const kept: number[] = [];
  for (let i = 0; i < rows.length; i += 1) if (alpha[i]! > FIRST_ALPHA) kept.push(i);
  const support = { rows: new Int32Array(kept.length), alphas: new Float64Array(kept.length) };
  for (let i = 0; i < kept.length; i += 1) {
    support.rows[i] = rows[kept[i]!]!;
    support.alphas[i] = alpha[kept[i]!]!;
  }
  return support;
}

/** Sets alphas and weights to what was learnt and puts the rows that are worth a look first. */
export function resume(solving: Solving, { supports, positions, open }: Start, target: number): void {
  const { matrix, labels, weights, alpha, order } = solving;
  const { rows, alphas } = supports[target]!;
  order.set(open);
  let active = open.length;
  const hasAll = active === order.length;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    const position = positions[row]!;
    alpha[position] = alphas[i]!;
    addRow(matrix, weights, row, labels[row] === target ? alphas[i]! : -alphas[i]!);
    if (!hasAll) order[active++] = position;
  }
  solving.active = active;
}
