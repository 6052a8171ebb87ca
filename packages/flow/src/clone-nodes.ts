import type { FlowNode } from "./flow-node.ts";
import { textAt } from "./json.ts";
import { behaviorsWithLayout, hasLayout, layoutOf } from "./layout.ts";

export interface CloneOptions {
  readonly newId: () => string;
  readonly solutionVersionId: string;
  readonly firstNumber: number;
  readonly offset: { readonly x: number; readonly y: number };
}

/** Copies for paste and duplicate: links among the copied nodes follow, links out of the copy are cut. */
export function cloneNodes(nodes: readonly FlowNode[], options: CloneOptions): readonly FlowNode[] {
  const ids = new Map(nodes.map((node) => [node.id, options.newId()]));
  return nodes.map((node, i) => ({
    ...node,
    id: ids.get(node.id) ?? options.newId(),
    solutionVersionId: options.solutionVersionId,
    nodeNumber: options.firstNumber + i,
    lastModified: null,
    nextNodes: node.nextNodes.flatMap((link) => {
      const target = ids.get(link.target);
      return target === undefined ? [] : [{ ...link, target }];
    }),
    parameterInput: withJumpTarget(node, ids),
    behaviors: movedBehaviors(node, ids, options.offset),
  }));
}

function withJumpTarget(node: FlowNode, ids: ReadonlyMap<string, string>): FlowNode["parameterInput"] {
  const target = node.nodeType === "jump" ? ids.get(textAt(node.parameterInput, "nodeId")) : undefined;
  return target === undefined ? node.parameterInput : { ...node.parameterInput, nodeId: target };
}

function movedBehaviors(
  node: FlowNode,
  ids: ReadonlyMap<string, string>,
  offset: CloneOptions["offset"],
): FlowNode["behaviors"] {
  if (!hasLayout(node)) return node.behaviors;
  const { x, y, group } = layoutOf(node);
  return behaviorsWithLayout(node, { x: x + offset.x, y: y + offset.y, group: ids.get(group) ?? "" });
}
