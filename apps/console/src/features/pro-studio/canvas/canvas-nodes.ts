// The nodes React Flow is given: those around what is in view, and no others. An object stays the same
// while nothing about its node changed, so React Flow and React leave it alone.
import { nodeTypeOf } from "@parley/flow";
import type { Node } from "@xyflow/react";
import type { Box } from "../scene/box.ts";
import type { Moved } from "../scene/link-path.ts";
import { intersects, layerOf } from "../scene/scene.ts";
import type { Rect, Scene } from "../scene/scene.ts";

export type CanvasNode = Node<{ box: Box; hidden: number }, "step" | "note" | "group">;

const noHandles: [] = [];

export function createNodeCache() {
  let cache = new Map<string, CanvasNode>();
  return function nodesIn(
    scene: Scene,
    window: Rect,
    selection: ReadonlySet<string>,
    moved: Moved | null,
  ): CanvasNode[] {
    const next = new Map<string, CanvasNode>();
    const duplicates = new Map<string, number>();
    const nodes: CanvasNode[] = [];
    for (const box of scene.boxes) {
      const isMoved = moved?.ids.has(box.id) ?? false;
      if (!isMoved && !intersects(box, window)) continue;
      const repeated = duplicates.get(box.id) ?? 0;
      duplicates.set(box.id, repeated + 1);
      const key = repeated === 0 ? box.id : `${box.id} (${repeated + 1})`;
      const x = box.x + (isMoved ? (moved?.dx ?? 0) : 0);
      const y = box.y + (isMoved ? (moved?.dy ?? 0) : 0);
      const hidden = scene.hiddenBelow.get(box.id) ?? 0;
      const selected = selection.has(box.id);
      const known = cache.get(key);
      const isSame =
        known?.data.box === box &&
        known.data.hidden === hidden &&
        known.selected === selected &&
        known.position.x === x &&
        known.position.y === y;
      const node = isSame ? known : canvasNode(box, key, { x, y }, selected, hidden);
      next.set(key, node);
      nodes.push(node);
    }
    cache = next;
    return nodes;
  };
}

function canvasNode(
  box: Box,
  key: string,
  position: { x: number; y: number },
  selected: boolean,
  hidden: number,
): CanvasNode {
  const { width, height } = box;
  return {
    id: key,
    type: box.isGroup ? "group" : box.isNote ? "note" : "step",
    position,
    width,
    height,
    measured: { width, height },
    handles: noHandles,
    selected,
    zIndex: layerOf(box),
    ariaLabel: `${nodeTypeOf(box.node).title} #${box.node.nodeNumber}: ${box.title}`,
    data: { box, hidden },
  };
}
