import { nodeById, nodeTitle, portsOf } from "@parley/flow";
import type { Flow, FlowNode, FlowNodeField, Json } from "@parley/flow";

/** A field as people read it: connections by the names of the outputs and of the nodes they lead to. */
export function fieldValue(field: FlowNodeField, node: FlowNode, flow: Flow): Json {
  if (field !== "nextNodes") return node[field];
  const labels = new Map(portsOf(node).map((port) => [port.id, port.label]));
  return node.nextNodes.map(({ port, target }) => {
    const there = nodeById(flow, target);
    return `${labels.get(port) ?? port} → ${there ? nodeTitle(there) : target}`;
  });
}
