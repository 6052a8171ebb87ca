// Saves what changed, node by node, and never over somebody else's newer node.
import { nodeById } from "@parley/flow";
import type { FlowNode } from "@parley/flow";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Say } from "../store/edit-name.ts";
import type { EditorStore } from "../store/editor-store.ts";
import type { Draft, Drafts } from "./drafts.ts";
import type { SavedNode } from "../../../shared/flow/stored-nodes.ts";
import type { Editor, FlowApi, FlowRecord } from "./flow-api-types.ts";
import { receiveRemote, resolveConflict } from "./remote.ts";
import type { NodeConflict } from "./remote.ts";
import { countOf, unsavedIn } from "./unsaved.ts";
import type { Bases } from "./unsaved.ts";

export interface SavingState {
  readonly phase: "saved" | "waiting" | "saving" | "failed";
  readonly unsaved: number;
  readonly savedAt: number | null;
  /** Why the last try failed. */
  readonly error: string | null;
  readonly conflicts: readonly NodeConflict[];
  readonly editors: readonly Editor[];
  readonly record: FlowRecord;
  readonly busy: "sync" | "validate" | null;
  /** Edits of an earlier visit that never reached the server. */
  readonly draft: Draft | null;
  /** What others did, in one sentence; changes with every event. */
  readonly news: { readonly text: string; readonly at: number } | null;
  readonly saveNow: () => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly validate: () => Promise<void>;
  /** Null: the node shall be gone. */
  readonly resolve: (nodeId: string, chosen: FlowNode | null) => void;
  readonly restoreDraft: () => void;
  readonly discardDraft: () => void;
  /** Watches the flow and the others until the returned function is called. */
  readonly begin: () => () => void;
}

export type SavingStore = StoreApi<SavingState>;

interface Options {
  readonly editor: EditorStore;
  readonly api: FlowApi;
  readonly saved: readonly SavedNode[];
  readonly record: FlowRecord;
  readonly drafts: Drafts;
  readonly delayMs?: number;
}

const nodesPerCall = 100;
const longestRetryMs = 30_000;

