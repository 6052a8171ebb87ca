// The flow as an indented list: from where a conversation can begin, along the outputs, every node once.
import { isCanvasOnly, nodeById, portsOf, linkFrom } from "@parley/flow";
import type { Flow, FlowNode } from "@parley/flow";

export interface OutlineRow {
  readonly key: string;
  readonly node: FlowNode;
  readonly level: number;
  /** The output that leads here; null for a beginning. */
  readonly by: { readonly from: string; readonly port: string; readonly label: string } | null;
  /** The node stands elsewhere in the list already; this row only refers to it. */
  readonly isReference: boolean;
  /** Where it stands among the rows of the same parent. */
  readonly place: number;
  readonly siblings: number;
}

const deepest = 12;

export function outlineRows(flow: Flow): readonly OutlineRow[] {
  const rows: OutlineRow[] = [];
  const seen = new Set<string>();
  const ordered = flow.nodes.toSorted((a, b) => a.order - b.order || a.nodeNumber - b.nodeNumber);
  // A stack of our own: a chain of thousands of nodes would be too deep for calls within calls.
  const visit = (root: FlowNode, rootPlace: number, rootSiblings: number) => {
    const waiting: Omit<OutlineRow, "key" | "isReference">[] = [
      { node: root, level: 1, by: null, place: rootPlace, siblings: rootSiblings },
    ];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, level, by } = next;
      const isReference = seen.has(node.id);
      rows.push({ ...next, key: by ? `${by.from} ${by.port}` : node.id, isReference });
      if (isReference) continue;
      seen.add(node.id);
      const children = childrenOf(flow, node);
      // The indent ends where it would push the names off the screen; the order still tells the story.
      const below = Math.min(level + 1, deepest);
      for (const [i, child] of [...children.entries()].toReversed()) {
        waiting.push({ ...child, level: below, place: i + 1, siblings: children.length });
      }
    }
  };
  const beginnings = ordered.filter((node) => isBeginning(node));
  for (const [i, node] of beginnings.entries()) {
    if (!seen.has(node.id)) visit(node, i + 1, beginnings.length);
  }
  const targets = new Set(flow.nodes.flatMap((node) => node.nextNodes.map((link) => link.target)));
  const rest = ordered.filter((node) => !seen.has(node.id));
  // Heads of unreachable parts first, so that what hangs below them is shown below them.
  for (const node of [...rest.filter(({ id }) => !targets.has(id)), ...rest]) {
    if (!seen.has(node.id)) visit(node, 1, 1);
  }
  return rows;
}

function isBeginning(node: FlowNode): boolean {
  return node.nodeType === "start" || (!isCanvasOnly(node) && (node.intent !== "" || node.command !== ""));
}

function childrenOf(flow: Flow, node: FlowNode) {
  return portsOf(node).flatMap((port) => {
    const link = linkFrom(node, port.id);
    const target = link && nodeById(flow, link.target);
    return target ? [{ node: target, by: { from: node.id, port: port.id, label: port.label } }] : [];
  });
}
