// {{name}}, {{name.path.0}} and {{name|what to say without it}}. A lookup, not a language:
// nothing is evaluated, only own properties are read, and a missing value is empty text.
// What one filling may produce is bounded: x = {{x}}{{x}} in a loop must not fill the memory.
import { isList, isObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Variables } from "./state.ts";

export const largestVariable = 100_000;
const largestFilling = 200_000;
const longestPlaceholder = 200;
const placeholder = /\{\{([^{}]{0,200})\}\}/g;

type OnMissing = (name: string) => void;
type Budget = { left: number };

export function interpolate(template: string, variables: Variables, onMissing?: OnMissing): string {
  return fillText(template, variables, onMissing, { left: largestFilling });
}

/** Text that is one placeholder and nothing else becomes the value itself, so numbers stay numbers. */
export function interpolateValue(value: Json, variables: Variables, onMissing?: OnMissing): Json {
  return fillValue(value, variables, onMissing, { left: largestFilling });
}

export function interpolateObject(
  object: JsonObject,
  variables: Variables,
  onMissing?: OnMissing,
): JsonObject {
  return fillObject(object, variables, onMissing, { left: largestFilling });
}

/** For addresses: filled-in values are encoded, so a visitor's words cannot change the path or the query. */
export function interpolateUrl(template: string, variables: Variables): string {
  if (!template.includes("{{")) return template;
  return template.replace(placeholder, (whole: string, _inside: string, at: number) => {
    const value = interpolate(whole, variables);
    // An address may begin with a variable that holds the server.
    return at === 0 ? value : encodeURIComponent(value.slice(0, 2_000).toWellFormed());
  });
}

function fillText(
  template: string,
  variables: Variables,
  onMissing: OnMissing | undefined,
  budget: Budget,
): string {
  if (!template.includes("{{")) return template;
  return template.replace(placeholder, (_, inside: string) => {
    const bar = inside.indexOf("|");
    const path = (bar < 0 ? inside : inside.slice(0, bar)).trim();
    const value = lookUp(variables, path);
    if (value !== undefined && value !== null && value !== "") {
      const text = budget.left > 0 ? asText(value) : "";
      budget.left -= text.length;
      return text;
    }
    if (bar >= 0) return inside.slice(bar + 1).trim();
    if (value === undefined) onMissing?.(path);
    return "";
  });
}

function fillValue(
  value: Json,
  variables: Variables,
  onMissing: OnMissing | undefined,
  budget: Budget,
): Json {
  if (typeof value === "string") {
    const path = wholePlaceholder(value);
    const found = path === null ? undefined : lookUp(variables, path);
    if (found === undefined || found === null) return fillText(value, variables, onMissing, budget);
    budget.left -= sizeOf(found, budget.left);
    return budget.left > 0 ? found : "";
  }
  if (isList(value)) return value.map((item) => fillValue(item, variables, onMissing, budget));
  return isObject(value) ? fillObject(value, variables, onMissing, budget) : value;
}

function fillObject(
  object: JsonObject,
  variables: Variables,
  onMissing: OnMissing | undefined,
  budget: Budget,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, fillValue(value, variables, onMissing, budget)]),
  );
}

export function lookUp(variables: Variables, path: string): Json | undefined {
  let current: Json | undefined = variables;
  for (const part of path.split(".")) {
    if (isList(current)) current = /^\d{1,6}$/.test(part) ? current[Number(part)] : undefined;
    else if (isObject(current)) current = Object.hasOwn(current, part) ? current[part] : undefined;
    else return undefined;
  }
  return current;
}

export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** About how long the value is as JSON. Stops counting past the limit, so it is cheap for anything. */
export function sizeOf(value: Json, limit: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  if (isList(value)) {
    for (let i = 0; i < value.length && size <= limit; i++)
      size += 1 + sizeOf(value[i] ?? null, limit - size);
    return size;
  }
  for (const key in value) {
    if (size > limit) return size;
    size += key.length + 4 + sizeOf(value[key] ?? null, limit - size);
  }
  return size;
}

/** The variables a text reads: the first part of each path. Written by hand: validation reads every text of a flow. */
export function variablesIn(template: string): readonly string[] {
  const names: string[] = [];
  for (let open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", open + 2)) {
    const close = template.indexOf("}}", open + 2);
    if (close < 0) break;
    const inside = template.slice(open + 2, close);
    if (inside.length > longestPlaceholder || inside.includes("{") || inside.includes("}")) continue;
    names.push((inside.split(/[.|]/, 1)[0] ?? "").trim());
  }
  return names;
}

function wholePlaceholder(text: string): string | null {
  if (!text.includes("{{")) return null;
  const match = /^\{\{([^{}|]{1,200})\}\}$/.exec(text.trim());
  return match?.[1]?.trim() ?? null;
}
