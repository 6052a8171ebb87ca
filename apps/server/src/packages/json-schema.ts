// JSON Schemas that tenants write, and options judged by them. Patterns run on the linear matcher of the NLU:
// a schema cannot make the server hang (decision 032).
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { compileRegex, searchRegex } from "#domains/nlu";
import { Invalid } from "#platform/errors.ts";

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

const largestSchema = 64 * 1024;
const largestOptions = 64 * 1024;
const deepest = 24;

/** Throws Invalid on `field` for what is not a JSON Schema of an object. */
export function checkSchema(schema: unknown, field = "schema"): Record<string, unknown> {
  if (!isObject(schema)) throw new Invalid(field, "A schema is a JSON object.");
  if (JSON.stringify(schema).length > largestSchema) {
    throw new Invalid(field, `A schema has at most ${largestSchema / 1024} KB.`);
  }
  if (depthOf(schema) > deepest) throw new Invalid(field, `A schema nests at most ${deepest} levels deep.`);
  if (schema["type"] !== "object")
    throw new Invalid(field, 'The schema describes options: its type is "object".');
  try {
    compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Invalid(
      field,
      `This is not a JSON Schema: ${reason.replace(/^schema is invalid: /, "").slice(0, 300)}.`,
    );
  }
  return schema;
}

const validators = new Map<string, ValidateFunction>();
const mostValidators = 500;

/** What is wrong with the options; nothing when they fit. A published version never changes, so its id is the key. */
export function optionProblems(
  version: { readonly id: string; readonly schema: unknown },
  options: unknown,
  field: string,
): FieldProblem[] {
  if (!isObject(options)) return [{ field, message: "Options are a JSON object." }];
  const size = Buffer.byteLength(JSON.stringify(options));
  if (size > largestOptions) {
    return [
      {
        field,
        message: `Options have at most ${largestOptions / 1024} KB; these have ${Math.ceil(size / 1024)}.`,
      },
    ];
  }
  if (depthOf(options) > deepest) return [{ field, message: `Options nest at most ${deepest} levels deep.` }];
  const validate = validators.get(version.id) ?? compile(isObject(version.schema) ? version.schema : {});
  if (validators.size >= mostValidators) validators.clear();
  validators.set(version.id, validate);
  if (validate(options)) return [];
  return (validate.errors ?? []).slice(0, 50).map((error) => problemOf(error, field));
}

function problemOf(error: ErrorObject, field: string): FieldProblem {
  const path = error.instancePath.split("/").slice(1).map(unescape);
  const params: Record<string, unknown> = error.params;
  const inner = params["missingProperty"] ?? params["additionalProperty"];
  const at = [field, ...path, ...(typeof inner === "string" ? [inner] : [])].join(".");
  return { field: at, message: sentenceOf(error, params) };
}

function sentenceOf(error: ErrorObject, params: Record<string, unknown>): string {
  switch (error.keyword) {
    case "required":
      return "This is needed.";
    case "additionalProperties":
      return "There is no such option.";
    case "enum":
      return `Choose one of: ${Array.isArray(params["allowedValues"]) ? params["allowedValues"].join(", ") : ""}.`;
    case "type":
      return `This must be ${typeWords[String(params["type"])] ?? String(params["type"])}.`;
    case "maxLength":
      return `Use at most ${count(params, "character")}.`;
    case "minLength":
      return `Use at least ${count(params, "character")}.`;
    case "maxItems":
      return `Give at most ${count(params, "entry", "entries")}.`;
    case "minItems":
      return `Give at least ${count(params, "entry", "entries")}.`;
    case "minimum":
      return `Use ${String(params["limit"])} or more.`;
    case "maximum":
      return `Use ${String(params["limit"])} or less.`;
    case "pattern":
      return "This is not written as it should be.";
    case "format":
      return `This is not ${formatWords[String(params["format"])] ?? `a ${String(params["format"])}`}.`;
    default: {
      const text = error.message ?? "does not fit";
      return `This ${text}.`;
    }
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "yes or no",
  array: "a list",
  object: "a group of values",
};

const formatWords: Readonly<Record<string, string>> = {
  uri: "a whole address, such as https://example.org/",
  email: "an e-mail address",
  date: "a date, such as 2026-12-31",
  time: "a time, such as 12:30:00Z",
  "date-time": "a date with a time, such as 2026-12-31T12:30:00Z",
};

function count({ limit }: Record<string, unknown>, one: string, many = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`;
}

function compile(schema: Record<string, unknown>): ValidateFunction {
  // A new instance each time: schemas of two tenants may carry the same $id.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    code: { regExp: Object.assign(linearRegex, { code: "linearRegex" }) },
  });
  formatsPlugin.default(ajv);
  const { $schema: _, ...rest } = schema;
  return ajv.compile(rest);
}

function linearRegex(pattern: string) {
  const program = compileRegex(pattern, false);
  // Ajv tells patterns apart by their text.
  return { test: (text: string) => searchRegex(program, text).length > 0, toString: () => pattern };
}

function unescape(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function depthOf(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  let deep = 0;
  for (const inner of Object.values(value)) deep = Math.max(deep, depthOf(inner));
  return deep + 1;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
