// One number for what a flow does. Equal flows have equal hashes in every browser
// and on the server; layout, notes, lastModified, the owning version and the order
// of the list do not count (decision 050). A fingerprint, not a signature.
import { emptyNode, flowNodeFields } from "./flow-node.ts";
import type { FlowNode } from "./flow-node.ts";
import type { Flow } from "./flow.ts";
import { isList } from "./json.ts";
import type { Json } from "./json.ts";
import { isCanvasOnly } from "./layout.ts";
import { perNode } from "./per-node.ts";

const ignoredFields: ReadonlySet<string> = new Set(["solutionVersionId", "lastModified"]);
// Lists and objects are left out of the shortcut below: two empty ones are equal without being the same.
const hashedFields = flowNodeFields
  .filter((field) => !ignoredFields.has(field))
  .map((field) => ({
    field,
    seed: textHash(field, 0x9e3779b9),
    isPlain: typeof emptyNode[field] !== "object",
  }));

/** A 32-bit signed integer, as GraphQL's Int wants it. */
export function hash(flow: Flow): number {
  // Adding up is what makes the order of the list irrelevant.
  let sum = 0;
  for (const part of nodeHashes(flow)) sum = (sum + part) | 0;
  return mix(sum);
}

const nodeHashes = perNode((node) => (isCanvasOnly(node) ? 0 : nodeHash(node)));

export function nodeHash(node: FlowNode): number {
  let sum = 0;
  for (const { field, seed, isPlain } of hashedFields) {
    if (isPlain && node[field] === emptyNode[field]) continue;
    const value = field === "behaviors" ? withoutLayout(node) : valueHash(node[field]);
    sum = (sum + mix(seed ^ value)) | 0;
  }
  return mix(sum);
}

function withoutLayout(node: FlowNode): number {
  let sum = 0x51ed270b;
  for (const key in node.behaviors) {
    if (key !== "layout") sum = (sum + entryHash(key, node.behaviors[key])) | 0;
  }
  return mix(sum);
}

function valueHash(value: Json | undefined): number {
  if (typeof value === "string") return textHash(value, 0x2545f491);
  if (typeof value === "number") return numberHash(value);
  if (typeof value === "boolean") return value ? 0x3c6ef372 : 0x1b873593;
  if (value === null || value === undefined) return 0x7f4a7c15;
  if (isList(value)) {
    let chained = 0x68e31da4;
    for (const item of value) chained = (mix(chained ^ valueHash(item)) + 0x6b43a9b5) | 0;
    return mix(chained ^ value.length);
  }
  // Databases reorder the keys of JSON objects: their order must not count.
  let sum = 0x51ed270b;
  for (const key in value) sum = (sum + entryHash(key, value[key])) | 0;
  return mix(sum);
}

function entryHash(key: string, value: Json | undefined): number {
  return value === undefined ? 0 : mix(textHash(key, 0x9e3779b9) ^ valueHash(value));
}

function numberHash(value: number): number {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31
    ? mix((value | 0) ^ 0x27d4eb2f)
    : textHash(String(value), 0x165667b1);
}

function textHash(text: string, seed: number): number {
  let running = seed ^ text.length;
  for (let i = 0; i < text.length; i++) running = Math.imul(running ^ text.charCodeAt(i), 0x01000193);
  return mix(running);
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
