import { factAt, type Facts } from "./facts.ts";
import { compare } from "./operators.ts";
import type { Comparison, Condition } from "./types.ts";

/** A condition as it came out, part by part. Every part is looked at, also after the outcome is settled. */
export type Explanation =
  | {
      readonly kind: "all" | "any" | "not";
      readonly outcome: boolean;
      readonly parts: readonly Explanation[];
    }
  | { readonly kind: "always"; readonly outcome: true }
  | {
      readonly kind: "comparison";
      readonly outcome: boolean;
      readonly fact: string;
      readonly operator: string;
      readonly expected?: unknown;
      /** Absent when the fact was not known. */
      readonly actual?: unknown;
    };

export function explain(condition: Condition, facts: Facts): Explanation {
  if ("all" in condition) {
    const parts = condition.all.map((part) => explain(part, facts));
    return { kind: "all", outcome: parts.every((part) => part.outcome), parts };
  }
  if ("any" in condition) {
    const parts = condition.any.map((part) => explain(part, facts));
    return { kind: "any", outcome: parts.length === 0 || parts.some((part) => part.outcome), parts };
  }
  if ("not" in condition && isCondition(condition.not)) {
    const part = explain(condition.not, facts);
    return { kind: "not", outcome: !part.outcome, parts: [part] };
  }
  if (!isComparison(condition)) return { kind: "always", outcome: true };
  const { fact, operator, value } = condition;
  const actual = factAt(facts, fact);
  const outcome = compare(condition, actual);
  return { kind: "comparison", outcome, fact, operator, expected: value, actual };
}

export function holds(condition: Condition, facts: Facts): boolean {
  return explain(condition, facts).outcome;
}

function isComparison(condition: Condition): condition is Comparison {
  return "fact" in condition;
}

function isCondition(value: unknown): value is Condition {
  return value !== null && typeof value === "object";
}
