import { textAt } from "../json.ts";
import { never, withoutPorts } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

export const end: NodeType = {
  type: "end",
  title: "End",
  summary: "Says goodbye and ends the conversation.",
  category: "finish",
  fields: [
    { path: "message", label: "Last message", kind: "long-text", isTemplate: true },
    {
      path: "parameterInput.outcome",
      label: "Outcome",
      kind: "text",
      help: "Counted in the history, for example resolved.",
    },
  ],
  defaults: { nodeName: "End", parameterInput: { outcome: "resolved" } },
  ports: withoutPorts,
  waitsForVisitor: never,
  step(node, run) {
    run.say();
    return { kind: "end", outcome: textAt(node.parameterInput, "outcome") };
  },
};
