// The end of a drag: one named edit. A node that ends up inside a frame belongs to it, outside it does not.
import { layoutOf, nodeById } from "@parley/flow";
import type { Operation } from "@parley/flow";
import { sceneOf } from "../scene/scene.ts";
import type { EditorStore } from "../store/editor-store.ts";

export function finishDrag(editor: EditorStore, ids: ReadonlySet<string>, dx: number, dy: number): void {
  if (dx === 0 && dy === 0) return;
  const { flow, apply, say } = editor.getState();
  const scene = sceneOf(flow);
  const groups = scene.boxes.filter((box) => box.isGroup && !ids.has(box.id));
  const positions: { id: string; x: number; y: number }[] = [];
  const regrouped: Operation[] = [];
  for (const id of ids) {
    const node = nodeById(flow, id);
    const box = scene.byId.get(id);
    if (!node || !box) continue;
    const layout = layoutOf(node);
    const x = layout.x + dx;
    const y = layout.y + dy;
    positions.push({ id, x, y });
    if (box.isGroup || ids.has(layout.group)) continue;
    const middle = { x: x + box.width / 2, y: y + box.height / 2 };
    const group = groups.findLast(
      (frame) =>
        middle.x > frame.x &&
        middle.y > frame.y &&
        middle.x < frame.x + frame.width &&
        middle.y < frame.y + frame.height,
    );
    if ((group?.id ?? "") !== layout.group) {
      regrouped.push({ type: "setLayout", ids: [id], layout: { group: group?.id ?? "" } });
    }
  }
  const label = say("edits.move", { count: positions.length });
  apply({ type: "batch", operations: [{ type: "move", positions }, ...regrouped] }, { label });
}
