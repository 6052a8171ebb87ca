import type { FlowNode } from "../flow-node.ts";
import { isEmptyValue, objectsAt, textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { elsePort, go, never } from "../node-type.ts";
import type { Finding, NodeType } from "../node-type.ts";
import {
  conditionOperators,
  isConditionOperator,
  isTrue,
  operatorWords,
  valuelessOperators,
} from "../runtime/conditions.ts";
import { asText } from "../runtime/interpolate.ts";
import { patternProblem } from "../runtime/pattern.ts";
import { branchFindings, branchPorts } from "./branches.ts";

export const decision: NodeType = {
  type: "decision",
  title: "Decision",
  summary: "Goes the way of the first condition that is true.",
  category: "logic",
  fields: [
    {
      path: "decisionVariable",
      label: "Variable",
      kind: "variable-to-read",
      help: "Conditions without a variable of their own look at this one.",
    },
    {
      path: "parameterInput.conditions",
      label: "Conditions, first true one wins",
      kind: "list",
      isRequired: true,
      max: 50,
      item: [
        { path: "label", label: "Label", kind: "text" },
        { path: "variable", label: "Other variable", kind: "variable-to-read" },
        {
          path: "operator",
          label: "Operator",
          kind: "select",
          isRequired: true,
          options: conditionOperators.map((value) => ({ value, label: operatorWords[value] })),
        },
        { path: "value", label: "Value", kind: "template", isTemplate: true },
      ],
    },
  ],
  defaults: {
    nodeName: "Decision",
    parameterInput: { conditions: [{ id: "condition-1", operator: "equals", value: "" }] },
  },
  ports: (node) => [...branchPorts(conditionsOf(node), "Condition", describeCondition), elsePort],
  waitsForVisitor: never,
  check,
  step(node, run) {
    const found = conditionsOf(node).find((condition) =>
      isTrue(condition, node.decisionVariable, run.variables),
    );
    run.note(found ? describeCondition(found) || textAt(found, "id") : "No condition was true");
    return go(found ? textAt(found, "id") : "else");
  },
};

function conditionsOf(node: FlowNode): readonly JsonObject[] {
  return objectsAt(node.parameterInput, "conditions");
}

/** Empty while the condition compares with nothing yet. */
function describeCondition(condition: JsonObject): string {
  const label = textAt(condition, "label");
  if (label !== "") return label;
  const operator = textAt(condition, "operator");
  const hasValue = !valuelessOperators.has(operator);
  const value = hasValue ? asText(condition["value"]) : "";
  if (hasValue && value === "") return "";
  const words = isConditionOperator(operator) ? operatorWords[operator] : operator;
  return [textAt(condition, "variable"), words, value].filter((part) => part !== "").join(" ");
}

function check(node: FlowNode): readonly Finding[] {
  const conditions = conditionsOf(node);
  const field = "parameterInput.conditions";
  const findings = [...branchFindings(conditions, field, ["else"])];
  for (const condition of conditions) {
    const message = conditionProblem(condition, node.decisionVariable);
    if (message !== null) findings.push({ severity: "error", code: "bad_condition", field, message });
  }
  return findings;
}

function conditionProblem(condition: JsonObject, decisionVariable: string): string | null {
  const operator = textAt(condition, "operator");
  const value = condition["value"];
  if (!isConditionOperator(operator)) return null; // the field's own check says so
  if (!textAt(condition, "variable") && !decisionVariable)
    return "A condition does not say which variable it looks at.";
  if (valuelessOperators.has(operator) || operator === "equals" || operator === "not-equals") return null;
  if (isEmptyValue(value)) return `The condition “${operatorWords[operator]}” has no value to compare with.`;
  const pattern = operator === "matches" && typeof value === "string" && !value.includes("{{") ? value : null;
  return pattern === null ? null : patternProblem(pattern);
}
