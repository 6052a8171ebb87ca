import { flagAt, isObject, numberAt, textAt } from "../json.ts";
import { errorPort, go, never, nextPort } from "../node-type.ts";
import type { NodeType, Port } from "../node-type.ts";
import { awaitEffect, failed } from "./effects.ts";
import { answerText } from "./llm-task.ts";

const ports: readonly Port[] = [
  nextPort,
  { id: "no-answer", label: "No answer found", kind: "failure" },
  errorPort,
];

/** The host answers `{ text, sources }`, or null when the knowledge holds no answer. */
export const knowledgeAnswer: NodeType = {
  type: "knowledge-answer",
  title: "Knowledge answer",
  summary: "Answers from the version's files and says where it found it.",
  category: "action",
  fields: [
    {
      path: "parameterInput.question",
      label: "Question",
      kind: "long-text",
      isTemplate: true,
      help: "What the visitor last said when left empty.",
    },
    { path: "parameterInput.minScore", label: "Lowest score", kind: "number", min: 0, max: 1 },
    { path: "parameterInput.isSilent", label: "Do not show the answer", kind: "flag" },
    { path: "output", label: "Keep the answer in", kind: "variable" },
  ],
  defaults: {
    nodeName: "Knowledge answer",
    parameterInput: { question: "", minScore: 0.3, isSilent: false },
  },
  ports: () => ports,
  waitsForVisitor: never,
  step(node, run) {
    const settings = node.parameterInput;
    if (run.event?.type !== "effectResult") {
      const question = run.fill(textAt(settings, "question")) || run.lastText;
      return awaitEffect(run, {
        type: "knowledgeAnswer",
        question,
        minScore: numberAt(settings, "minScore") ?? 0.3,
      });
    }
    if (!run.event.ok) return failed(run, run.event, run.isLinked("error") ? "error" : "no-answer");
    const text = answerText(run.event.value);
    if (text === "") {
      run.note("No answer found");
      return go("no-answer");
    }
    run.set(node.output, text);
    if (!flagAt(settings, "isSilent")) {
      const sources = isObject(run.event.value) ? (run.event.value["sources"] ?? null) : null;
      run.show({
        type: "text",
        nodeId: node.id,
        text,
        cssClassname: node.cssClassname,
        delayMs: 0,
        effectId: run.event.effectId,
        sources,
      });
    }
    return go("next");
  },
};
