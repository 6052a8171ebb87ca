import type { FlowNode } from "../flow-node.ts";
import { numberAt, textAt } from "../json.ts";
import { always, go, nextPort } from "../node-type.ts";
import type { Finding, NodeRun, NodeType, Outcome, Port } from "../node-type.ts";
import { inputTypes, readAnswer } from "../runtime/answers.ts";
import type { VisitorEvent } from "../runtime/events.ts";
import { retryFields, wrongAnswer } from "./asking.ts";

const ports: readonly Port[] = [nextPort, { id: "failed", label: "No valid answer", kind: "failure" }];
const freeText = ["text"];
const labels: { readonly [type: string]: string } = {
  text: "Text",
  number: "Number",
  email: "E-mail address",
  phone: "Phone number",
  date: "Date",
  url: "Web address",
  "yes-no": "Yes or no",
  entity: "Entity found by language understanding",
};

export const question: NodeType = {
  type: "question",
  title: "Question",
  summary: "Asks, checks the answer and keeps it in a variable.",
  category: "ask",
  fields: [
    { path: "message", label: "Question", kind: "long-text", isRequired: true, isTemplate: true },
    {
      path: "nodeInput.type",
      label: "Kind of answer",
      kind: "select",
      isRequired: true,
      options: inputTypes.map((value) => ({ value, label: labels[value] ?? value })),
    },
    { path: "output", label: "Keep the answer in", kind: "variable", isRequired: true },
    {
      path: "nodeInput.min",
      label: "Smallest number",
      kind: "number",
      when: { path: "nodeInput.type", isOneOf: ["number"] },
    },
    {
      path: "nodeInput.max",
      label: "Largest number",
      kind: "number",
      when: { path: "nodeInput.type", isOneOf: ["number"] },
    },
    {
      path: "nodeInput.minLength",
      label: "Shortest answer",
      kind: "number",
      min: 0,
      max: 5_000,
      when: { path: "nodeInput.type", isOneOf: freeText },
    },
    {
      path: "nodeInput.maxLength",
      label: "Longest answer",
      kind: "number",
      min: 1,
      max: 5_000,
      when: { path: "nodeInput.type", isOneOf: freeText },
    },
    {
      path: "nodeInput.pattern",
      label: "Pattern",
      kind: "pattern",
      when: { path: "nodeInput.type", isOneOf: freeText },
    },
    {
      path: "nodeInput.entity",
      label: "Entity",
      kind: "entity",
      isRequired: true,
      when: { path: "nodeInput.type", isOneOf: ["entity"] },
    },
    ...retryFields,
  ],
  defaults: { nodeName: "Question", nodeInput: { type: "text", retries: 2 } },
  ports: () => ports,
  waitsForVisitor: always,
  check,
  claims(node, event) {
    const type = textAt(node.nodeInput, "type");
    const isOpen = type === "" || (type === "text" && textAt(node.nodeInput, "pattern") === "");
    return !isOpen && answerTo(node, event).ok;
  },
  step(node, run) {
    return run.event === null ? ask(node, run) : receive(node, run);
  },
};

function ask(node: FlowNode, run: NodeRun): Outcome {
  run.say();
  const type = textAt(node.nodeInput, "type") || "text";
  run.show({ type: "input", nodeId: node.id, inputType: type, isRequired: node.answerRequired });
  if (type === "yes-no") {
    const choices = [
      { id: "yes", label: "Yes" },
      { id: "no", label: "No" },
    ];
    run.show({ type: "quickReplies", nodeId: node.id, choices });
  }
  return { kind: "ask" };
}

function receive(node: FlowNode, run: NodeRun): Outcome {
  const { event } = run;
  if (event === null || event.type === "effectResult" || event.type === "timer") return { kind: "ask" };
  if (event.type === "text" && event.text.trim() === "" && !node.answerRequired) {
    run.set(node.output, "");
    run.note("Skipped");
    return go("next");
  }
  const answer = answerTo(node, event);
  if (!answer.ok) return wrongAnswer(node, run, "failed", answer.message);
  run.set(node.output, answer.value);
  return go("next");
}

function answerTo(node: FlowNode, event: VisitorEvent): ReturnType<typeof readAnswer> {
  if (event.type === "text") return readAnswer(event.text, node.nodeInput, event.nlu ?? null);
  return readAnswer(event.type === "choice" ? event.choiceId : "", node.nodeInput, null);
}

function check(node: FlowNode): readonly Finding[] {
  const [min, max] = [numberAt(node.nodeInput, "min"), numberAt(node.nodeInput, "max")];
  const [shortest, longest] = [numberAt(node.nodeInput, "minLength"), numberAt(node.nodeInput, "maxLength")];
  const findings: Finding[] = [];
  if (min !== undefined && max !== undefined && min > max) {
    findings.push({
      severity: "error",
      code: "impossible_range",
      field: "nodeInput.max",
      message: "The largest number is smaller than the smallest.",
    });
  }
  if (shortest !== undefined && longest !== undefined && shortest > longest) {
    findings.push({
      severity: "error",
      code: "impossible_range",
      field: "nodeInput.maxLength",
      message: "The longest answer is shorter than the shortest.",
    });
  }
  if (textAt(node.nodeInput, "type") === "entity" && node.nluDisabled) {
    findings.push({
      severity: "error",
      code: "entity_needs_nlu",
      field: "nluDisabled",
      message: "The answer is an entity, but language understanding is off for this node.",
    });
  }
  return findings;
}
