import { objectAt, textAt } from "../json.ts";
import { go, never, onlyNext } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";

export const command: NodeType = {
  type: "command",
  title: "Command",
  summary: "Tells the page or the channel to do something, such as opening an address.",
  category: "action",
  fields: [
    { path: "parameterInput.name", label: "Command to send", kind: "command", isRequired: true },
    { path: "parameterInput.arguments", label: "Arguments", kind: "key-values", isTemplate: true },
  ],
  defaults: { nodeName: "Command", parameterInput: { name: "", arguments: {} } },
  ports: onlyNext,
  waitsForVisitor: never,
  step(node, run) {
    run.request({
      type: "command",
      command: textAt(node.parameterInput, "name"),
      arguments: run.fillObject(objectAt(node.parameterInput, "arguments")),
    });
    return go("next");
  },
};
