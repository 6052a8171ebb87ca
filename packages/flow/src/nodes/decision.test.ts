import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { aFlow, aNode, converse } from "../testing/conversation.ts";
import { validate } from "../validation/validate.ts";
import { portsOf } from "./registry.ts";

const conditions = [
  { id: "vip", variable: "customer.level", operator: "equals", value: "gold" },
  { id: "big", operator: "greater", value: "100" },
  { id: "some", operator: "greater", value: "10", label: "Some" },
];
const decide = (total: number, level = "") =>
  converse(
    aFlow(
      aNode(
        "decision",
        "d",
        { decisionVariable: "total", parameterInput: { conditions } },
        { vip: "a", big: "b", some: "c", else: "d2" },
      ),
      ...["a", "b", "c", "d2"].map((id) => aNode("message", id, { message: id })),
    ),
    { total, customer: { level } },
  );

test("goes the way of the first condition that is true", () => {
  expect(decide(500, "gold").texts).toEqual(["a"]);
  expect(decide(500).texts).toEqual(["b"]);
  expect(decide(50).texts).toEqual(["c"]);
  expect(decide(5).texts).toEqual(["d2"]);
  expect(decide(50).last.trace.map((entry) => entry.note)).toContain("Some");
});

test("names its outputs after its conditions", () => {
  const labels = portsOf(aNode("decision", "d", { parameterInput: { conditions } })).map(
    (port) => port.label,
  );
  expect(labels).toEqual(["customer.level is gold", "is greater than 100", "Some", "Otherwise"]);
  expect(portsOf(aNode("decision", "new")).map((port) => port.label)).toEqual(["Condition 1", "Otherwise"]);
});

test("finds conditions that cannot work", () => {
  const problems = (condition: JsonObject, decisionVariable = "last") =>
    validate(
      aFlow(
        aNode("decision", "d", {
          decisionVariable,
          whatsNext: "end",
          parameterInput: { conditions: [{ id: "c", ...condition }] },
        }),
      ),
    ).map((problem) => `${problem.code}: ${problem.message}`);
  expect(problems({ operator: "equals", value: "" })).toEqual([]);
  expect(problems({ operator: "is-empty" })).toEqual([]);
  expect(problems({ operator: "greater", value: "" })).toEqual([
    "bad_condition: The condition “is greater than” has no value to compare with.",
  ]);
  expect(problems({ operator: "matches", value: "(" })).toEqual([
    "bad_condition: The pattern has a ( without a ).",
  ]);
  expect(problems({ operator: "equals", value: "x" }, "")).toEqual([
    "bad_condition: A condition does not say which variable it looks at.",
  ]);
  expect(problems({ operator: "rhymes", value: "x" })).toEqual([
    "bad_value: “Operator” has an unknown value.",
  ]);
  expect(problems({ operator: "equals", value: "x", variable: "nobody.knows" })).toEqual([
    "unknown_variable: Nothing in this flow fills the variable “nobody”.",
  ]);
});
