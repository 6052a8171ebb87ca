// Every operator a comparison may use. To add one, add a line: builder, check and evaluation pick it up.
import type { Comparison } from "./types.ts";
import { wildcardMatches } from "./wildcard.ts";

interface Operator {
  /** Between the fact and the value when a condition is read aloud. */
  readonly label: string;
  readonly takes: "text" | "number" | "any" | "list" | "nothing";
  test(actual: unknown, expected: unknown, fold: (text: string) => string): boolean;
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

const asNumber = (value: unknown): number =>
  typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;

const isSame = (actual: unknown, expected: unknown, fold: (text: string) => string): boolean => {
  if (typeof actual === "number" || typeof expected === "number")
    return asNumber(actual) === asNumber(expected);
  if (actual === undefined || actual === null) return expected === null;
  return fold(asText(actual)) === fold(asText(expected));
};

const contains: Operator["test"] = (actual, expected, fold) =>
  Array.isArray(actual)
    ? actual.some((item) => isSame(item, expected, fold))
    : fold(asText(actual)).includes(fold(asText(expected)));

const isIn: Operator["test"] = (actual, expected, fold) =>
  Array.isArray(expected) && expected.some((item) => isSame(actual, item, fold));

const matches: Operator["test"] = (actual, expected, fold) =>
  wildcardMatches(fold(asText(expected)), fold(asText(actual)));

const isPresent = (actual: unknown): boolean => actual !== undefined && actual !== null && actual !== "";

const table = {
  equals: { label: "is", takes: "any", test: isSame },
  notEquals: { label: "is not", takes: "any", test: (a, b, fold) => !isSame(a, b, fold) },
  contains: { label: "contains", takes: "text", test: contains },
  notContains: { label: "does not contain", takes: "text", test: (a, b, fold) => !contains(a, b, fold) },
  startsWith: {
    label: "starts with",
    takes: "text",
    test: (a, b, fold) => fold(asText(a)).startsWith(fold(asText(b))),
  },
  endsWith: {
    label: "ends with",
    takes: "text",
    test: (a, b, fold) => fold(asText(a)).endsWith(fold(asText(b))),
  },
  matches: { label: "matches", takes: "text", test: matches },
  notMatches: { label: "does not match", takes: "text", test: (a, b, fold) => !matches(a, b, fold) },
  in: { label: "is one of", takes: "list", test: isIn },
  notIn: { label: "is none of", takes: "list", test: (a, b, fold) => !isIn(a, b, fold) },
  greaterThan: { label: "is greater than", takes: "number", test: (a, b) => asNumber(a) > asNumber(b) },
  atLeast: { label: "is at least", takes: "number", test: (a, b) => asNumber(a) >= asNumber(b) },
  lessThan: { label: "is less than", takes: "number", test: (a, b) => asNumber(a) < asNumber(b) },
  atMost: { label: "is at most", takes: "number", test: (a, b) => asNumber(a) <= asNumber(b) },
  exists: { label: "is known", takes: "nothing", test: isPresent },
  notExists: { label: "is not known", takes: "nothing", test: (a) => !isPresent(a) },
  isTrue: { label: "is true", takes: "nothing", test: (a) => a === true || a === "true" },
  isFalse: { label: "is false", takes: "nothing", test: (a) => a === false || a === "false" },
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof table;
export const operators: Readonly<Record<OperatorName, Operator>> = table;

export function findOperator(name: string): Operator | undefined {
  return Object.hasOwn(table, name) ? operators[name as OperatorName] : undefined;
}

export function compare({ operator, value, caseSensitive }: Comparison, actual: unknown): boolean {
  const fold = caseSensitive ? (text: string) => text : (text: string) => text.toLowerCase();
  return findOperator(operator)?.test(actual, value, fold) ?? false;
}
