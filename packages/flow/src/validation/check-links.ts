import { positionsOf } from "../flow.ts";
import type { Flow } from "../flow.ts";
import { linkFrom } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import { textAt } from "../json.ts";
import type { Finding, Port } from "../node-type.ts";
import { isKnownType } from "../nodes/registry.ts";

type Report = (finding: Finding) => void;

/** What needs the rest of the flow: do the connections lead to nodes that exist? */
export function checkTargets(flow: Flow, node: FlowNode, ports: readonly Port[], report: Report): void {
  const positions = positionsOf(flow);
  for (const link of node.nextNodes) {
    if (positions.has(link.target)) continue;
    const message = `Output “${labelOf(ports, link.port)}” leads to a node that does not exist.`;
    report({ severity: "error", code: "dangling_target", field: "nextNodes", message });
  }
  if (node.nodeType !== "jump" || textAt(node.parameterInput, "flowId") !== "") return;
  const target = textAt(node.parameterInput, "nodeId");
  if (target === "" || positions.has(target)) return;
  const message = "The jump leads to a node that does not exist.";
  report({ severity: "error", code: "dangling_target", field: "parameterInput.nodeId", message });
}

/** What the node alone shows: open, unknown and doubly connected outputs. */
export function checkPorts(node: FlowNode, ports: readonly Port[], report: Report): void {
  const isKnown = isKnownType(node.nodeType);
  for (const [i, link] of node.nextNodes.entries()) {
    if (isKnown && !ports.some((port) => port.id === link.port)) {
      const message = `A connection leaves by “${link.port}”, an output this node does not have.`;
      report({ severity: "warning", code: "unknown_port", field: "nextNodes", message });
    }
    if (linkFrom(node, link.port) !== node.nextNodes[i]) {
      const message = `Output “${labelOf(ports, link.port)}” is connected twice; only the first connection counts.`;
      report({ severity: "warning", code: "port_connected_twice", field: "nextNodes", message });
    }
  }
  if (node.whatsNext !== "") return;
  const isStart = node.nodeType === "start";
  for (const port of ports) {
    if ((port.kind !== "next" && port.kind !== "branch") || linkFrom(node, port.id)) continue;
    const message = isStart ? "The start leads nowhere." : `Output “${port.label}” is not connected.`;
    report({ severity: isStart ? "error" : "warning", code: "missing_target", field: "nextNodes", message });
  }
}

function labelOf(ports: readonly Port[], id: string): string {
  return ports.find((port) => port.id === id)?.label ?? id;
}
