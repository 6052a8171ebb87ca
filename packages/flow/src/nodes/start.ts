import { go, never, onlyNext } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

export const start: NodeType = {
  type: "start",
  title: "Start",
  summary: "Where a conversation begins.",
  category: "talk",
  fields: [{ path: "message", label: "Greeting", kind: "long-text", isTemplate: true }],
  defaults: { nodeName: "Start" },
  ports: onlyNext,
  waitsForVisitor: never,
  step(_node, run) {
    run.say();
    return go("next");
  },
};
