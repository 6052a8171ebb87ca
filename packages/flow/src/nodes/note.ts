import { go, never, withoutPorts } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

/** Text on the canvas for the people who build the flow. */
export const note: NodeType = {
  type: "note",
  title: "Note",
  summary: "A note on the canvas; visitors never see it.",
  category: "canvas",
  fields: [{ path: "description", label: "Text", kind: "long-text" }],
  defaults: { nodeName: "Note" },
  ports: withoutPorts,
  waitsForVisitor: never,
  step: () => go("next"),
};
