// Checks that follow from a type's fields alone: required, in range, one of the options, existing elsewhere.
import { fieldValue, insideValue, pathParts } from "../field-value.ts";
import { fallbackIntent } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import { isEmptyValue, isList, isObject, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import type { Field, Finding } from "../node-type.ts";
import { commonFields, nodeTypeOf } from "../nodes/registry.ts";
import { patternProblem } from "../runtime/pattern.ts";
import { isVariableName } from "../runtime/state.ts";

/** What exists outside, per kind of field; a kind that is missing is not checked. */
export type Existing = ReadonlyMap<string, ReadonlySet<string>>;

type Report = (finding: Finding) => void;

export function checkFields(node: FlowNode, existing: Existing, report: Report): void {
  for (const field of nodeTypeOf(node).fields) {
    if (field.when) {
      const deciding = fieldValue(node, field.when.path);
      if (typeof deciding !== "string" || !field.when.isOneOf.includes(deciding)) continue;
    }
    checkValue(fieldValue(node, field.path), field, field.path, existing, report);
  }
  for (const field of commonFields) {
    const value = fieldValue(node, field.path);
    if (!isEmptyValue(value)) checkValue(value, field, field.path, existing, report);
  }
}

function checkValue(
  value: Json | undefined,
  field: Field,
  path: string,
  existing: Existing,
  report: Report,
): void {
  if (isEmptyValue(value) || value === undefined) {
    if (field.isRequired) {
      report({
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
  if (message !== null) report({ severity: "error", code: codeOf(field), field: path, message });
  if (field.kind === "list" && isList(value)) checkList(value, field, path, existing, report);
  if (field.kind === "assignments" && isList(value)) checkAssignments(value, path, report);
  checkExists(value, field, path, existing, report);
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
      return typeof value === "string" && isVariableName(value)
        ? null
        : `“${field.label}” is not a variable name: use letters, digits and _, beginning with a letter.`;
    case "list":
      if (!isList(value)) return `“${field.label}” must be a list.`;
      return value.length > (field.max ?? Infinity)
        ? `“${field.label}” has more than ${field.max} entries.`
        : null;
    case "key-values":
      return isObject(value) ? null : `“${field.label}” must be names and values.`;
    default:
      return null;
  }
}

function codeOf(field: Field): string {
  const codes: Partial<Record<Field["kind"], string>> = {
    number: "bad_number",
    url: "bad_url",
    pattern: "bad_pattern",
    variable: "bad_variable_name",
  };
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

function checkList(
  items: readonly Json[],
  field: Field,
  path: string,
  existing: Existing,
  report: Report,
): void {
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) {
      report({
        severity: "error",
        code: "bad_value",
        field: `${path}.${index}`,
        message: `An entry of “${field.label}” is not an object.`,
      });
      continue;
    }
    for (const part of field.item ?? []) {
      checkValue(
        insideValue(item, pathParts(part.path)),
        part,
        `${path}.${index}.${part.path}`,
        existing,
        report,
      );
    }
  }
}

function checkAssignments(assignments: readonly Json[], path: string, report: Report): void {
  for (const [index, assignment] of assignments.entries()) {
    const name = isObject(assignment) ? textAt(assignment, "name") : "";
    if (isVariableName(name)) continue;
    const message = name === "" ? "An assignment has no variable." : `“${name}” is not a variable name.`;
    report({ severity: "error", code: "bad_variable_name", field: `${path}.${index}.name`, message });
  }
}

function checkExists(value: Json, field: Field, path: string, existing: Existing, report: Report): void {
  if (typeof value !== "string") return;
  const known = existing.get(field.kind);
  if (!known || known.has(value) || (field.kind === "intent" && value === fallbackIntent)) return;
  const isSkill = field.kind === "skill";
  report({
    severity: isSkill ? "warning" : "error",
    code: `missing_${field.kind}`,
    field: path,
    message: `The ${field.kind} “${value}” does not exist.`,
  });
}
