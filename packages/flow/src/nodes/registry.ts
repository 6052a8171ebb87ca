// Every node type, one line each, in the order of the palette.
import { emptyNode } from "../flow-node.ts";
import type { FlowNode, NodePatch } from "../flow-node.ts";
import type { Field, NodeType, Port } from "../node-type.ts";
import { choice } from "./choice.ts";
import { command } from "./command.ts";
import { decision } from "./decision.ts";
import { end } from "./end.ts";
import { group } from "./group.ts";
import { handOff } from "./hand-off.ts";
import { httpRequest } from "./http-request.ts";
import { intentRoute } from "./intent-route.ts";
import { jump } from "./jump.ts";
import { knowledgeAnswer } from "./knowledge-answer.ts";
import { llmTask } from "./llm-task.ts";
import { message } from "./message.ts";
import { note } from "./note.ts";
import { question } from "./question.ts";
import { richAsset } from "./rich-asset.ts";
import { script } from "./script.ts";
import { setVariables } from "./set-variables.ts";
import { start } from "./start.ts";
import { unknown } from "./unknown.ts";
import { wait } from "./wait.ts";

export const nodeTypes: readonly NodeType[] = [
  start,
  message,
  richAsset,
  question,
  choice,
  intentRoute,
  decision,
  setVariables,
  jump,
  wait,
  llmTask,
  knowledgeAnswer,
  script,
  httpRequest,
  command,
  handOff,
  end,
  note,
  group,
];

const byName: ReadonlyMap<string, NodeType> = new Map(nodeTypes.map((type) => [type.type, type]));

export function isKnownType(nodeType: string): boolean {
  return byName.has(nodeType);
}

export function nodeTypeOf(node: FlowNode): NodeType {
  return byName.get(node.nodeType) ?? unknown;
}

export function portsOf(node: FlowNode): readonly Port[] {
  return nodeTypeOf(node).ports(node);
}

/** A node with its type's defaults; `id` is the caller's to choose. */
export function createNode(nodeType: string, id: string, fields: NodePatch = {}): FlowNode {
  return { ...emptyNode, ...byName.get(nodeType)?.defaults, ...fields, nodeType, id };
}

/** Fields that mean the same on every type; the side panel shows them below the type's own. */
export const commonFields: readonly Field[] = [
  { path: "nodeName", label: "Name", kind: "text" },
  {
    path: "description",
    label: "Description",
    kind: "long-text",
    help: "For the people who build the flow.",
  },
  { path: "nodeTags", label: "Tags", kind: "tags" },
  {
    path: "intent",
    label: "Entered by intent",
    kind: "intent",
    help: "From anywhere in the conversation; * when nothing else was understood.",
  },
  {
    path: "command",
    label: "Entered by command",
    kind: "command",
    help: "From anywhere, when the visitor writes /word.",
  },
  { path: "nluDisabled", label: "No language understanding here", kind: "flag" },
  { path: "variables", label: "Set when entered", kind: "assignments", isTemplate: true },
  {
    path: "whatsNext",
    label: "When nothing is connected",
    kind: "select",
    options: [
      { value: "", label: "Go back if called, otherwise listen" },
      { value: "listen", label: "Listen for anything" },
      { value: "end", label: "End the conversation" },
      { value: "return", label: "Go back to where it came from" },
      { value: "restart", label: "Start over" },
    ],
  },
  { path: "analyticsEvent", label: "Analytics event", kind: "text" },
  {
    path: "platformFlag",
    label: "Only on platform",
    kind: "text",
    help: "Passed over everywhere else. Empty for all.",
  },
  { path: "skillTag", label: "Skill", kind: "skill" },
  { path: "cssClassname", label: "CSS class", kind: "text" },
];
