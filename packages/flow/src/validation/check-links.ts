import { positionsOf } from "../flow.ts";
import type { Flow } from "../flow.ts";
import { linkFrom } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import { textAt } from "../json.ts";
import type { Finding } from "../node-type.ts";
import { isKnownType, portsOf } from "../nodes/registry.ts";

type Report = (finding: Finding) => void;

export function checkLinks(flow: Flow, node: FlowNode, report: Report): void {
  const positions = positionsOf(flow);
  const ports = portsOf(node);
  const label = (id: string): string => ports.find((port) => port.id === id)?.label ?? id;
  for (const [i, link] of node.nextNodes.entries()) {
    if (!positions.has(link.target)) {
      const message = `Output “${label(link.port)}” leads to a node that does not exist.`;
      report({ severity: "error", code: "dangling_target", field: "nextNodes", message });
    }
    if (isKnownType(node.nodeType) && !ports.some((port) => port.id === link.port)) {
      const message = `A connection leaves by “${link.port}”, an output this node does not have.`;
      report({ severity: "warning", code: "unknown_port", field: "nextNodes", message });
    }
    if (node.nextNodes.findIndex((other) => other.port === link.port) !== i) {
      const message = `Output “${label(link.port)}” is connected twice; only the first connection counts.`;
      report({ severity: "warning", code: "port_connected_twice", field: "nextNodes", message });
    }
  }
  checkOpenPorts(node, report);
  const target = textAt(node.parameterInput, "nodeId");
  if (
    node.nodeType === "jump" &&
    target !== "" &&
    !textAt(node.parameterInput, "flowId") &&
    !positions.has(target)
  ) {
    const message = "The jump leads to a node that does not exist.";
    report({ severity: "error", code: "dangling_target", field: "parameterInput.nodeId", message });
  }
}

function checkOpenPorts(node: FlowNode, report: Report): void {
  if (node.whatsNext !== "") return;
  for (const port of portsOf(node)) {
    if (linkFrom(node, port.id) || (port.kind !== "next" && port.kind !== "branch")) continue;
    const isStart = node.nodeType === "start";
    report({
      severity: isStart ? "error" : "warning",
      code: "missing_target",
      field: "nextNodes",
      message: isStart ? "The start leads nowhere." : `Output “${port.label}” is not connected.`,
    });
  }
}
