// The shape of a condition as the builder edits it: a group at the root, every part a group, a comparison or one of
// those turned round. What is written stays what packages/condition understands.
import type { Comparison, Condition } from "@parley/condition";

export type Group = { kind: "all" | "any"; parts: readonly Condition[] };

export const emptyComparison: Comparison = { fact: "", operator: "equals", value: "" };

export function groupOf(condition: Condition): Group | undefined {
  if ("all" in condition && Array.isArray(condition.all)) return { kind: "all", parts: condition.all };
  if ("any" in condition && Array.isArray(condition.any)) return { kind: "any", parts: condition.any };
  return undefined;
}

/** A lone comparison is a group of one; nothing at all is a group of none. */
export function rootGroupOf(condition: Condition): Group {
  const group = groupOf(condition);
  if (group) return group;
  return { kind: "all", parts: Object.keys(condition).length === 0 ? [] : [condition] };
}

export function conditionOf({ kind, parts }: Group): Condition {
  return kind === "all" ? { all: parts } : { any: parts };
}

/** Without parts it holds always, and always is written as nothing. */
export function rootConditionOf(group: Group): Condition {
  return group.parts.length === 0 ? {} : conditionOf(group);
}

export function negatedPart(condition: Condition): Condition | undefined {
  return "not" in condition && isCondition(condition.not) ? condition.not : undefined;
}

export function isComparison(condition: Condition): condition is Comparison {
  return "fact" in condition;
}

export function replaced(group: Group, index: number, part: Condition | undefined): Group {
  const parts = part
    ? group.parts.map((old, at) => (at === index ? part : old))
    : group.parts.filter((_, at) => at !== index);
  return { ...group, parts };
}

/** What is compared with keeps its type where the operator allows it, and is left out where it takes none. */
export function withOperator(
  comparison: Comparison,
  operator: string,
  takes: "text" | "number" | "any" | "list" | "nothing",
): Comparison {
  const { fact, value, caseSensitive } = comparison;
  const kept = { fact, operator, ...(caseSensitive && { caseSensitive }) };
  if (takes === "nothing") return kept;
  if (takes === "list") return { ...kept, value: listOf(value) };
  const single: unknown = Array.isArray(value) ? (value[0] ?? "") : (value ?? "");
  if (takes === "number") return { ...kept, value: numberOr(single) };
  return { ...kept, value: takes === "text" ? String(single) : single };
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === "" ? [] : [value];
}

function numberOr(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}

function isCondition(value: unknown): value is Condition {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
