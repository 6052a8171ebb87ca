// Shared by the node types that wait for an answer.
import type { FlowNode } from "../flow-node.ts";
import { numberAt, textAt } from "../json.ts";
import type { Field, NodeRun, Outcome } from "../node-type.ts";
import { go } from "../node-type.ts";

export const retryFields: readonly Field[] = [
  {
    path: "nodeInput.retries",
    label: "Retries",
    kind: "number",
    min: 0,
    max: 10,
    help: "Wrong answers before the conversation leaves this node.",
  },
  {
    path: "nodeInput.retryMessage",
    label: "Message after a wrong answer",
    kind: "long-text",
    isTemplate: true,
  },
  {
    path: "answerRequired",
    label: "Answer required",
    kind: "flag",
    help: "The visitor cannot leave or skip this question, not even with an intent or a command.",
  },
];

/** Asks again while retries are left, then leaves by the port; with nowhere to go it keeps asking. */
export function wrongAnswer(node: FlowNode, run: NodeRun, port: string, hint: string): Outcome {
  const retries = numberAt(node.nodeInput, "retries") ?? 2;
  const leadsSomewhere = run.isLinked(port) || node.whatsNext !== "";
  if (run.attempts >= retries && leadsSomewhere) {
    run.note(`No fitting answer after ${run.attempts + 1} tries`);
    return go(port);
  }
  run.say(textAt(node.nodeInput, "retryMessage") || hint);
  return { kind: "ask-again" };
}
