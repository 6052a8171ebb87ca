// What others did to the flow: taken over where nobody else touched it, merged where both sides changed
// different things, and kept apart for a person to decide where both changed the same.
import { nodeById, nodeTitle } from "@parley/flow";
import type { FlowNode } from "@parley/flow";
import type { EditorStore } from "../store/editor-store.ts";
import type { SavedNode } from "../../../shared/flow/stored-nodes.ts";
import type { RemoteChange } from "./flow-api-types.ts";
import { isSameNode, mergeNode } from "./merge.ts";
import type { Bases } from "./unsaved.ts";

export interface NodeConflict {
  readonly id: string;
  readonly who: string;
  readonly when: string;
  /** Null: deleted here. */
  readonly mine: FlowNode | null;
  /** Null: deleted there. */
  readonly theirs: SavedNode | null;
  readonly base: SavedNode | null;
}

export interface RemoteContext {
  readonly editor: EditorStore;
  readonly bases: Bases;
  /** Sent from here, and no answer came yet. */
  readonly sent: (id: string) => readonly FlowNode[];
  readonly conflicts: () => readonly NodeConflict[];
  readonly setConflicts: (conflicts: readonly NodeConflict[]) => void;
  readonly tell: (text: string) => void;
}

export function receiveRemote(context: RemoteContext, change: RemoteChange, when: string): void {
  const touched: string[] = [];
  for (const saved of change.changed) {
    if (receiveNode(context, saved, change.who, when)) touched.push(nodeTitle(saved.node));
  }
  for (const id of change.deleted) {
    const title = receiveDeletion(context, id, change.who, when);
    if (title !== null) touched.push(title);
  }
  const [first] = touched;
  if (first === undefined) return;
  const { say } = context.editor.getState();
  const name = change.who || say("conflict.somebody");
  context.tell(say("news.changed", { name, node: first, count: touched.length }));
}

/** True when something on screen changed. */
function receiveNode(context: RemoteContext, saved: SavedNode, who: string, when: string): boolean {
  const { editor, bases } = context;
  const { id } = saved.node;
  const base = bases.get(id) ?? null;
  if (base && saved.revision <= base.revision) return false;
  const mine = nodeById(editor.getState().flow, id) ?? null;
  const own = context.sent(id);
  if (!mine) {
    const isOwn = own.some((node) => isSameNode(node, saved.node));
    if (base && !isOwn) return conflict(context, { id, who, when, mine: null, theirs: saved, base });
    bases.set(id, saved);
    if (base) return false;
    editor.getState().receive({ type: "addNodes", nodes: [saved.node] });
    return true;
  }
  const { node, clashing, taken } = mergeNode(base?.node ?? null, mine, saved.node, own);
  if (clashing.length > 0) return conflict(context, { id, who, when, mine, theirs: saved, base });
  bases.set(id, saved);
  editor.getState().receive({ type: "updateNode", id, fields: node });
  return taken.length > 0;
}

function receiveDeletion(context: RemoteContext, id: string, who: string, when: string): string | null {
  const { editor, bases } = context;
  const base = bases.get(id) ?? null;
  const mine = nodeById(editor.getState().flow, id) ?? null;
  if (mine && (!base || !isSameNode(base.node, mine))) {
    conflict(context, { id, who, when, mine, theirs: null, base });
    return nodeTitle(mine);
  }
  bases.delete(id);
  if (!mine) return null;
  // Whoever deleted the node has cut the connections to it as well, and those nodes come by themselves.
  editor.getState().receive({ type: "removeNodes", ids: [id], keepsConnections: true });
  return nodeTitle(mine);
}

function conflict(context: RemoteContext, found: NodeConflict): boolean {
  context.setConflicts([...context.conflicts().filter(({ id }) => id !== found.id), found]);
  return true;
}

export function resolveConflict(context: RemoteContext, nodeId: string, chosen: FlowNode | null): void {
  const { editor, bases } = context;
  const found = context.conflicts().find(({ id }) => id === nodeId);
  if (!found) return;
  context.setConflicts(context.conflicts().filter((other) => other !== found));
  if (found.theirs) bases.set(nodeId, found.theirs);
  else bases.delete(nodeId);
  const onScreen = nodeById(editor.getState().flow, nodeId);
  const options = { label: editor.getState().say("edits.settle") };
  if (!chosen) {
    if (onScreen) editor.getState().apply({ type: "removeNodes", ids: [nodeId] }, options);
  } else if (onScreen) editor.getState().apply({ type: "updateNode", id: nodeId, fields: chosen }, options);
  else editor.getState().apply({ type: "addNodes", nodes: [chosen] }, options);
}
