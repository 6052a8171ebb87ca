// What is open and where one looks: nothing here is part of the flow.
import type { Flow, FlowNode } from "@parley/flow";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { noReferences } from "../outside.ts";
import type { NodeTraffic, References } from "../outside.ts";
import type { Mark } from "../scene/paint.ts";
import type { LinkRef } from "./editor-store.ts";

export type Side = "node" | "problems" | "history" | "chat" | "conflicts" | "compare" | "traffic";

export interface QuickAdd {
  /** Where the node goes, in the flow's coordinates; null to place it beside what it is connected to. */
  readonly at: { readonly x: number; readonly y: number } | null;
  /** Connected to this output once it is there. */
  readonly from: LinkRef | null;
}

export interface UiState {
  readonly view: "canvas" | "outline";
  readonly side: Side | null;
  readonly quickAdd: QuickAdd | null;
  /** The output that "Connect to…" asks a target for. */
  readonly connecting: LinkRef | null;
  readonly isFinding: boolean;
  readonly dialog: "import" | null;
  /** Differences shown on the canvas. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Nodes the other version has and this one does not, shown while comparing. */
  readonly ghosts: readonly FlowNode[];
  /** Another version, shown on the canvas in place of the flow on screen. */
  readonly foreign: Flow | null;
  readonly references: References;
  /** By node, while the traffic is looked at. */
  readonly traffic: ReadonlyMap<string, NodeTraffic> | null;
  /** A field of the selected node to put the cursor into: the path, and a number that changes per request. */
  readonly wantedField: { readonly path: string; readonly request: number } | null;
  readonly set: (part: Partial<Omit<UiState, "set">>) => void;
}

export type UiStore = StoreApi<UiState>;

export function createUiStore(): UiStore {
  return createStore<UiState>()((set) => ({
    view: "canvas",
    side: null,
    quickAdd: null,
    connecting: null,
    isFinding: false,
    dialog: null,
    marks: new Map(),
    ghosts: [],
    foreign: null,
    references: noReferences,
    traffic: null,
    wantedField: null,
    set: (part) => set(part),
  }));
}
