import type { ResultRow } from "./queries.ts";

export interface Comparison {
  readonly input: string;
  readonly expectation: ResultRow["expectation"];
  readonly expected: string;
  readonly before: ResultRow | null;
  readonly after: ResultRow | null;
  readonly change: "FIXED" | "BROKEN" | "SAME" | "ADDED" | "REMOVED";
}

const order = ["BROKEN", "FIXED", "ADDED", "REMOVED", "SAME"] as const;

/** Broken cases first, then those that were fixed; within that the order of the set. */
export function compareResults(before: readonly ResultRow[], after: readonly ResultRow[]): Comparison[] {
  const old = new Map(before.map((result) => [result.caseId, result]));
  const now = new Map(after.map((result) => [result.caseId, result]));
  const rows = [...new Set([...now.keys(), ...old.keys()])].flatMap((id): Comparison[] => {
    const [was, is] = [old.get(id) ?? null, now.get(id) ?? null];
    const shown = is ?? was;
    if (!shown) return [];
    const { input, expectation, expected } = shown;
    return [{ input, expectation, expected, before: was, after: is, change: changeOf(was, is) }];
  });
  return rows.toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change));
}

function changeOf(was: ResultRow | null, is: ResultRow | null): Comparison["change"] {
  if (!was) return "ADDED";
  if (!is) return "REMOVED";
  if (was.passed === is.passed) return "SAME";
  return is.passed ? "FIXED" : "BROKEN";
}
