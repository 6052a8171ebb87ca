// {{name}}, {{name.path.0}} and {{name|what to say without it}}. A lookup, not a language:
// nothing is evaluated, only own properties are read, and a missing value is empty text.
import { isList, isObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Variables } from "./state.ts";

const longestPlaceholder = 200;
const placeholder = /\{\{([^{}]{0,200})\}\}/g;

export function interpolate(
  template: string,
  variables: Variables,
  onMissing?: (name: string) => void,
): string {
  if (!template.includes("{{")) return template;
  return template.replace(placeholder, (_, inside: string) => {
    const bar = inside.indexOf("|");
    const path = (bar < 0 ? inside : inside.slice(0, bar)).trim();
    const value = lookUp(variables, path);
    if (value !== undefined && value !== null && value !== "") return asText(value);
    if (bar >= 0) return inside.slice(bar + 1).trim();
    if (value === undefined) onMissing?.(path);
    return "";
  });
}

/** Text that is one placeholder and nothing else becomes the value itself, so numbers stay numbers. */
export function interpolateValue(
  value: Json,
  variables: Variables,
  onMissing?: (name: string) => void,
): Json {
  if (typeof value === "string") {
    const path = wholePlaceholder(value);
    const found = path === null ? undefined : lookUp(variables, path);
    return found ?? interpolate(value, variables, onMissing);
  }
  if (isList(value)) return value.map((item) => interpolateValue(item, variables, onMissing));
  return isObject(value) ? interpolateObject(value, variables, onMissing) : value;
}

export function interpolateObject(
  object: JsonObject,
  variables: Variables,
  onMissing?: (name: string) => void,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, interpolateValue(value, variables, onMissing)]),
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
  const match = /^\{\{([^{}|]{1,200})\}\}$/.exec(text.trim());
  return match?.[1]?.trim() ?? null;
}

/** For addresses: filled-in values are encoded, so a visitor's words cannot change the path or the query. */
export function interpolateUrl(template: string, variables: Variables): string {
  if (!template.includes("{{")) return template;
  return template.replace(placeholder, (whole: string, _inside: string, at: number) => {
    const value = interpolate(whole, variables);
    // An address may begin with a variable that holds the server.
    return at === 0 ? value : encodeURIComponent(value);
  });
}
