// The flow on screen. apply() is the only way it changes: every edit is an operation with a name and an inverse.
import { applyOperation, hash, nodeById } from "@parley/flow";
import type { Applied, Flow, Operation } from "@parley/flow";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { nameOfEdit } from "./edit-name.ts";
import type { Say } from "./edit-name.ts";

export interface HistoryEntry {
  readonly label: string;
  readonly at: number;
  /** Takes the flow back to before the edit. */
  readonly inverse: Operation;
  readonly hashBefore: number;
  readonly hashAfter: number;
  /** Edits with the same key in a row become one entry: typing in one field. */
  readonly mergeKey: string | null;
}

export interface LinkRef {
  readonly from: string;
  readonly port: string;
}

export interface ApplyOptions {
  readonly label?: string;
  readonly mergeKey?: string;
  /** Selected afterwards. */
  readonly select?: readonly string[];
}

export interface EditorState {
  readonly versionId: string;
  readonly isReadOnly: boolean;
  /** The words of the designer, in the language of whoever uses it. */
  readonly say: Say;
  readonly flow: Flow;
  readonly selection: ReadonlySet<string>;
  readonly selectedLink: LinkRef | null;
  readonly past: readonly HistoryEntry[];
  /** The edit undone last comes first. */
  readonly future: readonly HistoryEntry[];
  /** Read out by screen readers. */
  readonly announcement: string;
  readonly apply: (operation: Operation, options?: ApplyOptions) => Applied | null;
  /** Somebody else's edit: no entry in the history, nothing to undo. */
  readonly receive: (operation: Operation) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Goes to the state after the given number of edits. */
  readonly goTo: (position: number) => void;
  readonly select: (ids: Iterable<string>) => void;
  readonly toggle: (id: string) => void;
  readonly selectLink: (link: LinkRef | null) => void;
  readonly announce: (text: string) => void;
}

export type EditorStore = StoreApi<EditorState>;

interface Options {
  readonly versionId: string;
  readonly flow: Flow;
  readonly say: Say;
  readonly isReadOnly?: boolean;
  readonly now?: () => number;
}

const mergeMs = 5_000;
const longestHistory = 500;

export function createEditorStore({
  versionId,
  flow,
  say,
  isReadOnly = false,
  now = Date.now,
}: Options): EditorStore {
  return createStore<EditorState>()((set, get) => ({
    versionId,
    isReadOnly,
    say,
    flow,
    selection: new Set(),
    selectedLink: null,
    past: [],
    future: [],
    announcement: "",
    apply(operation, options = {}) {
      const state = get();
      if (state.isReadOnly) return null;
      const applied = applyOperation(state.flow, operation);
      if (applied.flow === state.flow) return applied;
      const entry: HistoryEntry = {
        label: options.label ?? nameOfEdit(say, operation, state.flow),
        at: now(),
        inverse: applied.inverse,
        hashBefore: hash(state.flow),
        hashAfter: hash(applied.flow),
        mergeKey: options.mergeKey ?? null,
      };
      set({
        flow: applied.flow,
        past: withEntry(state.past, entry),
        future: [],
        selection: keptSelection(applied.flow, options.select ? new Set(options.select) : state.selection),
        selectedLink: keptLink(applied.flow, state.selectedLink),
        ...(options.mergeKey ? {} : { announcement: say("edits.done", { edit: entry.label }) }),
      });
      return applied;
    },
    receive(operation) {
      const { flow: next } = applyOperation(get().flow, operation);
      set({ flow: next, selection: keptSelection(next, get().selection) });
    },
    undo() {
      const entry = get().past.at(-1);
      if (!entry || get().isReadOnly) return;
      const { flow: next, inverse } = applyOperation(get().flow, entry.inverse);
      set({
        flow: next,
        past: get().past.slice(0, -1),
        future: [{ ...entry, inverse, mergeKey: null }, ...get().future],
        selection: keptSelection(next, get().selection),
        selectedLink: null,
        announcement: say("edits.undone", { edit: entry.label }),
      });
    },
    redo() {
      const [entry, ...future] = get().future;
      if (!entry || get().isReadOnly) return;
      const { flow: next, inverse } = applyOperation(get().flow, entry.inverse);
      set({
        flow: next,
        past: [...get().past, { ...entry, inverse }],
        future,
        selection: keptSelection(next, get().selection),
        announcement: say("edits.redone", { edit: entry.label }),
      });
    },
    goTo(position) {
      while (get().past.length > position && get().past.length > 0) get().undo();
      while (get().past.length < position && get().future.length > 0) get().redo();
    },
    select(ids) {
      set({ selection: new Set(ids), selectedLink: null });
    },
    toggle(id) {
      const next = new Set(get().selection);
      if (!next.delete(id)) next.add(id);
      set({ selection: next, selectedLink: null });
    },
    selectLink(link) {
      set({ selectedLink: link, ...(link ? { selection: new Set<string>() } : {}) });
    },
    announce(text) {
      set({ announcement: text });
    },
  }));
}

function withEntry(past: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  const last = past.at(-1);
  const isSameEdit =
    last && entry.mergeKey !== null && last.mergeKey === entry.mergeKey && entry.at - last.at < mergeMs;
  if (!isSameEdit) return [...past, entry].slice(-longestHistory);
  // The first inverse leads back to before the typing began.
  return [...past.slice(0, -1), { ...entry, inverse: last.inverse, hashBefore: last.hashBefore }];
}

function keptSelection(flow: Flow, selection: ReadonlySet<string>): ReadonlySet<string> {
  const kept = [...selection].filter((id) => nodeById(flow, id) !== undefined);
  return kept.length === selection.size ? selection : new Set(kept);
}

function keptLink(flow: Flow, link: LinkRef | null): LinkRef | null {
  const isThere = link && nodeById(flow, link.from)?.nextNodes.some(({ port }) => port === link.port);
  return isThere ? link : null;
}
