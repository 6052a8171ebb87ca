// The part of JSON Schema a form can show. Anything else is edited as JSON.
export type Schema = {
  type?: string | readonly string[];
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
  definitions?: Readonly<Record<string, Schema>>;
  /** A string that names something: which kind of thing, from the form's `choices`. */
  "x-parley-choice"?: string;
};

export type Path = readonly (string | number)[];
export type SchemaProblem = { path: Path; message: string };

/** Follows $ref inside the document and merges allOf, so that the rest of the form sees plain schemas. */
export function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > 20) return {};
  if (schema.$ref) {
    const { $ref, ...rest } = schema;
    return resolved({ ...referenced($ref, root), ...rest }, root, depth + 1);
  }
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  return allOf
    .map((part) => resolved(part, root, depth + 1))
    .reduce<Schema>(
      (merged, part) => ({
        ...merged,
        ...part,
        properties: { ...merged.properties, ...part.properties },
        required: [...(merged.required ?? []), ...(part.required ?? [])],
      }),
      own,
    );
}

function referenced(ref: string, root: Schema): Schema {
  const [, place, name = ""] = /^#\/(\$defs|definitions)\/(.+)$/u.exec(ref) ?? [];
  const group = place === "$defs" ? root.$defs : place === "definitions" ? root.definitions : undefined;
  return group?.[name.replaceAll("~1", "/").replaceAll("~0", "~")] ?? {};
}

export function typeOf(schema: Schema): string | undefined {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const named = types.find((type) => type !== "null");
  if (named) return named;
  if (schema.properties) return "object";
  if (schema.items) return "array";
  return undefined;
}

export function isNullable(schema: Schema): boolean {
  return Array.isArray(schema.type) && schema.type.includes("null");
}

export function alternativesOf(schema: Schema): readonly Schema[] {
  return schema.oneOf ?? schema.anyOf ?? [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a form starts from: defaults, constants, empty objects. Nothing invented for the rest. */
export function startingValue(schema: Schema, root: Schema): unknown {
  const plain = resolved(schema, root);
  if (plain.const !== undefined) return plain.const;
  if (plain.default !== undefined) return plain.default;
  const [first] = alternativesOf(plain);
  if (first) return startingValue(first, root);
  if (typeOf(plain) === "array") return [];
  if (typeOf(plain) === "object") {
    const entries = Object.entries(plain.properties ?? {}).map(([key, property]) => [
      key,
      startingValue(property, root),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  return undefined;
}

export function labelOf(schema: Schema, key: string): string {
  if (schema.title) return schema.title;
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replaceAll(/[_-]+/gu, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