export function createSavingStore(options: Options): SavingStore {
  const { editor, api, drafts, delayMs = 700 } = options;
  const bases: Bases = new Map(options.saved.map((saved) => [saved.node.id, saved]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  const sent = new Map<string, readonly FlowNode[]>();
  /** Ids this tab deleted on the server, in order. */
  const deletedHere: string[] = [];

  return createStore<SavingState>()((set, get) => {
    const held = () => new Set(get().conflicts.map((conflict) => conflict.id));
    const unsaved = () => unsavedIn(editor.getState().flow, bases, held());

    const schedule = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void get().saveNow(), delay);
    };

    const keepDraft = async () => {
      const { edits, removed } = unsaved();
      const clashes = get().conflicts.flatMap(({ mine, base }) => (mine ? [{ node: mine, base }] : []));
      const kept = [
        ...clashes,
        ...edits.map(({ node }) => ({ node, base: bases.get(node.id) ?? null })),
        ...removed.map(({ id }) => ({ node: null, base: bases.get(id) ?? null })),
      ];
      const { versionId } = editor.getState();
      if (kept.length === 0) await drafts.clear(api.clientId);
      else await drafts.write({ key: api.clientId, versionId, at: Date.now(), edits: kept });
    };

    const noticeEdit = () => {
      const count = countOf(unsaved());
      const isSaving = running !== null;
      set({ unsaved: count, phase: count === 0 ? "saved" : isSaving ? "saving" : "waiting" });
      void keepDraft().catch(() => undefined);
      if (count > 0 && !isSaving) schedule(delayMs);
    };

    const context = {
      editor,
      bases,
      sent: (id: string) => sent.get(id) ?? [],
      conflicts: () => get().conflicts,
      setConflicts: (conflicts: readonly NodeConflict[]) => set({ conflicts }),
      tell: (text: string) => set({ news: { text, at: Date.now() } }),
    };

    const saveOnce = async () => {
      const { edits, removed } = unsaved();
      for (let first = 0; first < edits.length; first += nodesPerCall) {
        const part = edits.slice(first, first + nodesPerCall);
        for (const { node } of part) sent.set(node.id, [...context.sent(node.id), node]);
        const { written, refused } = await api.save(part);
        for (const { id, revision } of written) {
          const node = context.sent(id).at(-1);
          // Somebody may have changed it on top of this save already, and been heard first.
          if (node && revision > (bases.get(id)?.revision ?? 0)) bases.set(id, { node, revision });
          sent.delete(id);
        }
        for (const { nodeId, who, when, current } of refused) {
          if (current) receiveRemote(context, { changed: [current], deleted: [], who }, when);
          else receiveRemote(context, { changed: [], deleted: [nodeId], who }, when);
          sent.delete(nodeId);
        }
      }
      for (const { id, baseRevision } of removed) {
        const refused = await api.remove(id, baseRevision);
        if (!refused) {
          bases.delete(id);
          deletedHere.push(id);
        } else if (refused.current) {
          receiveRemote(context, { changed: [refused.current], deleted: [], who: refused.who }, refused.when);
        }
      }
    };

    const saveAll = async () => {
      clearTimeout(timer);
      if (countOf(unsaved()) === 0) return;
      set({ phase: "saving", error: null });
      try {
        // An edit made while the last one was on its way is saved right behind it.
        for (let rounds = 0; countOf(unsaved()) > 0 && rounds < 20; rounds++) await saveOnce();
        failures = 0;
        set({
          phase: countOf(unsaved()) === 0 ? "saved" : "waiting",
          savedAt: Date.now(),
          unsaved: countOf(unsaved()),
        });
        // Not waited for: an edit made meanwhile would find a save under way that no longer looks at it.
        void keepDraft().catch(() => undefined);
      } catch (reason) {
        failures++;
        set({
          phase: "failed",
          unsaved: countOf(unsaved()),
          error: reason instanceof Error ? reason.message : String(reason),
        });
        schedule(Math.min(2_000 * 2 ** (failures - 1), longestRetryMs));
      }
    };

    const reread = async () => {
      const before = deletedHere.length;
      const [all, record] = await Promise.all([api.loadNodes(), api.loadRecord()]);
      // The answer may be older than a deletion that was on its way: what one deleted must not come back.
      const gone = new Set(deletedHere.slice(before));
      const nodes = all.filter(({ node }) => !gone.has(node.id));
      const there = new Set(nodes.map(({ node }) => node.id));
      const deleted = [...bases.keys()].filter((id) => !there.has(id));
      receiveRemote(context, { changed: nodes, deleted, who: "" }, new Date().toISOString());
      set({ record });
      noticeEdit();
    };

    return {
      phase: "saved",
      unsaved: 0,
      savedAt: null,
      error: null,
      conflicts: [],
      editors: [],
      record: options.record,
      busy: null,
      draft: null,
      news: null,
      async saveNow() {
        running ??= saveAll().finally(() => {
          running = null;
          // After so many rounds of edits behind edits the rest gets a run of its own.
          if (get().phase !== "failed" && countOf(unsaved()) > 0) noticeEdit();
        });
        await running;
      },
      async sync() {
        set({ busy: "sync" });
        try {
          await get().saveNow();
          const reason = stillUnsaved(get(), editor.getState().say);
          if (reason) throw new Error(reason);
          set({ record: await api.sync() });
        } finally {
          set({ busy: null });
        }
      },
      async validate() {
        set({ busy: "validate" });
        try {
          await get().saveNow();
          const reason = stillUnsaved(get(), editor.getState().say);
          if (reason) throw new Error(reason);
          set({ record: await api.validate() });
        } finally {
          set({ busy: null });
        }
      },
      resolve(nodeId, chosen) {
        resolveConflict(context, nodeId, chosen);
        noticeEdit();
      },
      restoreDraft() {
        const { draft } = get();
        if (!draft) return;
        set({ draft: null });
        restore(context, draft);
        noticeEdit();
        void drafts.clear(draft.key);
      },
      discardDraft() {
        const { draft } = get();
        set({ draft: null });
        if (draft) void drafts.clear(draft.key);
      },
      begin() {
        const { isReadOnly, versionId } = editor.getState();
        if (isReadOnly) return () => undefined;
        const stopEditor = editor.subscribe((state, before) => {
          if (state.flow !== before.flow) noticeEdit();
        });
        const stopChanges = api.watchChanges(
          (change) => {
            receiveRemote(context, change, new Date().toISOString());
            noticeEdit();
          },
          () => void reread().catch(() => undefined),
        );
        const stopEditors = api.watchEditors((editors) => set({ editors }));
        const onOnline = () => void get().saveNow();
        const onLeave = (event: BeforeUnloadEvent) => {
          if (countOf(unsaved()) > 0) event.preventDefault();
        };
        globalThis.addEventListener?.("online", onOnline);
        globalThis.addEventListener?.("beforeunload", onLeave);
        void drafts.left(versionId).then(
          ([draft]) => {
            if (draft) set({ draft });
          },
          () => undefined,
        );
        return () => {
          stopEditor();
          stopChanges();
          stopEditors();
          globalThis.removeEventListener?.("online", onOnline);
          globalThis.removeEventListener?.("beforeunload", onLeave);
          void get().saveNow();
          api.leave();
        };
      },
    };
  });
}

function stillUnsaved({ conflicts, phase, error }: SavingState, say: Say): string | null {
  if (conflicts.length > 0) return say("news.settleFirst");
  return phase === "failed" ? say("news.notSaved", { reason: error ?? "" }).trim() : null;
}

/** An edit of a node nobody touched since is made again; any other is put to the person as a conflict. */
function restore(context: Parameters<typeof receiveRemote>[0], draft: Draft): void {
  const { editor, bases } = context;
  for (const { node, base } of draft.edits) {
    const id = node?.id ?? base?.node.id ?? "";
    const now = bases.get(id);
    const isUntouched = now?.revision === base?.revision;
    const onScreen = nodeById(editor.getState().flow, id);
    const options = { label: editor.getState().say("edits.bringBack") };
    if (!isUntouched && node && now) {
      context.setConflicts([
        ...context.conflicts(),
        { id, who: "", when: new Date().toISOString(), mine: node, theirs: now, base },
      ]);
    } else if (!node) editor.getState().apply({ type: "removeNodes", ids: [id] }, options);
    else if (onScreen) editor.getState().apply({ type: "updateNode", id, fields: node }, options);
    else editor.getState().apply({ type: "addNodes", nodes: [node] }, options);
  }
}
