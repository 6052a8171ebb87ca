// The flow as numbers: which nodes lead to which, what can be reached, where it goes round.
import { positionsOf } from "../flow.ts";
import type { Flow } from "../flow.ts";
import { linkFrom } from "../flow-node.ts";
import type { FlowNode } from "../flow-node.ts";
import { textAt } from "../json.ts";
import type { Port } from "../node-type.ts";
import { entriesOf } from "../runtime/entries.ts";
import { inspections } from "./inspect-node.ts";

/** For each position, the positions it leads to. */
export type Graph = readonly (readonly number[])[];

export function graphOf(flow: Flow): Graph {
  const positions = positionsOf(flow);
  const start = positions.get(entriesOf(flow).start ?? "");
  const inspected = inspections(flow);
  return flow.nodes.map((node, at) => {
    const targets: number[] = [];
    for (const link of node.nextNodes) {
      const position = positions.get(link.target);
      if (position !== undefined) targets.push(position);
    }
    if (node.nodeType === "jump" && textAt(node.parameterInput, "flowId") === "") {
      const position = positions.get(textAt(node.parameterInput, "nodeId"));
      if (position !== undefined) targets.push(position);
    }
    if (start !== undefined && node.whatsNext === "restart" && hasOpenPort(node, inspected[at]?.ports ?? []))
      targets.push(start);
    return targets;
  });
}

function hasOpenPort(node: FlowNode, ports: readonly Port[]): boolean {
  return ports.length === 0 || ports.some((port) => !linkFrom(node, port.id));
}

/** 1 for every node that a conversation can come to. */
export function reachable(flow: Flow, graph: Graph): Uint8Array {
  const seen = new Uint8Array(flow.nodes.length);
  const pending: number[] = [];
  const visit = (position: number): void => {
    if (seen[position] === 1) return;
    seen[position] = 1;
    pending.push(position);
  };
  flow.nodes.forEach((node, position) => {
    const isEntry =
      node.nodeType === "start" || node.command !== "" || (node.intent !== "" && !node.nluDisabled);
    if (isEntry) visit(position);
  });
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) graph[at]?.forEach(visit);
  return seen;
}

/** Every circle among the nodes for which `counts` holds (Tarjan's algorithm, without recursion: flows can be long). */
export function circles(graph: Graph, counts: (position: number) => boolean): readonly (readonly number[])[] {
  const size = graph.length;
  const indexes = new Int32Array(size).fill(-1);
  const lows = new Int32Array(size);
  const isOpen = new Uint8Array(size);
  const nextEdge = new Int32Array(size);
  const open: number[] = [];
  const found: number[][] = [];
  let counter = 0;

  const discover = (position: number, path: number[]): void => {
    indexes[position] = lows[position] = counter++;
    isOpen[position] = 1;
    open.push(position);
    path.push(position);
  };

  for (let root = 0; root < size; root++) {
    if (indexes[root] !== -1 || !counts(root)) continue;
    const path: number[] = [];
    discover(root, path);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const target = graph[at]?.[nextEdge[at] ?? 0];
      if (target !== undefined) {
        nextEdge[at] = (nextEdge[at] ?? 0) + 1;
        if (!counts(target)) continue;
        if (indexes[target] === -1) discover(target, path);
        else if (isOpen[target] === 1) lows[at] = Math.min(lows[at] ?? 0, indexes[target] ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lows[parent] = Math.min(lows[parent] ?? 0, lows[at] ?? 0);
      if (lows[at] !== indexes[at]) continue;
      const component = open.splice(open.lastIndexOf(at));
      for (const member of component) isOpen[member] = 0;
      if (component.length > 1 || graph[at]?.includes(at)) found.push(component);
    }
  }
  return found;
}
