// Which nodes differ from what the server is known to have. Untouched nodes are the same objects, so this is
// a walk over pointers even for thousands of nodes.
import { nodeById } from "@parley/flow";
import type { Flow } from "@parley/flow";
import type { SavedNode } from "../../../shared/flow/stored-nodes.ts";
import type { NodeEdit } from "./flow-api-types.ts";
import { isSameNode } from "./merge.ts";

export interface Unsaved {
  readonly edits: readonly NodeEdit[];
  readonly removed: readonly { readonly id: string; readonly baseRevision: number }[];
}

export type Bases = Map<string, SavedNode>;

export function unsavedIn(flow: Flow, bases: Bases, held: ReadonlySet<string>): Unsaved {
  const edits: NodeEdit[] = [];
  for (const node of flow.nodes) {
    const base = bases.get(node.id);
    if (base?.node === node || held.has(node.id)) continue;
    if (base && isSameNode(base.node, node)) bases.set(node.id, { node, revision: base.revision });
    else edits.push({ node, baseRevision: base?.revision ?? 0 });
  }
  const removed = [...bases]
    .filter(([id]) => !held.has(id) && nodeById(flow, id) === undefined)
    .map(([id, { revision }]) => ({ id, baseRevision: revision }));
  return { edits, removed };
}

export function countOf({ edits, removed }: Unsaved): number {
  return edits.length + removed.length;
}
