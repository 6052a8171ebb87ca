// Where a node stands on the canvas. It lives in behaviors.layout so that one
// rule keeps it out of the hash: moving a box never makes a validated flow stale.
import type { FlowNode } from "./flow-node.ts";
import { numberAt, objectAt, textAt, flagAt } from "./json.ts";
import type { JsonObject } from "./json.ts";

export type NodeLayout = {
  readonly x: number;
  readonly y: number;
  readonly width: number | null;
  readonly height: number | null;
  /** A colour name of the theme, "" for the type's own colour. */
  readonly colour: string;
  /** Id of the group node this node sits in, "" for none. */
  readonly group: string;
  /** The branch below this node is folded away. */
  readonly folded: boolean;
};

/** Nodes that exist on the canvas only: never run, never hashed (decision 050). */
export const canvasTypes: ReadonlySet<string> = new Set(["note", "group"]);

export function isCanvasOnly(node: FlowNode): boolean {
  return canvasTypes.has(node.nodeType);
}

export function layoutOf(node: FlowNode): NodeLayout {
  const layout = objectAt(node.behaviors, "layout");
  return {
    x: numberAt(layout, "x") ?? 0,
    y: numberAt(layout, "y") ?? 0,
    width: numberAt(layout, "width") ?? null,
    height: numberAt(layout, "height") ?? null,
    colour: textAt(layout, "colour"),
    group: textAt(layout, "group"),
    folded: flagAt(layout, "folded"),
  };
}

export function hasLayout(node: FlowNode): boolean {
  return numberAt(objectAt(node.behaviors, "layout"), "x") !== undefined;
}

export function behaviorsWithLayout(node: FlowNode, layout: Partial<NodeLayout>): JsonObject {
  return { ...node.behaviors, layout: { ...objectAt(node.behaviors, "layout"), ...layout } };
}
