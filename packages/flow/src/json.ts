// Plain JSON and the few ways this package reads it. Type aliases, not interfaces:
// only aliases are assignable to an index signature.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textAt(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === "string" ? value : "";
}

export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function flagAt(object: JsonObject, key: string): boolean {
  return object[key] === true;
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

const none: readonly JsonObject[] = [];

/** The objects of a list; whatever else is in the list is left out. */
export function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  const value = object[key];
  if (!isList(value)) return none;
  return value.every(isObject) ? value : value.filter(isObject);
}

export function isEmptyValue(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (typeof value === "string") return value.trim() === "";
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

export function deepEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]));
}
