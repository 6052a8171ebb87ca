// Placeholders in the options of actions: {{event.data.name}}. Filled with text only; what they are put
// into decides how it is shown, so a filled text is never markup.
import { factAt, type Facts } from "./facts.ts";

const placeholder = /\{\{\s*([A-Za-z][\w-]*(?:\.[\w-]+)*)\s*\}\}/g;

/**
 * A copy with every placeholder filled; a text that is one placeholder alone becomes the value itself.
 * With `only`, placeholders that do not begin with it are left for later.
 */
export function fill(value: unknown, facts: Facts, only = ""): unknown {
  if (typeof value === "string") return fillText(value, facts, only);
  if (Array.isArray(value)) return value.map((item) => fill(item, facts, only));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, facts, only)]));
  }
  return value;
}

function fillText(text: string, facts: Facts, only: string): unknown {
  if (!text.includes("{{")) return text;
  const [whole] = text.matchAll(placeholder);
  const alone = whole && whole[0] === text ? (whole[1] ?? "") : undefined;
  if (alone !== undefined) return alone.startsWith(only) ? (factAt(facts, alone) ?? "") : text;
  return text.replace(placeholder, (all, path: string) =>
    path.startsWith(only) ? asText(factAt(facts, path)) : all,
  );
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The paths of every placeholder in a value, each once. */
export function placeholdersIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? "";
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? ""))];
}
