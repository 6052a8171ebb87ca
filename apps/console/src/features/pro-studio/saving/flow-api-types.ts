// What the designer asks of the server; flow-api.ts is the only file that knows how it is asked.
import type { FlowNode } from "@parley/flow";
import type { SavedNode } from "../../../shared/flow/stored-nodes.ts";

export interface NodeEdit {
  readonly node: FlowNode;
  /** The revision the edit began from; 0 for a new node. */
  readonly baseRevision: number;
}

/** Somebody else changed or deleted the node first, so it was not written. */
export interface RefusedEdit {
  readonly nodeId: string;
  readonly who: string;
  readonly when: string;
  /** The node as it is on the server now; null when it was deleted. */
  readonly current: SavedNode | null;
}

export interface SaveResult {
  readonly written: readonly { readonly id: string; readonly revision: number }[];
  readonly refused: readonly RefusedEdit[];
}

/** When the server last synced and validated the flow, and at which hash. */
export interface FlowRecord {
  readonly syncedAt: string | null;
  readonly syncedHash: number | null;
  readonly syncErrors: readonly string[];
  readonly validatedAt: string | null;
  readonly validatedHash: number | null;
  readonly validationMessages: readonly string[];
}

export interface RemoteChange {
  readonly changed: readonly SavedNode[];
  readonly deleted: readonly string[];
  readonly who: string;
}

export interface Editor {
  readonly clientId: string;
  readonly userId: string;
  readonly name: string;
  readonly picture: string | null;
  readonly nodeIds: readonly string[];
}

export interface FlowApi {
  readonly clientId: string;
  readonly save: (edits: readonly NodeEdit[]) => Promise<SaveResult>;
  readonly remove: (nodeId: string, baseRevision: number) => Promise<RefusedEdit | null>;
  readonly loadNodes: () => Promise<readonly SavedNode[]>;
  readonly loadRecord: () => Promise<FlowRecord>;
  /** Compiles the saved flow into the bot version. */
  readonly sync: () => Promise<FlowRecord>;
  /** Validates the saved flow against all that exists around it. */
  readonly validate: () => Promise<FlowRecord>;
  /** Calls back for what others do; `onAgain` after the connection was lost and is there again. */
  readonly watchChanges: (onChange: (change: RemoteChange) => void, onAgain: () => void) => () => void;
  readonly watchEditors: (onEditors: (editors: readonly Editor[]) => void) => () => void;
  readonly tellPresence: (nodeIds: readonly string[]) => Promise<void>;
  readonly leave: () => void;
}
