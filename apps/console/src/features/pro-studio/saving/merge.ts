// Three sides of one node: where the edit began, what is on screen, what the server has now.
import { deepEqual, flowNodeFields } from "@parley/flow";
import type { FlowNode, FlowNodeField } from "@parley/flow";

const bookkeeping: ReadonlySet<FlowNodeField> = new Set(["id", "solutionVersionId", "lastModified"]);

export interface Merge {
  /** The server's node with everything that was edited here alone. */
  readonly node: FlowNode;
  /** Fields edited on both sides, differently. In `node` they have the value on screen. */
  readonly clashing: readonly FlowNodeField[];
  /** Fields that only the other side changed. */
  readonly taken: readonly FlowNodeField[];
}

/** `own`: what was sent from here without an answer yet. The server may hold it, and it is nobody else's. */
export function mergeNode(
  base: FlowNode | null,
  mine: FlowNode,
  theirs: FlowNode,
  own: readonly FlowNode[] = [],
): Merge {
  const clashing: FlowNodeField[] = [];
  const taken: FlowNodeField[] = [];
  const kept: FlowNodeField[] = [];
  for (const field of flowNodeFields) {
    if (bookkeeping.has(field) || deepEqual(mine[field], theirs[field])) continue;
    const isOwn = own.some((node) => deepEqual(node[field], theirs[field]));
    const isMine = isOwn || base === null || !deepEqual(base[field], mine[field]);
    const isTheirs = !isOwn && (base === null || !deepEqual(base[field], theirs[field]));
    if (!isMine) taken.push(field);
    else {
      kept.push(field);
      if (isTheirs) clashing.push(field);
    }
  }
  return { node: withFields(theirs, mine, kept), clashing, taken };
}

export function withFields(node: FlowNode, source: FlowNode, fields: readonly FlowNodeField[]): FlowNode {
  return { ...node, ...Object.fromEntries(fields.map((field) => [field, source[field]])) };
}

/** Equal but for what the server keeps about a node. */
export function isSameNode(a: FlowNode, b: FlowNode): boolean {
  if (a === b) return true;
  return flowNodeFields.every((field) => bookkeeping.has(field) || deepEqual(a[field], b[field]));
}
