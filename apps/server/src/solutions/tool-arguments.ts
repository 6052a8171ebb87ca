// Arguments of a tool are what the model makes them: they are checked against the declared schema first.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false, logger: false });
const compiled = new Map<string, ValidateFunction>();
const mostKept = 500;

/** The check, or a sentence that says why the schema is none. */
export function compileSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction | string {
  const text = JSON.stringify(schema);
  if (text.length > 20_000) return "The schema is longer than 20,000 characters.";
  // Patterns run on whatever a model writes; JavaScript's engine can be made to hang on some of them.
  if (/"(pattern|patternProperties|\$ref)"/.test(text))
    return "A schema here may not use pattern, patternProperties or $ref.";
  const known = compiled.get(text);
  if (known) return known;
  try {
    const { $id: _, ...anonymous } = schema;
    const check = ajv.compile(anonymous);
    if (compiled.size >= mostKept) compiled.delete(compiled.keys().next().value ?? "");
    compiled.set(text, check);
    return check;
  } catch (error) {
    return `This is no JSON schema: ${error instanceof Error ? error.message.slice(0, 200) : "unknown reason"}`;
  }
}

export function argumentProblem(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
): string | undefined {
  const check = compileSchema(schema);
  if (typeof check === "string") return check;
  if (check(value)) return undefined;
  const first = check.errors?.[0];
  return `${first?.instancePath || "The value"} ${first?.message ?? "does not fit the schema"}.`;
}
