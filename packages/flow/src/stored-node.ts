// Reads a node that is stored already. Nothing in it can be refused any more: a field that does not fit its
// type is empty in the node and kept beside it, where it is shown, saved along and can be repaired.
import { isFlowNodeField } from "./flow-node.ts";
import type { FlowNode } from "./flow-node.ts";
import { deepEqual, objectAt } from "./json.ts";
import type { Json } from "./json.ts";
import { parseNode } from "./parse-node.ts";
import { readJson } from "./parse-value.ts";

const place = "unreadable";

export function readStoredNode(value: Record<string, unknown>): FlowNode {
  const complained = new Set<string>();
  const node = parseNode(value, (field) => complained.add(field));
  const lost: Record<string, Json> = {};
  for (const field of complained) {
    if (!isFlowNodeField(field)) continue;
    const stored = readJson(value[field], () => undefined);
    if (!deepEqual(stored, node[field])) lost[field] = stored;
  }
  if (Object.keys(lost).length === 0) return node;
  const behaviors = { ...node.behaviors, [place]: { ...objectAt(node.behaviors, place), ...lost } };
  return { ...node, behaviors };
}

/** Fields of which something is kept that could not be read. */
export function unreadableFields(node: FlowNode): readonly string[] {
  return Object.keys(objectAt(node.behaviors, place));
}
