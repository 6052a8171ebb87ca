// Variables that are read but that nothing ever fills.
import type { FlowNode } from "../flow-node.ts";
import { isList, isObject, objectsAt, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import type { Finding } from "../node-type.ts";
import { formFieldsOf } from "../nodes/rich-asset-content.ts";
import { variablesIn } from "../runtime/interpolate.ts";
import { isVariableName, systemVariables } from "../runtime/state.ts";

type Report = (finding: Finding) => void;

export function filledVariables(nodes: readonly FlowNode[], outside: readonly string[]): ReadonlySet<string> {
  const filled = new Set([...systemVariables, ...outside]);
  for (const node of nodes) {
    if (node.output !== "") filled.add(node.output);
    for (const { name } of node.variables) filled.add(name);
    for (const field of formFieldsOf(node)) filled.add(textAt(field, "name"));
  }
  return filled;
}

export function checkVariables(node: FlowNode, filled: ReadonlySet<string>, report: Report): void {
  const read = (field: string, name: string): void => {
    if (!isVariableName(name)) {
      const message = name === "" ? "A {{ }} names no variable." : `“${name}” is not a variable name.`;
      report({ severity: "error", code: "bad_variable_name", field, message });
    } else if (!filled.has(name)) {
      const message = `Nothing in this flow fills the variable “${name}”.`;
      report({ severity: "warning", code: "unknown_variable", field, message });
    }
  };
  readTemplates(node.message, "message", read, report);
  readTemplates(node.nodeInput, "nodeInput", read, report);
  readTemplates(node.parameterInput, "parameterInput", read, report);
  readTemplates(node.richAssetContent, "richAssetContent", read, report);
  for (const [i, { value }] of node.variables.entries())
    readTemplates(value, `variables.${i}.value`, read, report);
  if (node.nodeType !== "decision") return;
  if (node.decisionVariable !== "") read("decisionVariable", firstPart(node.decisionVariable));
  for (const [i, condition] of objectsAt(node.parameterInput, "conditions").entries()) {
    const variable = textAt(condition, "variable");
    if (variable !== "") read(`parameterInput.conditions.${i}.variable`, firstPart(variable));
  }
}

function readTemplates(
  value: Json,
  field: string,
  read: (field: string, name: string) => void,
  report: Report,
): void {
  if (typeof value === "string") {
    if (!value.includes("{{")) return;
    const names = variablesIn(value);
    for (const name of names) read(field, name);
    if (value.split("{{").length - 1 !== names.length) {
      report({
        severity: "warning",
        code: "bad_template",
        field,
        message: "A {{ is not closed by }}; visitors would see it.",
      });
    }
    return;
  }
  if (isList(value)) value.forEach((item, i) => readTemplates(item, `${field}.${i}`, read, report));
  else if (isObject(value)) {
    for (const key in value) {
      const item = value[key];
      if (typeof item === "string" ? item.includes("{{") : typeof item === "object") {
        readTemplates(item ?? null, `${field}.${key}`, read, report);
      }
    }
  }
}

function firstPart(path: string): string {
  const dot = path.indexOf(".");
  return dot < 0 ? path : path.slice(0, dot);
}
