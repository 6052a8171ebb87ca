// Everything there is to draw, made from the flow: boxes and connections, without what is folded away.
// After an edit only the boxes of touched nodes are made anew.
import { layoutOf, positionsOf } from "@parley/flow";
import type { Flow } from "@parley/flow";
import { perNode } from "@parley/flow/per-node";
import { boxOf, inputY } from "./box.ts";
import type { Box } from "./box.ts";
import { foldedAway } from "./fold.ts";

export interface Link {
  readonly from: Box;
  readonly port: string;
  readonly to: Box;
  /** Distances from the top of the two boxes. */
  readonly outY: number;
  readonly inY: number;
}

export interface Scene {
  readonly flow: Flow;
  readonly boxes: readonly Box[];
  readonly byId: ReadonlyMap<string, Box>;
  readonly links: readonly Link[];
  /** How many nodes each folded node hides. */
  readonly hiddenBelow: ReadonlyMap<string, number>;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const allBoxes = perNode(boxOf);
let last: Scene | null = null;

export function sceneOf(flow: Flow): Scene {
  if (last?.flow.nodes === flow.nodes) return last;
  last = makeScene(flow, allBoxes(flow));
  return last;
}

export function makeScene(flow: Flow, every: readonly Box[] = flow.nodes.map(boxOf)): Scene {
  const { hidden, hiddenBelow } = foldedAway(flow);
  const positions = positionsOf(flow);
  // Of two nodes with one id both are shown: nothing that is stored may be invisible.
  const boxes = hidden.size === 0 ? every : every.filter((box) => !hidden.has(box.id));
  const byId = new Map<string, Box>();
  for (const [id, position] of positions) {
    const box = every[position];
    if (box && !hidden.has(id)) byId.set(id, box);
  }
  const links: Link[] = [];
  for (const from of boxes) {
    for (const { port, target } of from.node.nextNodes) {
      const to = byId.get(target);
      const anchor = from.anchors.find((candidate) => candidate.port === port);
      if (to && anchor) links.push({ from, port, to, outY: anchor.y, inY: inputY });
    }
  }
  return { flow, boxes, byId, links, hiddenBelow };
}

/** Groups lie below notes, and notes below steps: neither hides what the flow does. */
export function layerOf({ isGroup, isNote }: Pick<Box, "isGroup" | "isNote">): number {
  return isGroup ? -2 : isNote ? -1 : 0;
}

/** The one on top; of one layer the last. */
export function boxAt(scene: Scene, x: number, y: number): Box | undefined {
  let hit: Box | undefined;
  for (const box of scene.boxes) {
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    if (!hit || layerOf(box) >= layerOf(hit)) hit = box;
  }
  return hit;
}

export function boxesIn(scene: Scene, rect: Rect): Box[] {
  return scene.boxes.filter((box) => intersects(box, rect));
}

export function intersects(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

export function boundsOf(boxes: Iterable<Rect>): Rect | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

export function grown(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

/** Ids of the given nodes and of everything in the groups among them. */
export function withMembers(scene: Scene, ids: ReadonlySet<string>): Set<string> {
  const all = new Set(ids);
  for (const box of scene.boxes) {
    const { group } = layoutOf(box.node);
    if (group !== "" && ids.has(group)) all.add(box.id);
  }
  return all;
}
