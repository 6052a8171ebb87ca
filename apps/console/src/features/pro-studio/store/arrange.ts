// Align, distribute, group, and the automatic layout.
import { createNode, layoutOf, nextNodeNumber, nodeById } from "@parley/flow";
import type { Operation } from "@parley/flow";
import type { Box } from "../scene/box.ts";
import { notify } from "@parley/ui/notifications";
import { boundsOf, grown, sceneOf } from "../scene/scene.ts";
import type { EditorStore } from "./editor-store.ts";
import { newId, snapped } from "./edits.ts";
import { layOut } from "./auto-layout.ts";

export const alignments = ["left", "centre", "right", "top", "middle", "bottom"] as const;
export type Alignment = (typeof alignments)[number];

export function align(editor: EditorStore, alignment: Alignment): void {
  const { apply, say } = editor.getState();
  const boxes = selectedBoxes(editor);
  const bounds = boundsOf(boxes);
  if (!bounds || boxes.length < 2) return;
  const positions = boxes.map((box) => ({
    id: box.id,
    x: box.x,
    y: box.y,
    ...aligned(box, bounds, alignment),
  }));
  apply({ type: "move", positions }, { label: say("edits.align", { count: boxes.length }) });
}

function aligned(
  box: Box,
  bounds: { x: number; y: number; width: number; height: number },
  alignment: Alignment,
): { x?: number; y?: number } {
  switch (alignment) {
    case "left":
      return { x: bounds.x };
    case "centre":
      return { x: Math.round(bounds.x + (bounds.width - box.width) / 2) };
    case "right":
      return { x: bounds.x + bounds.width - box.width };
    case "top":
      return { y: bounds.y };
    case "middle":
      return { y: Math.round(bounds.y + (bounds.height - box.height) / 2) };
    case "bottom":
      return { y: bounds.y + bounds.height - box.height };
  }
}

/** The same gap between neighbours, from the first to the last. */
export function distribute(editor: EditorStore, axis: "x" | "y"): void {
  const { apply, say } = editor.getState();
  const size = axis === "x" ? "width" : "height";
  const boxes = selectedBoxes(editor).toSorted((a, b) => a[axis] - b[axis]);
  const bounds = boundsOf(boxes);
  if (!bounds || boxes.length < 3) return;
  const gap = (bounds[size] - boxes.reduce((sum, box) => sum + box[size], 0)) / (boxes.length - 1);
  let next = bounds[axis];
  const positions = boxes.map((box) => {
    const place = { id: box.id, x: box.x, y: box.y, [axis]: Math.round(next) };
    next += box[size] + gap;
    return place;
  });
  apply({ type: "move", positions }, { label: say("edits.spread", { count: boxes.length }) });
}

/** A frame around the selected nodes; with one group selected, the frame goes and the nodes stay. */
export function toggleGroup(editor: EditorStore): void {
  const { selection, flow, versionId, apply, say } = editor.getState();
  const [only] = selection;
  const single = selection.size === 1 && only !== undefined ? nodeById(flow, only) : undefined;
  if (single?.nodeType === "group") {
    const members = flow.nodes.filter((node) => layoutOf(node).group === single.id).map((node) => node.id);
    const operations: Operation[] = [
      { type: "setLayout", ids: members, layout: { group: "" } },
      { type: "removeNodes", ids: [single.id] },
    ];
    apply({ type: "batch", operations }, { label: say("edits.dissolve"), select: members });
    return;
  }
  const boxes = selectedBoxes(editor).filter((box) => !box.isGroup);
  const bounds = boundsOf(boxes);
  if (!bounds) return;
  const frame = grown(bounds, 24);
  const id = newId();
  const group = createNode("group", id, {
    solutionVersionId: versionId,
    nodeNumber: nextNodeNumber(flow),
    behaviors: {
      layout: { x: frame.x, y: frame.y - 24, width: frame.width, height: frame.height + 24 },
    },
  });
  const operations: Operation[] = [
    { type: "addNodes", nodes: [group] },
    { type: "setLayout", ids: boxes.map((box) => box.id), layout: { group: id } },
  ];
  const label = say("edits.group", { count: boxes.length });
  apply({ type: "batch", operations }, { label, select: [id] });
}

/** Lays the selected nodes out, or all of them; the upper left corner stays where it was. */
export async function autoLayout(editor: EditorStore): Promise<void> {
  const { flow, selection } = editor.getState();
  const scene = sceneOf(flow);
  const chosen = selection.size > 1 ? selection : null;
  const boxes = scene.boxes.filter((box) => !box.isGroup && !box.isNote && (!chosen || chosen.has(box.id)));
  const before = boundsOf(boxes);
  if (!before) return;
  const ids = new Set(boxes.map((box) => box.id));
  const request = {
    nodes: boxes.map(({ id, width, height }) => ({ id, width, height })),
    links: scene.links
      .filter((link) => ids.has(link.from.id) && ids.has(link.to.id))
      .toSorted((a, b) => a.outY - b.outY)
      .map((link) => ({ from: link.from.id, to: link.to.id })),
  };
  const { apply, say } = editor.getState();
  const places = await layOut(request).catch((reason: unknown) => {
    const why = reason instanceof Error ? reason.message : "";
    notify({ tone: "bad", message: say("news.notLaidOut", { reason: why }).trim() });
    return null;
  });
  if (!places) return;
  const after = boundsOf(places.map((place) => ({ ...place, width: 0, height: 0 })));
  const positions = places.map(({ id, x, y }) => ({
    id,
    x: snapped(x - (after?.x ?? 0) + before.x),
    y: snapped(y - (after?.y ?? 0) + before.y),
  }));
  apply({ type: "move", positions }, { label: say("edits.layOut", { count: positions.length }) });
}

function selectedBoxes(editor: EditorStore): Box[] {
  const { flow, selection } = editor.getState();
  const { byId } = sceneOf(flow);
  return [...selection].flatMap((id) => byId.get(id) ?? []);
}
