// Tells somebody what to mend while they fill in the form. The server checks again, with all of JSON Schema.
import { alternativesOf, isNullable, isRecord, labelOf, resolved, typeOf } from "./schema.ts";
import type { Path, Schema, SchemaProblem } from "./schema.ts";

export function validate(
  schema: Schema,
  value: unknown,
  root: Schema = schema,
  path: Path = [],
): SchemaProblem[] {
  const plain = resolved(schema, root);
  const say = (message: string): SchemaProblem[] => [{ path, message }];
  if (value === undefined) return [];
  if (value === null) return isNullable(plain) || plain.type === undefined ? [] : say("Fill this in.");
  if (plain.const !== undefined && !isEqual(plain.const, value))
    return say(`Must be ${JSON.stringify(plain.const)}.`);
  if (plain.enum && !plain.enum.some((choice) => isEqual(choice, value)))
    return say("Choose one of the list.");
  const alternatives = alternativesOf(plain);
  if (alternatives.length > 0) {
    const tries = alternatives.map((alternative) => validate(alternative, value, root, path));
    if (tries.some((problems) => problems.length === 0)) return [];
    return tries.toSorted((left, right) => left.length - right.length)[0] ?? [];
  }
  const type = typeOf(plain);
  if (type === "string")
    return typeof value === "string" ? checkString(plain, value).flatMap(say) : say("Must be text.");
  if (type === "number" || type === "integer") {
    return typeof value === "number"
      ? checkNumber(plain, value, type).flatMap(say)
      : say("Must be a number.");
  }
  if (type === "boolean") return typeof value === "boolean" ? [] : say("Must be yes or no.");
  if (type === "array")
    return Array.isArray(value) ? checkArray(plain, value, root, path) : say("Must be a list.");
  if (type === "object")
    return isRecord(value) ? checkObject(plain, value, root, path) : say("Must be a group of fields.");
  return [];
}

function checkString(schema: Schema, value: string): string[] {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined && value.length < minLength) {
    return [value === "" ? "Fill this in." : `At least ${minLength} characters.`];
  }
  if (maxLength !== undefined && value.length > maxLength) return [`At most ${maxLength} characters.`];
  if (pattern !== undefined && !matches(pattern, value)) return ["Does not have the expected form."];
  if (value === "") return [];
  if ((format === "uri" || format === "url") && !URL.canParse(value))
    return ["Give a full address, such as https://example.org."];
  if (format === "email" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(value)) return ["Give an e-mail address."];
  if ((format === "date" || format === "date-time") && Number.isNaN(Date.parse(value)))
    return ["Give a date."];
  return [];
}

function checkNumber(schema: Schema, value: number, type: string): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (type === "integer" && !Number.isInteger(value)) return ["Must be a whole number."];
  if (minimum !== undefined && value < minimum) return [`At least ${minimum}.`];
  if (maximum !== undefined && value > maximum) return [`At most ${maximum}.`];
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return [`More than ${exclusiveMinimum}.`];
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return [`Less than ${exclusiveMaximum}.`];
  if (multipleOf !== undefined && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9) {
    return [`Must be a multiple of ${multipleOf}.`];
  }
  return [];
}

function checkArray(schema: Schema, items: readonly unknown[], root: Schema, path: Path): SchemaProblem[] {
  const own: string[] = [];
  if (schema.minItems !== undefined && items.length < schema.minItems)
    own.push(`Add at least ${schema.minItems}.`);
  if (schema.maxItems !== undefined && items.length > schema.maxItems)
    own.push(`At most ${schema.maxItems}.`);
  if (schema.uniqueItems && new Set(items.map((item) => JSON.stringify(item))).size < items.length)
    own.push("Each only once.");
  const { items: itemSchema } = schema;
  const inside = itemSchema
    ? items.flatMap((item, index) => validate(itemSchema, item, root, [...path, index]))
    : [];
  return [...own.map((message) => ({ path, message })), ...inside];
}

function checkObject(
  schema: Schema,
  value: Record<string, unknown>,
  root: Schema,
  path: Path,
): SchemaProblem[] {
  const missing = (schema.required ?? [])
    .filter((key) => value[key] === undefined || value[key] === "")
    .map((key) => ({
      path: [...path, key],
      message: `${labelOf(schema.properties?.[key] ?? {}, key)} is needed.`,
    }));
  const named = new Set(missing.map((problem) => problem.path.at(-1)));
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    named.has(key) ? [] : validate(property, value[key], root, [...path, key]),
  );
  return [...missing, ...inside];
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    // A pattern this browser cannot read is the server's to judge.
    return true;
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
