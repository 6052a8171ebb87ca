import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { isTrue } from "./conditions.ts";

const variables = {
  city: "Berlin",
  age: 42,
  text: "5",
  tags: ["red", "Green"],
  order: { total: 99.5, items: [{ sku: "A1" }] },
  empty: "",
  nothing: null,
  date: "2026-11-15",
};

test.each<[string, string, Json, boolean]>([
  ["city", "equals", "berlin ", true],
  ["city", "equals", "Bern", false],
  ["age", "equals", "42.0", true],
  ["text", "equals", 5, true],
  ["missing", "equals", "", true],
  ["city", "not-equals", "Bern", true],
  ["city", "contains", "erl", true],
  ["city", "contains", "", false],
  ["tags", "contains", "green", true],
  ["tags", "contains", "blue", false],
  ["order", "contains", "total", true],
  ["tags", "not-contains", "blue", true],
  ["city", "starts-with", "ber", true],
  ["city", "ends-with", "LIN", true],
  ["city", "matches", "^b.r[a-z]+$", true],
  ["city", "matches", "^x", false],
  ["age", "greater", "41", true],
  ["age", "greater", "5", true],
  ["age", "greater", "abc", false],
  ["age", "less", 42, false],
  ["age", "less-or-equal", 42, true],
  ["order.total", "greater-or-equal", "99.5", true],
  ["date", "less", "2026-12-01", true],
  ["missing", "less", 5, false],
  ["empty", "is-empty", "", true],
  ["missing", "is-empty", "", true],
  ["age", "is-not-empty", "", true],
  ["empty", "exists", "", true],
  ["nothing", "exists", "", false],
  ["missing", "not-exists", "", true],
  ["city", "in", "Bern, Berlin", true],
  ["age", "in", ["1", "42"], true],
  ["city", "not-in", "Bern,Rome", true],
  ["order.items.0.sku", "equals", "a1", true],
  ["city", "equals", "{{order.items.0.sku}}", false],
  ["text", "equals", "{{text}}", true],
  ["city", "evaluates", "1", false],
  ["constructor", "exists", "", false],
  ["city.length", "exists", "", false],
])("%s %s %j is %s", (variable, operator, value, expected) => {
  expect(isTrue({ id: "c", variable, operator, value }, "", variables)).toBe(expected);
  expect(isTrue({ id: "c", operator, value }, variable, variables)).toBe(expected);
});
