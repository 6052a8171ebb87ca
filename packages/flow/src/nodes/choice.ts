import type { FlowNode } from "../flow-node.ts";
import { objectsAt, textAt } from "../json.ts";
import { always, elsePort, go } from "../node-type.ts";
import type { NodeType } from "../node-type.ts";
import { chosen } from "../runtime/choose.ts";
import { retryFields, wrongAnswer } from "./asking.ts";
import { branchFindings, branchPorts } from "./branches.ts";

export const choice: NodeType = {
  type: "choice",
  title: "Choice",
  summary: "Offers quick replies; each leads its own way.",
  category: "ask",
  fields: [
    { path: "message", label: "Question", kind: "long-text", isRequired: true, isTemplate: true },
    {
      path: "nodeInput.choices",
      label: "Choices",
      kind: "list",
      isRequired: true,
      max: 50,
      item: [
        { path: "label", label: "Label", kind: "text", isRequired: true, isTemplate: true },
        { path: "value", label: "Value to keep", kind: "text", help: "The label when left empty." },
        { path: "synonyms", label: "Also understood as", kind: "tags" },
        { path: "intent", label: "Also chosen by intent", kind: "intent" },
      ],
    },
    { path: "output", label: "Keep the choice in", kind: "variable" },
    ...retryFields,
  ],
  defaults: {
    nodeName: "Choice",
    nodeInput: {
      choices: [
        { id: "choice-1", label: "Yes" },
        { id: "choice-2", label: "No" },
      ],
      retries: 2,
    },
  },
  ports: (node) => [...branchPorts(choicesOf(node), "Choice"), elsePort],
  waitsForVisitor: always,
  check: (node) => branchFindings(choicesOf(node), "nodeInput.choices", ["else"]),
  claims: (node, event, nluThreshold) => chosen(choicesOf(node), event, nluThreshold) !== undefined,
  step(node, run) {
    const choices = choicesOf(node);
    const offer = () =>
      run.show({
        type: "quickReplies",
        nodeId: node.id,
        choices: choices.map((item) => ({ id: textAt(item, "id"), label: run.fill(textAt(item, "label")) })),
      });
    if (run.event === null || run.event.type === "effectResult" || run.event.type === "timer") {
      run.say();
      offer();
      return { kind: "ask" };
    }
    const item = chosen(choices, run.event, run.nluThreshold);
    if (!item) {
      const outcome = wrongAnswer(node, run, "else", "Please choose one of the options.");
      // The visitor's own words took the offer off the screen.
      if (outcome.kind === "ask-again") offer();
      return outcome;
    }
    run.set(node.output, run.fill(textAt(item, "value") || textAt(item, "label")));
    run.note(`Chose “${textAt(item, "label")}”`);
    const intent = textAt(item, "intent");
    const heard = run.event.type === "text" ? run.event.nlu : undefined;
    return go(textAt(item, "id"), intent === "" ? undefined : { intent, entities: heard?.entities ?? [] });
  },
};

function choicesOf(node: FlowNode): ReturnType<typeof objectsAt> {
  return objectsAt(node.nodeInput, "choices");
}
