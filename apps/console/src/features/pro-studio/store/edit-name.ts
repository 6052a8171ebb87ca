// The name an edit has in "Undo …" and in the history.
import { fieldWords, isFlowNodeField, nodeById, nodeTypeOf } from "@parley/flow";
import type { Flow, FlowNode, FlowNodeField, NodeLayout, NodePatch, Operation } from "@parley/flow";

/** The sentence behind a key of the locales. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

export function nameOfEdit(say: Say, operation: Operation, flow: Flow): string {
  switch (operation.type) {
    case "addNodes": {
      const [first] = operation.nodes;
      const name = operation.nodes.length === 1 && first?.nodeName;
      return name
        ? say("edits.addNamed", { name: shortened(name) })
        : say("edits.add", { count: operation.nodes.length });
    }
    case "removeNodes":
      return say("edits.delete", { count: operation.ids.length });
    case "updateNode":
      return nameOfPatch(say, operation.fields, nodeById(flow, operation.id));
    case "updateNodes": {
      const [first] = operation.changes;
      if (operation.changes.length === 1 && first)
        return nameOfPatch(say, first.fields, nodeById(flow, first.id));
      return say("edits.editNodes", { count: operation.changes.length });
    }
    case "connect":
      return say("edits.connect");
    case "disconnect":
      return say("edits.disconnect");
    case "move":
      return say("edits.move", { count: operation.positions.length });
    case "setLayout":
      return say(`edits.${layoutVerb(operation.layout)}`, { count: operation.ids.length });
    case "batch": {
      const [first] = operation.operations;
      if (operation.operations.length === 1 && first) return nameOfEdit(say, first, flow);
      return say("edits.several", { count: operation.operations.length });
    }
  }
}

function nameOfPatch(say: Say, fields: NodePatch, node: FlowNode | undefined): string {
  const names = Object.keys(fields).filter(isFlowNodeField);
  const [only] = names;
  if (!only || names.length > 1) return say("edits.editFields", { count: names.length });
  if (only === "nodeName" && fields.nodeName)
    return say("edits.rename", { name: shortened(fields.nodeName) });
  if (!node?.nodeName) return say("edits.editField", { field: fieldWords[only] });
  return say("edits.editFieldOf", { field: labelOf(only, node), name: shortened(node.nodeName) });
}

/** As it is called in the panel of the node. */
function labelOf(field: FlowNodeField, node: FlowNode): string {
  return nodeTypeOf(node).fields.find(({ path }) => path === field)?.label ?? fieldWords[field];
}

function layoutVerb(layout: Partial<NodeLayout>): string {
  if (layout.folded !== undefined) return layout.folded ? "fold" : "unfold";
  if (layout.colour !== undefined) return "colour";
  if (layout.group !== undefined) return layout.group === "" ? "ungroup" : "group";
  return layout.width !== undefined || layout.height !== undefined ? "resize" : "move";
}

function shortened(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}
