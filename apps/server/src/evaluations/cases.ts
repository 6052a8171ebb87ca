// The cases of a set: checked, read from CSV, and written.
import { parseCsv } from "#domains/knowledge";
import type { EvaluationCaseInput, ExpectationEnum } from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { expectationProblem } from "./expectations.ts";
import type { CaseRow } from "./queries.ts";

export const mostCases = 1_000;
const expectations: readonly ExpectationEnum[] = [
  "CONTAINS",
  "MATCHES",
  "CITES_FILE",
  "JSON_SCHEMA",
  "JUDGE",
];

export type NewCase = Pick<CaseRow, "id" | "input" | "expectation" | "expected" | "source">;

export function checkedCases(given: readonly EvaluationCaseInput[], known: readonly CaseRow[]): NewCase[] {
  if (given.length > mostCases) throw new Invalid("cases", `A set has at most ${mostCases} cases.`);
  const byId = new Map(known.map((one) => [one.id, one]));
  const used = new Set<string>();
  return given.map((one, index) => {
    const before = one.id ? byId.get(one.id) : undefined;
    if (one.id && (!before || used.has(one.id)))
      throw new Invalid(`cases.${index}.id`, "There is no such case in this set, or it is there twice.");
    const id = before?.id ?? newId();
    used.add(id);
    return { ...checked(one, `cases.${index}`), id, source: before?.source ?? "HAND" };
  });
}

/** Columns input, expectation and expected; without an expectation, the answer must contain what is expected. */
export function casesFromCsv(csv: string): NewCase[] {
  if (csv.length > 2_000_000) throw new Invalid("csv", "The file is larger than 2 million characters.");
  const [head, ...rows] = parseCsv(csv);
  const names = (head ?? []).map((name) => name.trim().toLowerCase());
  const at = {
    input: names.indexOf("input"),
    expectation: names.indexOf("expectation"),
    expected: names.indexOf("expected"),
  };
  if (at.input < 0 || at.expected < 0)
    throw new Invalid(
      "csv",
      "The first line must name the columns input and expected, and may name expectation.",
    );
  return rows.map((row, index) => {
    const written =
      (row[at.expectation] ?? "")
        .trim()
        .toUpperCase()
        .replaceAll(/[\s-]+/g, "_") || "CONTAINS";
    const expectation = expectations.find((it) => it === written);
    if (!expectation)
      throw new Invalid(
        "csv",
        `Line ${index + 2}: the expectation ${written} is not one of ${expectations.join(", ")}.`,
      );
    const one = { input: row[at.input] ?? "", expectation, expected: row[at.expected] ?? "" };
    try {
      return { ...checked(one, "csv"), id: newId(), source: "CSV" };
    } catch (error) {
      if (error instanceof Invalid) throw new Invalid("csv", `Line ${index + 2}: ${error.message}`);
      throw error;
    }
  });
}

function checked(one: { input: string; expectation: ExpectationEnum; expected: string }, place: string) {
  const input = one.input.trim();
  if (input === "" || input.length > 4_000)
    throw new Invalid(`${place}.input`, "Write between 1 and 4,000 characters.");
  const problem = expectationProblem(one.expectation, one.expected);
  if (problem) throw new Invalid(`${place}.expected`, problem);
  return { input, expectation: one.expectation, expected: one.expected };
}

/** The list replaces what was there. */
export async function writeCases(tx: Tx, setId: string, cases: readonly NewCase[]): Promise<void> {
  if (cases.length > mostCases) throw new Invalid("cases", `A set has at most ${mostCases} cases.`);
  await tx.deleteFrom("evaluation_cases").where("set_id", "=", setId).execute();
  if (cases.length === 0) return;
  await tx
    .insertInto("evaluation_cases")
    .values(cases.map((one, position) => ({ ...one, set_id: setId, position })))
    .execute();
}
