import type { FlowNode, NodePatch } from "../flow-node.ts";
import type { Flow } from "../flow.ts";
import type { NodeLayout } from "../layout.ts";

/** Every edit there is. Plain JSON: an operation can be stored, sent and shown in a history. */
export type Operation =
  | {
      readonly type: "addNodes";
      readonly nodes: readonly FlowNode[];
      /** Final place of each node in the list, ascending; at the end when left out. */
      readonly at?: readonly number[];
    }
  /** Also takes away the connections that lead to the removed nodes, unless told to keep them. */
  | {
      readonly type: "removeNodes";
      readonly ids: readonly string[];
      /** For undoing an addition: connections may have led to the id before there was such a node. */
      readonly keepsConnections?: boolean;
    }
  | { readonly type: "updateNode"; readonly id: string; readonly fields: NodePatch }
  | {
      readonly type: "updateNodes";
      readonly changes: readonly { readonly id: string; readonly fields: NodePatch }[];
    }
  /** A port leads to one node: connecting it again replaces where it led. */
  | { readonly type: "connect"; readonly from: string; readonly port: string; readonly to: string }
  | { readonly type: "disconnect"; readonly from: string; readonly port: string }
  | {
      readonly type: "move";
      readonly positions: readonly { readonly id: string; readonly x: number; readonly y: number }[];
    }
  | { readonly type: "setLayout"; readonly ids: readonly string[]; readonly layout: Partial<NodeLayout> }
  | { readonly type: "batch"; readonly operations: readonly Operation[] };

export interface Applied {
  readonly flow: Flow;
  /** Applied to `flow`, it gives back exactly the flow from before. */
  readonly inverse: Operation;
  /** Ids the operation spoke of and could not act on: unknown here, or already taken. */
  readonly skipped: readonly string[];
}
