import { checkCondition, type Condition } from "@parley/condition";
import { describe, expect, it } from "vitest";
import {
  conditionOf,
  emptyComparison,
  groupOf,
  negatedPart,
  replaced,
  rootConditionOf,
  rootGroupOf,
  withOperator,
} from "./tree.ts";

const cart: Condition = { fact: "page.path", operator: "startsWith", value: "/cart" };

describe("the builder's view of a condition", () => {
  it.each([[{ all: [cart] }], [{ any: [cart, { not: cart }] }], [{ all: [{ any: [cart] }, cart] }]])(
    "writes %j as it was",
    (condition) => {
      expect(rootConditionOf(rootGroupOf(condition))).toEqual(condition);
    },
  );

  it("makes a group of what is none, and nothing of an empty one", () => {
    expect(rootGroupOf({})).toEqual({ kind: "all", parts: [] });
    expect(rootGroupOf(cart)).toEqual({ kind: "all", parts: [cart] });
    expect(rootConditionOf({ kind: "any", parts: [] })).toEqual({});
  });

  it("replaces and removes parts without touching the others", () => {
    const group = { kind: "any" as const, parts: [cart, emptyComparison] };
    expect(replaced(group, 1, { not: cart }).parts).toEqual([cart, { not: cart }]);
    expect(replaced(group, 0, undefined).parts).toEqual([emptyComparison]);
    expect(groupOf(conditionOf(group))).toEqual(group);
    expect(negatedPart({ not: cart })).toEqual(cart);
    expect(negatedPart(cart)).toBeUndefined();
  });

  it("changes the operator without leaving a value that the check refuses", () => {
    const total = { fact: "event.data.total", operator: "equals", value: "42" };
    expect(withOperator(total, "atLeast", "number")).toEqual({ ...total, operator: "atLeast", value: 42 });
    expect(withOperator(total, "in", "list").value).toEqual(["42"]);
    expect(withOperator({ ...total, value: ["a", "b"] }, "contains", "text").value).toBe("a");
    expect(withOperator(total, "exists", "nothing")).toEqual({ fact: total.fact, operator: "exists" });
    expect(checkCondition(withOperator(total, "exists", "nothing"))).toEqual([]);
  });
});
