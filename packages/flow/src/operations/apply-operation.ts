// The only way an edit happens. The list of nodes is copied once per operation
// (pointers only); a node that is not touched stays the same object.
import { flowNodeFields, linkFrom } from "../flow-node.ts";
import type { FlowNode, FlowNodeField, NodePatch } from "../flow-node.ts";
import { positionsOf, sharePositions } from "../flow.ts";
import type { Flow } from "../flow.ts";
import { behaviorsWithLayout } from "../layout.ts";
import { inserted, withoutIds } from "./list-edits.ts";
import type { Applied, Operation } from "./operation.ts";

export function applyOperation(flow: Flow, operation: Operation): Applied {
  const draft: Draft = { nodes: flow.nodes, own: null, index: positionsOf(flow), skipped: [] };
  const inverse = applyTo(draft, operation);
  if (draft.nodes === flow.nodes) return { flow, inverse, skipped: draft.skipped };
  sharePositions(draft.nodes, draft.index);
  return { flow: { nodes: draft.nodes }, inverse, skipped: draft.skipped };
}

interface Draft {
  nodes: readonly FlowNode[];
  /** The same list, once it was copied for this operation and may be written to. */
  own: FlowNode[] | null;
  index: ReadonlyMap<string, number>;
  readonly skipped: string[];
}

type Change = { readonly id: string; readonly fields: NodePatch };

function applyTo(draft: Draft, operation: Operation): Operation {
  switch (operation.type) {
    case "addNodes":
      return add(draft, operation.nodes, operation.at);
    case "removeNodes":
      return remove(draft, operation.ids, operation.keepsConnections === true);
    case "updateNode":
      return update(draft, [operation]);
    case "updateNodes":
      return update(draft, operation.changes);
    case "connect":
      return connect(draft, operation.from, operation.port, operation.to);
    case "disconnect":
      return relink(draft, operation.from, (node) =>
        node.nextNodes.filter((link) => link.port !== operation.port),
      );
    case "move":
      return placed(
        draft,
        operation.positions.map(({ id, x, y }) => ({ id, layout: { x, y } })),
      );
    case "setLayout":
      return placed(
        draft,
        operation.ids.map((id) => ({ id, layout: operation.layout })),
      );
    case "batch": {
      const inverses = operation.operations.map((inner) => applyTo(draft, inner));
      return batch(inverses.toReversed());
    }
  }
}

function add(draft: Draft, nodes: readonly FlowNode[], at: readonly number[] | undefined): Operation {
  const isFree = (node: FlowNode): boolean => !draft.index.has(node.id);
  const fresh = nodes.filter(isFree);
  if (fresh.length < nodes.length) {
    draft.skipped.push(...nodes.filter((node) => !isFree(node)).map((node) => node.id));
  }
  if (fresh.length === 0) return batch([]);
  const places = at && fresh.length === nodes.length && at.length === nodes.length ? at : undefined;
  replaceList(draft, inserted(draft.nodes, fresh, places));
  return { type: "removeNodes", ids: [...new Set(fresh.map((node) => node.id))], keepsConnections: true };
}

function remove(draft: Draft, ids: readonly string[], keepsConnections: boolean): Operation {
  const known = new Set(ids.filter((id) => draft.index.has(id)));
  draft.skipped.push(...ids.filter((id) => !draft.index.has(id)));
  if (known.size === 0) return batch([]);
  const pointing = keepsConnections ? [] : cutConnections(draft, known);
  const relinked = update(draft, pointing);
  const { kept, removed, at } = withoutIds(draft.nodes, known);
  replaceList(draft, kept);
  const restored: Operation = { type: "addNodes", nodes: removed, at };
  return pointing.length === 0 ? restored : batch([restored, relinked]);
}

function cutConnections(draft: Draft, removed: ReadonlySet<string>): Change[] {
  const changes: Change[] = [];
  draft.nodes.forEach((node, position) => {
    // Of two nodes with one id only the first can be addressed, so only that one is cleaned.
    if (removed.has(node.id) || draft.index.get(node.id) !== position) return;
    if (!node.nextNodes.some((link) => removed.has(link.target))) return;
    changes.push({
      id: node.id,
      fields: { nextNodes: node.nextNodes.filter((link) => !removed.has(link.target)) },
    });
  });
  return changes;
}

function connect(draft: Draft, from: string, port: string, to: string): Operation {
  if (!draft.index.has(to)) {
    draft.skipped.push(to);
    return batch([]);
  }
  return relink(draft, from, (node) => {
    const link = { port, target: to };
    const current = linkFrom(node, port);
    if (!current) return [...node.nextNodes, link];
    return current.target === to
      ? node.nextNodes
      : node.nextNodes.map((other) => (other === current ? link : other));
  });
}

function relink(draft: Draft, from: string, change: (node: FlowNode) => FlowNode["nextNodes"]): Operation {
  const node = find(draft, from);
  if (!node) {
    draft.skipped.push(from);
    return batch([]);
  }
  const nextNodes = change(node);
  const isSame =
    nextNodes.length === node.nextNodes.length && nextNodes.every((link, i) => link === node.nextNodes[i]);
  return isSame ? batch([]) : update(draft, [{ id: from, fields: { nextNodes } }]);
}

function placed(
  draft: Draft,
  changes: readonly { readonly id: string; readonly layout: Parameters<typeof behaviorsWithLayout>[1] }[],
): Operation {
  return update(
    draft,
    changes.map(({ id, layout }) => {
      const node = find(draft, id);
      return { id, fields: node ? { behaviors: behaviorsWithLayout(node, layout) } : {} };
    }),
  );
}

function update(draft: Draft, changes: readonly Change[]): Operation {
  const undo: Change[] = [];
  for (const { id, fields } of changes) {
    const position = draft.index.get(id);
    const before = position === undefined ? undefined : draft.nodes[position];
    if (position === undefined || !before) {
      draft.skipped.push(id);
      continue;
    }
    const touched = flowNodeFields.filter((field) => isTouched(before, fields, field));
    if (touched.length === 0) continue;
    undo.push({ id, fields: pick(before, touched) });
    ownList(draft)[position] = { ...before, ...pick(fields, touched) };
  }
  const [only] = undo;
  if (undo.length === 1 && only) return { type: "updateNode", id: only.id, fields: only.fields };
  // Backwards, because the same node may have been changed twice.
  return undo.length === 0 ? batch([]) : { type: "updateNodes", changes: undo.toReversed() };
}

function isTouched(before: FlowNode, fields: NodePatch, field: FlowNodeField): boolean {
  return field !== "id" && fields[field] !== undefined && fields[field] !== before[field];
}

function pick(source: NodePatch, fields: readonly FlowNodeField[]): NodePatch {
  return Object.fromEntries(fields.flatMap((field) => (field === "id" ? [] : [[field, source[field]]])));
}

function find(draft: Draft, id: string): FlowNode | undefined {
  const position = draft.index.get(id);
  return position === undefined ? undefined : draft.nodes[position];
}

function ownList(draft: Draft): FlowNode[] {
  const own = draft.own ?? draft.nodes.slice();
  draft.own = own;
  draft.nodes = own;
  return own;
}

function replaceList(draft: Draft, nodes: FlowNode[]): void {
  draft.own = nodes;
  draft.nodes = nodes;
  draft.index = positionsOf({ nodes });
}

function batch(operations: readonly Operation[]): Operation {
  const [only] = operations;
  return operations.length === 1 && only ? only : { type: "batch", operations };
}
