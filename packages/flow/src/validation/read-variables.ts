// Which variables a node reads, and which the flow fills.
import type { FlowNode } from "../flow-node.ts";
import { isList, isObject, objectsAt, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import type { Finding } from "../node-type.ts";
import { formFieldsOf } from "../nodes/rich-asset-content.ts";
import { variablesIn } from "../runtime/interpolate.ts";
import { isVariableName, systemVariables } from "../runtime/state.ts";

/** A place in a node that reads a variable. */
export interface VariableRead {
  readonly name: string;
  readonly field: string;
}

export interface VariableReport {
  finding(finding: Finding): void;
  reads(read: VariableRead): void;
}

export function filledVariables(
  nodes: readonly FlowNode[],
  outside: readonly string[] = [],
): ReadonlySet<string> {
  const filled = new Set([...systemVariables, ...outside]);
  for (const node of nodes) {
    if (node.output !== "") filled.add(node.output);
    for (const { name } of node.variables) filled.add(name);
    if (node.richAssetType === "form")
      for (const field of formFieldsOf(node)) filled.add(textAt(field, "name"));
  }
  return filled;
}

export function readVariables(node: FlowNode, report: VariableReport): void {
  readTemplates(node.message, "message", report);
  readTemplates(node.nodeInput, "nodeInput", report);
  readTemplates(node.parameterInput, "parameterInput", report);
  readTemplates(node.richAssetContent, "richAssetContent", report);
  for (const [i, { value }] of node.variables.entries()) readTemplates(value, `variables.${i}.value`, report);
  if (node.nodeType !== "decision") return;
  if (node.decisionVariable !== "") readOne(firstPart(node.decisionVariable), "decisionVariable", report);
  for (const [i, condition] of objectsAt(node.parameterInput, "conditions").entries()) {
    const variable = textAt(condition, "variable");
    if (variable !== "") readOne(firstPart(variable), `parameterInput.conditions.${i}.variable`, report);
  }
}

function readOne(name: string, field: string, report: VariableReport): void {
  if (isVariableName(name)) return report.reads({ name, field });
  const message = name === "" ? "A {{ }} names no variable." : `“${name}” is not a variable name.`;
  report.finding({ severity: "error", code: "bad_variable_name", field, message });
}

function readTemplates(value: Json, field: string, report: VariableReport): void {
  if (typeof value === "string") return readText(value, field, report);
  if (isList(value))
    return value.forEach((item, i) => isWorthReading(item) && readTemplates(item, `${field}.${i}`, report));
  if (!isObject(value)) return;
  for (const key in value) {
    const item = value[key];
    if (item !== undefined && isWorthReading(item)) readTemplates(item, `${field}.${key}`, report);
  }
}

/** Spares building the path of everything that holds no {{. */
function isWorthReading(value: Json): boolean {
  return typeof value === "string" ? value.includes("{{") : typeof value === "object" && value !== null;
}

function readText(text: string, field: string, report: VariableReport): void {
  if (!text.includes("{{")) return;
  const names = variablesIn(text);
  for (const name of names) readOne(name, field, report);
  if (text.split("{{").length - 1 === names.length) return;
  const message = "A {{ is not closed by }}; visitors would see it.";
  report.finding({ severity: "warning", code: "bad_template", field, message });
}

function firstPart(path: string): string {
  const dot = path.indexOf(".");
  return dot < 0 ? path : path.slice(0, dot);
}
