import { numberAt } from "../json.ts";
import { go, never, nextPort } from "../node-type.ts";
import type { NodeType, Port } from "../node-type.ts";

const ports: readonly Port[] = [
  nextPort,
  { id: "interrupted", label: "The visitor wrote meanwhile", kind: "failure" },
];
const longestSeconds = 7 * 24 * 60 * 60;

export const wait: NodeType = {
  type: "wait",
  title: "Wait",
  summary: "Waits for some time, unless the visitor writes first.",
  category: "logic",
  fields: [
    { path: "message", label: "Message before waiting", kind: "long-text", isTemplate: true },
    {
      path: "parameterInput.seconds",
      label: "Seconds",
      kind: "number",
      isRequired: true,
      min: 1,
      max: longestSeconds,
    },
    { path: "parameterInput.ignoresVisitor", label: "Wait even when the visitor writes", kind: "flag" },
  ],
  defaults: { nodeName: "Wait", parameterInput: { seconds: 5, ignoresVisitor: false } },
  ports: () => ports,
  waitsForVisitor: never,
  step(node, run) {
    if (run.event?.type === "timer") return go("next");
    if (run.event !== null) return go(run.isLinked("interrupted") ? "interrupted" : "next");
    run.say();
    const seconds = Math.min(Math.max(numberAt(node.parameterInput, "seconds") ?? 1, 0), longestSeconds);
    const effectId = run.request({ type: "timer", delayMs: Math.round(seconds * 1_000) });
    return { kind: "await-timer", effectId, canInterrupt: node.parameterInput["ignoresVisitor"] !== true };
  },
};
