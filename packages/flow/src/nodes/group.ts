import { go, never, withoutPorts } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

/** A frame on the canvas. Members name it in their layout, so grouping never changes what a flow does. */
export const group: NodeType = {
  type: "group",
  title: "Group",
  summary: "A labelled frame around nodes that belong together.",
  category: "canvas",
  fields: [{ path: "description", label: "Description", kind: "long-text" }],
  defaults: { nodeName: "Group" },
  ports: withoutPorts,
  waitsForVisitor: never,
  step: () => go("next"),
};
