// The name an edit has in "Undo …" and in the history.
import { isFlowNodeField } from "../flow-node.ts";
import type { FlowNodeField, NodePatch } from "../flow-node.ts";
import type { NodeLayout } from "../layout.ts";
import type { Operation } from "./operation.ts";

export function describeOperation(operation: Operation): string {
  switch (operation.type) {
    case "addNodes": {
      const [first] = operation.nodes;
      const name = operation.nodes.length === 1 && first?.nodeName;
      return name ? `Add “${shortened(name)}”` : `Add ${count(operation.nodes.length)}`;
    }
    case "removeNodes":
      return `Delete ${count(operation.ids.length)}`;
    case "updateNode":
      return describePatch(operation.fields);
    case "updateNodes": {
      const [first] = operation.changes;
      if (operation.changes.length === 1 && first) return describePatch(first.fields);
      return `Edit ${count(operation.changes.length)}`;
    }
    case "connect":
      return "Connect nodes";
    case "disconnect":
      return "Disconnect nodes";
    case "move":
      return `Move ${count(operation.positions.length)}`;
    case "setLayout":
      return describeLayout(operation.layout, operation.ids.length);
    case "batch": {
      if (operation.label !== undefined) return operation.label;
      const [first] = operation.operations;
      if (operation.operations.length === 1 && first) return describeOperation(first);
      return operation.operations.length === 0 ? "No change" : `${operation.operations.length} edits`;
    }
  }
}

function describePatch(fields: NodePatch): string {
  const names = Object.keys(fields).filter(isFlowNodeField);
  const [only] = names;
  if (!only) return "No change";
  if (names.length > 1) return `Edit ${names.length} fields`;
  if (only === "nodeName" && fields.nodeName) return `Rename to “${shortened(fields.nodeName)}”`;
  return `Edit ${fieldWords[only]}`;
}

function describeLayout(layout: Partial<NodeLayout>, nodes: number): string {
  if (layout.folded !== undefined) return `${layout.folded ? "Fold" : "Unfold"} ${count(nodes)}`;
  if (layout.colour !== undefined) return `Colour ${count(nodes)}`;
  if (layout.group !== undefined) return `${layout.group === "" ? "Ungroup" : "Group"} ${count(nodes)}`;
  if (layout.width !== undefined || layout.height !== undefined) return `Resize ${count(nodes)}`;
  return `Move ${count(nodes)}`;
}

function count(nodes: number): string {
  return nodes === 1 ? "1 node" : `${nodes} nodes`;
}

function shortened(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}

/** What a person calls each field; also used by messages and diffs. */
export const fieldWords: { readonly [Field in FlowNodeField]: string } = {
  id: "id",
  solutionVersionId: "version",
  nodeName: "name",
  nodeNumber: "number",
  nodeType: "type",
  nodeTags: "tags",
  order: "order",
  lastModified: "last modified",
  message: "message",
  intent: "intent",
  command: "command",
  behaviors: "behaviour",
  description: "description",
  cssClassname: "CSS class",
  richAssetContent: "rich asset",
  richAssetType: "rich asset type",
  decisionVariable: "decision variable",
  nextNodes: "connections",
  nodeInput: "input",
  parameterInput: "settings",
  output: "output variable",
  variables: "variables",
  whatsNext: "what comes next",
  answerRequired: "answer required",
  nluDisabled: "language understanding",
  analyticsEvent: "analytics event",
  platformFlag: "platform",
  skillTag: "skill",
};
