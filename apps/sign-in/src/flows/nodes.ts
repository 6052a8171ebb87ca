// Reading a flow's nodes. Several nodes may share a name (provider, link, method): name and value identify one.
import type { Flow, InputNode, NodeGroup, UiNode } from "@parley/identity-client";
import { messageText } from "./messages.ts";

export function inputNodes(flow: Flow): InputNode[] {
  return flow.ui.nodes.filter((node): node is InputNode => node.type === "input");
}

export function findInput(flow: Flow, name: string): InputNode | undefined {
  return inputNodes(flow).find((node) => node.attributes.name === name);
}

export function nodesOf(flow: Flow, ...groups: NodeGroup[]): UiNode[] {
  return flow.ui.nodes.filter((node) => groups.includes(node.group));
}

export function hasGroup(flow: Flow, group: NodeGroup): boolean {
  return flow.ui.nodes.some((node) => node.group === group);
}

export function isSubmit(node: UiNode): node is InputNode {
  return node.type === "input" && (node.attributes.type === "submit" || node.attributes.type === "button");
}

export function isField(node: UiNode): node is InputNode {
  return node.type === "input" && !["submit", "button", "hidden"].includes(node.attributes.type);
}

export function isHidden(node: UiNode): node is InputNode {
  return node.type === "input" && node.attributes.type === "hidden";
}

export function nodeKey(node: UiNode): string {
  return node.type === "input"
    ? `${node.attributes.name}=${node.attributes.type === "submit" ? String(node.attributes.value) : ""}`
    : `${node.type}#${node.attributes.id}`;
}

export function labelOf(node: UiNode): string {
  return node.meta.label === undefined ? "" : messageText(node.meta.label);
}

export function withLabel(node: InputNode, text: string): InputNode {
  return { ...node, meta: { label: { id: 0, type: "info", text } } };
}

export function stringValue(node: InputNode | undefined): string {
  return node?.attributes.value === undefined ? "" : String(node.attributes.value);
}

/** The name of an outside login: the provider's own label when it gives one, else its id. */
export function providerName(node: InputNode): string {
  const context = node.meta.label?.context ?? {};
  const given = context["provider"];
  return typeof given === "string" && given !== "" ? given : stringValue(node);
}
