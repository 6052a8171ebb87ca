import { flowNodeFields, nodeTitle } from "./flow-node.ts";
import type { FlowNode, FlowNodeField } from "./flow-node.ts";
import { nodeById } from "./flow.ts";
import type { Flow } from "./flow.ts";
import { deepEqual, isObject } from "./json.ts";
import type { Json } from "./json.ts";
import { layoutOf } from "./layout.ts";
import { nodeHash } from "./hash.ts";

export interface FieldChange {
  readonly field: FlowNodeField;
  readonly before: Json;
  readonly after: Json;
}

export interface NodeChange {
  readonly id: string;
  readonly before: FlowNode;
  readonly after: FlowNode;
  readonly fields: readonly FieldChange[];
  /** Only the place on the canvas differs: the node does the same as before. */
  readonly isLayoutOnly: boolean;
  /** Titles of the groups it sat in and sits in, "" for none; null when that did not change. */
  readonly group: { readonly before: string; readonly after: string } | null;
}

export interface FlowDiff {
  readonly before: Flow;
  readonly after: Flow;
  readonly added: readonly FlowNode[];
  readonly changed: readonly NodeChange[];
  readonly removed: readonly FlowNode[];
}

// Two versions of a flow differ in these for every node, which tells a reader nothing.
const bookkeeping: ReadonlySet<FlowNodeField> = new Set(["solutionVersionId", "lastModified"]);

export function diffFlows(a: Flow, b: Flow): FlowDiff {
  const changed: NodeChange[] = [];
  for (const after of b.nodes) {
    const before = nodeById(a, after.id);
    const change = before && changeOf(before, after, a, b);
    if (change) changed.push(change);
  }
  return {
    before: a,
    after: b,
    added: b.nodes.filter((node) => nodeById(a, node.id) === undefined),
    changed,
    removed: a.nodes.filter((node) => nodeById(b, node.id) === undefined),
  };
}

function changeOf(before: FlowNode, after: FlowNode, a: Flow, b: Flow): NodeChange | undefined {
  if (before === after) return undefined;
  const fields = flowNodeFields
    .filter((field) => !bookkeeping.has(field) && !deepEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
  if (fields.length === 0) return undefined;
  const isLayoutOnly =
    fields.every(({ field }) => field === "behaviors") && nodeHash(before) === nodeHash(after);
  return {
    id: after.id,
    before,
    after,
    fields: isLayoutOnly ? fields : fields.flatMap(told),
    isLayoutOnly,
    group:
      layoutOf(before).group === layoutOf(after).group
        ? null
        : { before: groupTitle(before, a), after: groupTitle(after, b) },
  };
}

function groupTitle(node: FlowNode, flow: Flow): string {
  const { group } = layoutOf(node);
  const frame = nodeById(flow, group);
  return frame ? nodeTitle(frame) : group;
}

/** Where a node stands says nothing beside what it does. */
function told(change: FieldChange): readonly FieldChange[] {
  if (change.field !== "behaviors") return [change];
  const [before, after] = [withoutLayout(change.before), withoutLayout(change.after)];
  return deepEqual(before, after) ? [] : [{ ...change, before, after }];
}

function withoutLayout(behaviors: Json): Json {
  if (!isObject(behaviors)) return behaviors;
  const { layout: _unused, ...rest } = behaviors;
  return rest;
}
