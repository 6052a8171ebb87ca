import { isObject } from "#domains/packages";
import type { SchemaChange } from "#generated/resolvers.ts";

/** What differs between two schemas of options, by field. */
export function schemaChanges(before: unknown, after: unknown, field = "options"): SchemaChange[] {
  const [old, next] = [propertiesOf(before), propertiesOf(after)];
  const [oldRequired, nextRequired] = [requiredOf(before), requiredOf(after)];
  const changes: SchemaChange[] = [];
  for (const name of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const at = `${field}.${name}`;
    const [one, other] = [old[name], next[name]];
    if (one === undefined) {
      const message = nextRequired.has(name) ? "New, and needed." : "New.";
      changes.push({ field: at, kind: "ADDED", message });
    } else if (other === undefined) {
      changes.push({ field: at, kind: "REMOVED", message: "No longer there." });
    } else {
      const isNewlyNeeded = nextRequired.has(name) && !oldRequired.has(name);
      const isNested = isObject(one["properties"]) || isObject(other["properties"]);
      const inner = isNested ? schemaChanges(one, other, at) : [];
      const rules = ruleChanges(one, other);
      if (isNewlyNeeded) rules.unshift("Now needed.");
      if (rules.length > 0) changes.push({ field: at, kind: "CHANGED", message: rules.join(" ") });
      changes.push(...inner);
    }
  }
  return changes;
}

/** Titles and descriptions are words, not rules. */
const silent = new Set(["title", "description", "examples", "$comment", "properties", "required"]);

function ruleChanges(one: Record<string, unknown>, other: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !silent.has(key));
  return keys
    .filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
    .map((key) => `${key}: ${shown(one[key])} becomes ${shown(other[key])}.`);
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

function propertiesOf(schema: unknown): Record<string, Record<string, unknown>> {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, isObject(it) ? it : {}]));
}

function requiredOf(schema: unknown): Set<unknown> {
  return new Set(isObject(schema) && Array.isArray(schema["required"]) ? schema["required"] : []);
}
