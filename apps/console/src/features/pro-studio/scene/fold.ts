// Folding a branch hides what can only be reached through the folded node.
import { isCanvasOnly, layoutOf, nodeById, positionsOf } from "@parley/flow";
import type { Flow, FlowNode } from "@parley/flow";

export interface Folded {
  readonly hidden: ReadonlySet<string>;
  readonly hiddenBelow: ReadonlyMap<string, number>;
}

const nothing: Folded = { hidden: new Set(), hiddenBelow: new Map() };

export function foldedAway(flow: Flow): Folded {
  const folded = flow.nodes.filter((node) => isFolded(node));
  if (folded.length === 0) return nothing;
  const stops = new Set(folded.map((node) => node.id));
  const shown = reach(flow, roots(flow), stops);
  for (const id of stops) shown.add(id);
  const hidden = new Set<string>();
  const hiddenBelow = new Map<string, number>();
  for (const node of folded) {
    const below = reach(flow, targetsOf(node), new Set([...stops].filter((id) => id !== node.id)));
    let count = 0;
    for (const id of below) {
      if (shown.has(id)) continue;
      hidden.add(id);
      count++;
    }
    hiddenBelow.set(node.id, count);
  }
  for (const id of emptied(flow, hidden)) hidden.add(id);
  return { hidden, hiddenBelow };
}

/** Frames around nothing but what is folded away. */
function emptied(flow: Flow, hidden: ReadonlySet<string>): readonly string[] {
  const inside = Map.groupBy(flow.nodes, (node) => layoutOf(node).group);
  return flow.nodes
    .filter((node) => node.nodeType === "group")
    .filter(({ id }) => inside.get(id)?.every((member) => hidden.has(member.id)) ?? false)
    .map((node) => node.id);
}

function isFolded(node: FlowNode): boolean {
  return layoutOf(node).folded;
}

/** Where a conversation can come in, and whatever nothing leads to: unreachable nodes must stay visible. */
function roots(flow: Flow): readonly string[] {
  const targets = new Set(flow.nodes.flatMap((node) => node.nextNodes.map((link) => link.target)));
  return flow.nodes
    .filter(
      (node) =>
        !targets.has(node.id) ||
        node.nodeType === "start" ||
        node.intent !== "" ||
        node.command !== "" ||
        isCanvasOnly(node),
    )
    .map((node) => node.id);
}

function reach(flow: Flow, from: readonly string[], stops: ReadonlySet<string>): Set<string> {
  const known = positionsOf(flow);
  const seen = new Set<string>();
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || !known.has(id)) continue;
    seen.add(id);
    const node = stops.has(id) ? undefined : nodeById(flow, id);
    if (node) queue.push(...targetsOf(node));
  }
  return seen;
}

function targetsOf(node: FlowNode): string[] {
  return node.nextNodes.map((link) => link.target);
}
