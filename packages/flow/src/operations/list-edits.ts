import type { FlowNode } from "../flow-node.ts";

/** `at` holds the place each new node has in the result, ascending. */
export function inserted(
  nodes: readonly FlowNode[],
  fresh: readonly FlowNode[],
  at: readonly number[] | undefined,
): FlowNode[] {
  if (!at) return [...nodes, ...fresh];
  const result: FlowNode[] = [];
  let taken = 0;
  fresh.forEach((node, i) => {
    const place = at[i] ?? Infinity;
    while (result.length < place && taken < nodes.length) {
      const next = nodes[taken++];
      if (next) result.push(next);
    }
    result.push(node);
  });
  return result.concat(nodes.slice(taken));
}

export function withoutIds(
  nodes: readonly FlowNode[],
  ids: ReadonlySet<string>,
): { kept: FlowNode[]; removed: FlowNode[]; at: number[] } {
  const kept: FlowNode[] = [];
  const removed: FlowNode[] = [];
  const at: number[] = [];
  nodes.forEach((node, position) => {
    if (!ids.has(node.id)) {
      kept.push(node);
      return;
    }
    removed.push(node);
    at.push(position);
  });
  return { kept, removed, at };
}
