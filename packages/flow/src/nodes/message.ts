import type { NodeType } from "../node-type.ts";
import { go, never, onlyNext } from "../node-type.ts";

export const message: NodeType = {
  type: "message",
  title: "Message",
  summary: "Says something and goes on.",
  category: "talk",
  fields: [
    { path: "message", label: "Message", kind: "long-text", isRequired: true, isTemplate: true },
    { path: "behaviors.delayMs", label: "Typing pause (ms)", kind: "number", min: 0, max: 10_000 },
  ],
  defaults: { nodeName: "Message" },
  ports: onlyNext,
  waitsForVisitor: never,
  step(_node, run) {
    run.say();
    return go("next");
  },
};
