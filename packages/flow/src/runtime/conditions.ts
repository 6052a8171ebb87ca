// Conditions of a decision, evaluated without eval. Decision 052.
import { isEmptyValue, isList, isObject, textAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { asText, interpolateValue, lookUp } from "./interpolate.ts";
import { matchesPattern } from "./pattern.ts";
import type { Variables } from "./state.ts";

type Test = (actual: Json | undefined, expected: Json) => boolean;

const tests = {
  equals: (actual, expected) => isSame(actual, expected),
  "not-equals": (actual, expected) => !isSame(actual, expected),
  contains: (actual, expected) => contains(actual, expected),
  "not-contains": (actual, expected) => !contains(actual, expected),
  "starts-with": (actual, expected) => plain(actual).startsWith(plain(expected)),
  "ends-with": (actual, expected) => plain(actual).endsWith(plain(expected)),
  matches: (actual, expected) => matchesPattern(asText(actual), asText(expected)),
  greater: (actual, expected) => compare(actual, expected, (a, b) => a > b),
  "greater-or-equal": (actual, expected) => compare(actual, expected, (a, b) => a >= b),
  less: (actual, expected) => compare(actual, expected, (a, b) => a < b),
  "less-or-equal": (actual, expected) => compare(actual, expected, (a, b) => a <= b),
  "is-empty": (actual) => isEmptyValue(actual),
  "is-not-empty": (actual) => !isEmptyValue(actual),
  exists: (actual) => actual !== undefined && actual !== null,
  "not-exists": (actual) => actual === undefined || actual === null,
  in: (actual, expected) => listOf(expected).some((item) => isSame(actual, item)),
  "not-in": (actual, expected) => !listOf(expected).some((item) => isSame(actual, item)),
} as const satisfies { readonly [operator: string]: Test };

export type ConditionOperator = keyof typeof tests;
export const conditionOperators = Object.keys(tests).filter(isConditionOperator);

/** As they stand between a variable and a value. */
export const operatorWords: { readonly [Operator in ConditionOperator]: string } = {
  equals: "is",
  "not-equals": "is not",
  contains: "contains",
  "not-contains": "does not contain",
  "starts-with": "starts with",
  "ends-with": "ends with",
  matches: "matches the pattern",
  greater: "is greater than",
  "greater-or-equal": "is at least",
  less: "is less than",
  "less-or-equal": "is at most",
  "is-empty": "is empty",
  "is-not-empty": "is not empty",
  exists: "is set",
  "not-exists": "is not set",
  in: "is one of",
  "not-in": "is none of",
};

/** Operators that look at the variable alone. */
export const valuelessOperators: ReadonlySet<string> = new Set([
  "is-empty",
  "is-not-empty",
  "exists",
  "not-exists",
]);

export function isConditionOperator(name: string): name is ConditionOperator {
  return Object.hasOwn(tests, name);
}

/** A condition is `{ id, variable?, operator, value }`; one with an unknown operator is never true. */
export function isTrue(condition: JsonObject, decisionVariable: string, variables: Variables): boolean {
  const operator = textAt(condition, "operator");
  if (!isConditionOperator(operator)) return false;
  const actual = lookUp(variables, textAt(condition, "variable") || decisionVariable);
  return tests[operator](actual, interpolateValue(condition["value"] ?? "", variables));
}

function plain(value: Json | undefined): string {
  return asText(value).trim().toLowerCase();
}

/** As people compare: 5 equals "5", Yes equals yes. */
function isSame(actual: Json | undefined, expected: Json): boolean {
  if (plain(actual) === plain(expected)) return true;
  const [a, b] = [asNumber(actual), asNumber(expected)];
  return a !== null && a === b;
}

function contains(actual: Json | undefined, expected: Json): boolean {
  if (isList(actual)) return actual.some((item) => isSame(item, expected));
  if (isObject(actual)) return Object.hasOwn(actual, asText(expected));
  return plain(expected) !== "" && plain(actual).includes(plain(expected));
}

/** Numbers as numbers; the rest as text, which is right for dates written 2026-11-15. */
function compare(actual: Json | undefined, expected: Json, test: (a: number, b: number) => boolean): boolean {
  if (isEmptyValue(actual) || isEmptyValue(expected)) return false;
  const [a, b] = [asNumber(actual), asNumber(expected)];
  if (a !== null && b !== null) return test(a, b);
  if (a !== null || b !== null) return false;
  const [x, y] = [plain(actual), plain(expected)];
  return test(x < y ? -1 : x > y ? 1 : 0, 0);
}

function asNumber(value: Json | undefined): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(value)) return null;
  return Number(value);
}

function listOf(value: Json): readonly Json[] {
  if (isList(value)) return value;
  return asText(value)
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
