// Reading and writing the places that a Field's path names.
import { isFlowNodeField } from "./flow-node.ts";
import type { FlowNode, NodePatch } from "./flow-node.ts";
import { isList, isObject } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import { parsePatch } from "./parse-node.ts";

export function fieldValue(node: FlowNode, path: string): Json | undefined {
  return readerOf(path)(node);
}

const readers = new Map<string, (node: FlowNode) => Json | undefined>();

/** A function that reads the path, made once per path: validation reads many fields of many nodes. */
export function readerOf(path: string): (node: FlowNode) => Json | undefined {
  const known = readers.get(path);
  if (known) return known;
  const [first = "", ...rest] = path.split(".");
  const field = isFlowNodeField(first) ? first : null;
  const reader = (node: FlowNode): Json | undefined =>
    field === null ? undefined : insideValue(node[field], rest);
  if (readers.size < 1_000) readers.set(path, reader);
  return reader;
}

export function insideValue(value: Json | undefined, parts: readonly string[]): Json | undefined {
  let current = value;
  for (const part of parts) {
    if (isObject(current)) current = Object.hasOwn(current, part) ? current[part] : undefined;
    else if (isList(current)) current = current[Number(part)];
    else return undefined;
  }
  return current;
}

/** The fields for an updateNode operation that puts the value at the path; undefined takes it away. */
export function fieldPatch(node: FlowNode, path: string, value: Json | undefined): NodePatch {
  const [first = "", ...rest] = path.split(".");
  if (!isFlowNodeField(first)) return {};
  const next = withValue(node[first], rest, value);
  return parsePatch({ [first]: next ?? null }, () => undefined);
}

function withValue(
  current: Json | undefined,
  parts: readonly string[],
  value: Json | undefined,
): Json | undefined {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (isList(current)) {
    const next = withValue(current[Number(part)], rest, value);
    const before = current.slice(0, Number(part));
    const after = current.slice(Number(part) + 1);
    return next === undefined ? [...before, ...after] : [...before, next, ...after];
  }
  const object: JsonObject = isObject(current) ? current : {};
  const next = withValue(object[part], rest, value);
  if (next !== undefined) return { ...object, [part]: next };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== part));
}
