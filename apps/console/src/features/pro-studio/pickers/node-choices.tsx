import { isCanvasOnly, nodeTitle, nodeTypeOf, nodeTypes } from "@parley/flow";
import type { Flow, FlowNode } from "@parley/flow";
import { NodeIcon } from "../canvas/node-icons.tsx";
import { boxOf } from "../scene/box.ts";
import type { Choice } from "./picker.tsx";

export function typeChoices(): Choice[] {
  return nodeTypes.map(({ type, title, summary }) => ({
    id: type,
    label: title,
    detail: summary,
    icon: <NodeIcon type={type} />,
    words: `${title} ${type} ${summary}`.toLowerCase(),
  }));
}

/** Found by name, number, text, id, tag, intent and command. */
export function nodeChoices(flow: Flow): Choice[] {
  return flow.nodes.map((node) => ({
    id: node.id,
    label: `${nodeTitle(node)}`,
    detail: `${nodeTypeOf(node).title} #${node.nodeNumber}`,
    icon: <NodeIcon type={node.nodeType} />,
    words: wordsOf(node),
  }));
}

export function targetChoices(flow: Flow): Choice[] {
  const targets = flow.nodes.filter((node) => !isCanvasOnly(node) && node.nodeType !== "start");
  return nodeChoices({ nodes: targets });
}

export function wordsOf(node: FlowNode): string {
  return [
    node.nodeName,
    `#${node.nodeNumber}`,
    node.id,
    nodeTypeOf(node).title,
    node.nodeTags.join(" "),
    node.intent,
    node.command,
    node.description,
    boxOf(node).text,
    node.message,
    JSON.stringify(node.nodeInput),
    JSON.stringify(node.richAssetContent),
  ]
    .join(" ")
    .toLowerCase();
}
