// Events and answers come from anybody. Many runs share one statement, so what PostgreSQL cannot store must never
// reach it: it would be refused with all the others.
const deepest = 100;
/** Fewer brackets than this cannot be too deep. */
const fewBrackets = 1_000;

/** A value as JSON that can be stored: without NUL characters, halves of characters and endless nesting. */
export function storableJson(value: unknown): string {
  return jsonIfStorable(value) ?? JSON.stringify(clean(value, 0));
}

/** The same value where it can be stored, and a cleaned copy where not. */
export function storable(value: unknown): unknown {
  return jsonIfStorable(value) === undefined ? clean(value, 0) : value;
}

function jsonIfStorable(value: unknown): string | undefined {
  const text = jsonOf(value);
  // JSON writes both kinds of bad characters as escapes; a text that only looks like one is cleaned for nothing.
  const isFine = text !== undefined && !/\\u(?:0000|d[89a-f])/i.test(text) && hasFewBrackets(text);
  return isFine ? text : undefined;
}

export function storableText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than the stack.
    return undefined;
  }
}

function hasFewBrackets(text: string): boolean {
  if (text.length < fewBrackets) return true;
  let brackets = 0;
  for (const _ of text.matchAll(/[[{]/g)) {
    brackets += 1;
    if (brackets > fewBrackets) return false;
  }
  return true;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storableText(value.toWellFormed());
  if (value === null || typeof value !== "object") return value;
  if (depth >= deepest) return "…";
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key.toWellFormed()), clean(item, depth + 1)]),
  );
}
