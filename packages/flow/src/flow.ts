// A flow is an ordered list of nodes that nobody ever changes in place: every
// cache below is keyed by the identity of that list.
import type { FlowNode } from "./flow-node.ts";

export interface Flow {
  readonly nodes: readonly FlowNode[];
}

export function emptyFlow(): Flow {
  return { nodes: [] };
}

const positions = new WeakMap<readonly FlowNode[], ReadonlyMap<string, number>>();

/** Position of every id; of two nodes with the same id the first counts. */
export function positionsOf(flow: Flow): ReadonlyMap<string, number> {
  const known = positions.get(flow.nodes);
  if (known) return known;
  const built = new Map<string, number>();
  flow.nodes.forEach((node, position) => {
    if (!built.has(node.id)) built.set(node.id, position);
  });
  positions.set(flow.nodes, built);
  return built;
}

/** For lists that hold the same ids in the same places as one already indexed. */
export function sharePositions(nodes: readonly FlowNode[], index: ReadonlyMap<string, number>): void {
  positions.set(nodes, index);
}

export function nodeById(flow: Flow, id: string): FlowNode | undefined {
  const position = positionsOf(flow).get(id);
  return position === undefined ? undefined : flow.nodes[position];
}

export function nextNodeNumber(flow: Flow): number {
  return flow.nodes.reduce((highest, node) => Math.max(highest, node.nodeNumber), 0) + 1;
}
