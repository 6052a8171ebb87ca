import { flagAt, isObject, textAt } from "../json.ts";
import type { Json } from "../json.ts";
import { errorPort, go, never, nextPort } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";
import { asText } from "../runtime/interpolate.ts";
import { awaitEffect, failed } from "./effects.ts";

const ports = [nextPort, errorPort];

/** The host answers with the text, or with `{ text }` and whatever else it knows. */
export const llmTask: NodeType = {
  type: "llm-task",
  title: "LLM task",
  summary: "Lets the language model carry out a task of this version.",
  category: "action",
  fields: [
    {
      path: "parameterInput.taskId",
      label: "Task",
      kind: "task",
      help: "A task of the solution version; empty to use the instruction alone.",
    },
    { path: "parameterInput.prompt", label: "Instruction", kind: "long-text", isTemplate: true },
    { path: "parameterInput.hasHistory", label: "Give it the conversation so far", kind: "flag" },
    {
      path: "parameterInput.isSilent",
      label: "Do not show the answer",
      kind: "flag",
      help: "Only keeps it in the variable.",
    },
    { path: "output", label: "Keep the answer in", kind: "variable" },
  ],
  defaults: {
    nodeName: "LLM task",
    parameterInput: { taskId: "", prompt: "", hasHistory: true, isSilent: false },
  },
  ports: () => ports,
  waitsForVisitor: never,
  check(node) {
    if (textAt(node.parameterInput, "taskId") || textAt(node.parameterInput, "prompt").trim()) return [];
    return [
      {
        severity: "error",
        code: "field_required",
        field: "parameterInput.taskId",
        message: "Choose a task or write an instruction.",
      },
    ];
  },
  step(node, run) {
    const settings = node.parameterInput;
    if (run.event?.type !== "effectResult") {
      return awaitEffect(run, {
        type: "llmTask",
        taskId: textAt(settings, "taskId"),
        prompt: run.fill(textAt(settings, "prompt")),
        hasHistory: flagAt(settings, "hasHistory"),
      });
    }
    if (!run.event.ok) return failed(run, run.event);
    const text = answerText(run.event.value);
    run.set(node.output, text);
    if (text !== "" && !flagAt(settings, "isSilent")) {
      run.show({
        type: "text",
        nodeId: node.id,
        text,
        cssClassname: node.cssClassname,
        delayMs: 0,
        effectId: run.event.effectId,
        sources: null,
      });
    }
    return go("next");
  },
};

export function answerText(value: Json | undefined): string {
  return isObject(value) ? textAt(value, "text") : asText(value);
}
