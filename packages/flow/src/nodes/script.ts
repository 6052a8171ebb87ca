import { objectAt, textAt } from "../json.ts";
import { errorPort, go, never, nextPort } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";
import { awaitEffect, failed } from "./effects.ts";

const ports = [nextPort, errorPort];

export const script: NodeType = {
  type: "script",
  title: "Script",
  summary: "Runs one of the version's scripts with the conversation's variables.",
  category: "action",
  fields: [
    { path: "parameterInput.scriptId", label: "Script", kind: "script", isRequired: true },
    { path: "parameterInput.arguments", label: "Arguments", kind: "key-values", isTemplate: true },
    { path: "output", label: "Keep the result in", kind: "variable" },
  ],
  defaults: { nodeName: "Script", parameterInput: { scriptId: "", arguments: {} } },
  ports: () => ports,
  waitsForVisitor: never,
  step(node, run) {
    if (run.event?.type !== "effectResult") {
      return awaitEffect(run, {
        type: "runScript",
        scriptId: textAt(node.parameterInput, "scriptId"),
        arguments: run.fillObject(objectAt(node.parameterInput, "arguments")),
        variables: run.variables,
      });
    }
    if (!run.event.ok) return failed(run, run.event);
    run.set(node.output, run.event.value ?? null);
    return go("next");
  },
};
