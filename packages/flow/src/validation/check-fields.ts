// Checks that follow from a type's fields alone: required, in range, one of the options.
// What must exist elsewhere is only collected here; validate() knows what exists.
import { readerOf } from "../field-value.ts";
import type { FlowNode } from "../flow-node.ts";
import { isEmptyValue, isList, isObject, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import { always } from "../node-type.ts";
import type { Field, Finding, NodeType } from "../node-type.ts";
import { commonFields } from "../nodes/registry.ts";
import { patternProblem } from "../runtime/pattern.ts";
import { isVariableName, systemVariables } from "../runtime/state.ts";

/** Something the node names that lives outside the flow. */
export interface Reference {
  readonly kind: Field["kind"];
  readonly name: string;
  readonly field: string;
}

export interface FieldReport {
  finding(finding: Finding): void;
  reference(reference: Reference): void;
}

interface ReadyField {
  readonly field: Field;
  readonly read: (node: FlowNode) => Json | undefined;
  readonly isAsked: (node: FlowNode) => boolean;
}

// The other common fields are right by their type alone.
const common = commonFields.filter(
  ({ kind }) => kind === "intent" || kind === "skill" || kind === "assignments",
);
const byType = new Map<NodeType, readonly ReadyField[]>();

function readyFields(type: NodeType): readonly ReadyField[] {
  const known = byType.get(type);
  if (known) return known;
  const own = new Set(type.fields.map((field) => field.path));
  const fields = [...type.fields, ...common.filter((field) => !own.has(field.path))].map(ready);
  byType.set(type, fields);
  return fields;
}

function ready(field: Field): ReadyField {
  const { when } = field;
  if (!when) return { field, read: readerOf(field.path), isAsked: always };
  const deciding = readerOf(when.path);
  const isAsked = (node: FlowNode): boolean => {
    const value = deciding(node);
    return typeof value === "string" && when.isOneOf.includes(value);
  };
  return { field, read: readerOf(field.path), isAsked };
}

export function checkFields(node: FlowNode, type: NodeType, report: FieldReport): void {
  for (const { field, read, isAsked } of readyFields(type)) {
    if (isAsked(node)) checkValue(read(node), field, field.path, report);
  }
}

const references: ReadonlySet<string> = new Set(["intent", "script", "asset", "task", "flow", "skill"]);

function checkValue(value: Json | undefined, field: Field, path: string, report: FieldReport): void {
  if (value === undefined || isEmptyValue(value)) {
    if (field.isRequired) {
      report.finding({
        severity: "error",
        code: "field_required",
        field: path,
        message: `“${field.label}” is empty.`,
      });
    }
    return;
  }
  const isTemplate = field.isTemplate === true && typeof value === "string" && value.includes("{{");
  const message = isTemplate ? null : problemOf(value, field);
  if (message !== null) report.finding({ severity: "error", code: codeOf(field), field: path, message });
  if (field.kind === "list" && isList(value)) checkList(value, field, path, report);
  if (field.kind === "assignments" && isList(value)) checkAssignments(value, path, report);
  if (references.has(field.kind) && typeof value === "string") {
    report.reference({ kind: field.kind, name: value, field: path });
  }
}

function problemOf(value: Json, field: Field): string | null {
  switch (field.kind) {
    case "number":
      return numberProblem(value, field);
    case "select":
      return field.options?.some((option) => option.value === value)
        ? null
        : `“${field.label}” has an unknown value.`;
    case "url":
      return isWebAddress(value)
        ? null
        : `“${field.label}” is not an address that starts with http:// or https://.`;
    case "pattern":
      return typeof value === "string" ? patternProblem(value) : `“${field.label}” must be text.`;
    case "variable":
      return typeof value === "string" ? nameProblem(value) : `“${field.label}” must be text.`;
    case "list":
      if (!isList(value)) return `“${field.label}” must be a list.`;
      return value.length > (field.max ?? Infinity)
        ? `“${field.label}” has more than ${field.max} entries.`
        : null;
    case "key-values":
      return isObject(value) ? null : `“${field.label}” must be names and values.`;
    case "flag":
      return typeof value === "boolean" ? null : `“${field.label}” must be yes or no.`;
    case "text":
    case "long-text":
      return typeof value === "object" ? `“${field.label}” must be text.` : null;
    default:
      return null;
  }
}

function nameProblem(name: string): string | null {
  if (systemVariables.has(name)) return `“${name}” is filled by Parley itself; choose another name.`;
  if (isVariableName(name)) return null;
  return `“${name}” is not a variable name: use letters, digits and _, beginning with a letter.`;
}

const codes: Partial<Record<Field["kind"], string>> = {
  number: "bad_number",
  url: "bad_url",
  pattern: "bad_pattern",
  variable: "bad_variable_name",
};

function codeOf(field: Field): string {
  return codes[field.kind] ?? "bad_value";
}

function numberProblem(value: Json, field: Field): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return `“${field.label}” must be a number.`;
  if (field.min !== undefined && value < field.min) return `“${field.label}” must be at least ${field.min}.`;
  if (field.max !== undefined && value > field.max) return `“${field.label}” must be at most ${field.max}.`;
  return null;
}

function isWebAddress(value: Json): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
}

function checkList(items: readonly Json[], field: Field, path: string, report: FieldReport): void {
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) {
      const message = `An entry of “${field.label}” is not an object.`;
      report.finding({ severity: "error", code: "bad_value", field: `${path}.${index}`, message });
      continue;
    }
    for (const part of field.item ?? []) {
      const value = item[part.path];
      if (value === undefined && !part.isRequired) continue;
      checkValue(value, part, `${path}.${index}.${part.path}`, report);
    }
  }
}

function checkAssignments(assignments: readonly Json[], path: string, report: FieldReport): void {
  for (const [index, assignment] of assignments.entries()) {
    const name = isObject(assignment) ? textAt(assignment, "name") : "";
    const message = name === "" ? "An assignment has no variable." : nameProblem(name);
    if (message === null) continue;
    report.finding({ severity: "error", code: "bad_variable_name", field: `${path}.${index}.name`, message });
  }
}
