// Copy and paste as JSON on the clipboard: within a flow, into another one, or out of a chat message.
import { cloneNodes, nextNodeNumber, nodeById, parseFlowText } from "@parley/flow";
import type { FlowNode, ParsedFlow } from "@parley/flow";
import { boundsOf, sceneOf, withMembers } from "../scene/scene.ts";
import { boxOf } from "../scene/box.ts";
import type { EditorStore } from "./editor-store.ts";
import { newId, snapped } from "./edits.ts";
import type { Point } from "./edits.ts";

export function selectedNodes(editor: EditorStore): FlowNode[] {
  const { flow, selection } = editor.getState();
  return [...withMembers(sceneOf(flow), selection)].flatMap((id) => nodeById(flow, id) ?? []);
}

/** What goes on the clipboard, or null when nothing is selected. */
export function copiedText(editor: EditorStore): string | null {
  const nodes = selectedNodes(editor);
  return nodes.length === 0 ? null : JSON.stringify({ parleyFlow: 1, nodes }, null, 1);
}

export type Pasted =
  | { readonly ok: true; readonly ids: readonly string[] }
  | Extract<ParsedFlow, { ok: false }>;

export function paste(editor: EditorStore, text: string, at: Point | null): Pasted {
  const parsed = parseFlowText(text);
  if (!parsed.ok) return parsed;
  const ids = insertCopies(editor, parsed.flow.nodes, at, "paste");
  return { ok: true, ids };
}

export function duplicate(editor: EditorStore): readonly string[] {
  return insertCopies(editor, selectedNodes(editor), null, "duplicate");
}

function insertCopies(
  editor: EditorStore,
  nodes: readonly FlowNode[],
  at: Point | null,
  verb: "paste" | "duplicate",
): readonly string[] {
  const bounds = boundsOf(nodes.map(boxOf));
  if (!bounds) return [];
  const { flow, versionId, apply, say } = editor.getState();
  const offset = at
    ? { x: snapped(at.x - bounds.x), y: snapped(at.y - bounds.y) }
    : { x: 40, y: Math.max(40, snapped(Math.min(bounds.height, 400)) + 24) };
  const copies = cloneNodes(nodes, {
    newId,
    solutionVersionId: versionId,
    firstNumber: nextNodeNumber(flow),
    offset,
  });
  const ids = copies.map((node) => node.id);
  const label = say(`edits.${verb}`, { count: copies.length });
  apply({ type: "addNodes", nodes: copies }, { label, select: ids });
  return ids;
}
