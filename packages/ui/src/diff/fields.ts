// What kind of difference a value asks for, and how a value reads.
export type DiffKind = "value" | "text" | "list" | "lines";

export type DiffField = {
  label: string;
  before: unknown;
  after: unknown;
  /** Found from the values when left out: prose by word, lists by item, objects and code by line. */
  kind?: DiffKind;
};

export function isChanged(field: DiffField): boolean {
  return readable(field.before) !== readable(field.after);
}

export function kindOf({ kind, before, after }: DiffField): DiffKind {
  if (kind) return kind;
  const values = [before, after].filter((value) => value !== null && value !== undefined && value !== "");
  if (values.length > 0 && values.every((value) => Array.isArray(value) && value.every(isPlain)))
    return "list";
  if (values.some((value) => typeof value === "object")) return "lines";
  if (values.some((value) => typeof value === "string" && (value.includes("\n") || value.length > 60)))
    return "text";
  return "value";
}

export function readable(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  // Key order says nothing about content.
  return JSON.stringify(value, sortedKeys, 2);
}

export function itemsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(readable) : [];
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => left.localeCompare(right)));
}
