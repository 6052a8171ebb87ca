// Work that is done per node and remembered, so that after an edit only the touched nodes cost
// anything. It remembers the last flow alone, not a WeakMap of every node: a
// collector has to walk those, which cost more than the work they saved.
import { positionsOf } from "./flow.ts";
import type { Flow } from "./flow.ts";
import type { FlowNode } from "./flow-node.ts";

/** A function from a flow to one result per node, in the order of the nodes. */
export function perNode<Result>(work: (node: FlowNode) => Result): (flow: Flow) => readonly Result[] {
  let last: { readonly flow: Flow; readonly results: readonly Result[] } | null = null;
  return (flow) => {
    if (last?.flow.nodes === flow.nodes) return last.results;
    const results = last ? reuse(last.flow, last.results, flow, work) : flow.nodes.map(work);
    last = { flow, results };
    return results;
  };
}

function reuse<Result>(
  before: Flow,
  known: readonly Result[],
  flow: Flow,
  work: (node: FlowNode) => Result,
): readonly Result[] {
  // Nodes keep their order through nearly every edit, so both lists are walked side by side.
  let expected = 0;
  return flow.nodes.map((node) => {
    if (before.nodes[expected] !== node) {
      const place = positionsOf(before).get(node.id);
      if (place === undefined || before.nodes[place] !== node) {
        if (place === expected) expected++;
        return work(node);
      }
      expected = place;
    }
    const result = known[expected++];
    return result === undefined ? work(node) : result;
  });
}
