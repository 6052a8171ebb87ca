import { createNode } from "@parley/flow";
import type { FlowNode } from "@parley/flow";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { say } from "../store/english.ts";
import { createEditorStore } from "../store/editor-store.ts";
import type { Draft, Drafts } from "./drafts.ts";
import type { SavedNode } from "../../../shared/flow/stored-nodes.ts";
import type { FlowApi, NodeEdit, RemoteChange } from "./flow-api-types.ts";
import { createSavingStore } from "./saving-store.ts";

// Answers by the rule of the real one: an edit based on an older revision is not written but answered with
// what is there. The browser tests run against the real one.
function aServer(nodes: readonly FlowNode[]) {
  const rows = new Map<string, SavedNode>(nodes.map((node) => [node.id, { node, revision: 1 }]));
  const calls: (readonly NodeEdit[])[] = [];
  const listeners = new Set<(change: RemoteChange) => void>();
  const returns = new Set<() => void>();
  let isDown = false;
  let answerMs = 0;
  let losesAnswers = false;
  let saveMs = 0;
  const record = {
    syncedAt: null,
    syncedHash: null,
    syncErrors: [],
    validatedAt: null,
    validatedHash: null,
    validationMessages: [],
  };
  const check = () => {
    if (isDown) throw new Error("Parley cannot be reached.");
  };
  const api: FlowApi = {
    clientId: "tab",
    async save(edits) {
      check();
      calls.push(edits);
      const written: { id: string; revision: number }[] = [];
      const refused = [];
      for (const { node, baseRevision } of edits) {
        const row = rows.get(node.id) ?? null;
        if ((row?.revision ?? 0) !== baseRevision) {
          refused.push({ nodeId: node.id, who: "Ben", when: "2026-11-15T00:00:00Z", current: row });
          continue;
        }
        rows.set(node.id, { node, revision: baseRevision + 1 });
        written.push({ id: node.id, revision: baseRevision + 1 });
      }
      if (saveMs > 0) await new Promise((resolve) => setTimeout(resolve, saveMs));
      if (losesAnswers) throw new Error("Parley cannot be reached.");
      return { written, refused };
    },
    async remove(nodeId, baseRevision) {
      check();
      const row = rows.get(nodeId);
      if (row && row.revision !== baseRevision)
        return { nodeId, who: "Ben", when: "2026-11-15T00:00:00Z", current: row };
      rows.delete(nodeId);
      return null;
    },
    async loadNodes() {
      const read = [...rows.values()];
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      return read;
    },
    loadRecord: async () => record,
    sync: async () => record,
    validate: async () => record,
    watchChanges(onChange, onAgain) {
      listeners.add(onChange);
      returns.add(onAgain);
      return () => listeners.delete(onChange);
    },
    watchEditors: () => () => undefined,
    tellPresence: async () => undefined,
    leave: () => undefined,
  };
  return {
    api,
    rows,
    calls,
    record,
    setDown: (value: boolean) => (isDown = value),
    /** Saves are made, but nobody is told. */
    loseAnswers: (value: boolean) => (losesAnswers = value),
    /** Saves are made at once, and answered so much later. */
    answerAfter: (ms: number) => (saveMs = ms),
    /** The connection comes back, and reading the flow takes so long. */
    connectAgain(ms: number) {
      answerMs = ms;
      for (const again of returns) again();
    },
    /** Ben edits in another browser. */
    byBen(id: string, fields: Partial<FlowNode>, isTold = true) {
      const row = rows.get(id);
      if (!row) throw new Error(`no ${id}`);
      const next = { node: { ...row.node, ...fields }, revision: row.revision + 1 };
      rows.set(id, next);
      if (isTold) for (const tell of listeners) tell({ changed: [next], deleted: [], who: "Ben" });
    },
    deletedByBen(id: string) {
      rows.delete(id);
      for (const tell of listeners) tell({ changed: [], deleted: [id], who: "Ben" });
    },
  };
}

function memoryDrafts(): Drafts & { readonly kept: Map<string, Draft> } {
  const kept = new Map<string, Draft>();
  return {
    kept,
    write: async (draft) => void kept.set(draft.key, draft),
    clear: async (key) => void kept.delete(key),
    left: async () => [...kept.values()].filter((draft) => draft.key !== "tab"),
  };
}

const message = (id: string, text = `I am ${id}`) =>
  createNode("message", id, { solutionVersionId: "v1", message: text });

function open(server: ReturnType<typeof aServer>, drafts = memoryDrafts()) {
  const saved = [...server.rows.values()];
  const editor = createEditorStore({ versionId: "v1", flow: { nodes: saved.map(({ node }) => node) }, say });
  const saving = createSavingStore({ editor, api: server.api, saved, record: server.record, drafts });
  const stop = saving.getState().begin();
  return { editor, saving, stop, drafts };
}

const edit = (editor: ReturnType<typeof open>["editor"], id: string, fields: Partial<FlowNode>) =>
  editor.getState().apply({ type: "updateNode", id, fields });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("saving", () => {
  it("sends only the changed node, of thousands, and only once", async () => {
    const server = aServer(Array.from({ length: 5_000 }, (_, i) => message(`n${i}`)));
    const { editor, saving } = open(server);
    edit(editor, "n7", { message: "one" });
    edit(editor, "n7", { message: "two" });
    expect(saving.getState().phase).toBe("waiting");
    await vi.runAllTimersAsync();
    expect(server.calls.map((call) => call.map(({ node }) => [node.id, node.message]))).toEqual([
      [["n7", "two"]],
    ]);
    expect(saving.getState()).toMatchObject({ phase: "saved", unsaved: 0 });
  });

  it("says that it failed, tries again, and keeps the edit meanwhile", async () => {
    const server = aServer([message("a")]);
    const { editor, saving, drafts } = open(server);
    server.setDown(true);
    edit(editor, "a", { message: "kept" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saving.getState()).toMatchObject({
      phase: "failed",
      error: "Parley cannot be reached.",
      unsaved: 1,
    });
    expect(drafts.kept.get("tab")?.edits[0]?.node?.message).toBe("kept");
    server.setDown(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(saving.getState().phase).toBe("saved");
    expect(server.rows.get("a")?.node.message).toBe("kept");
    expect(drafts.kept.size).toBe(0);
  });

  it("deletes and adds", async () => {
    const server = aServer([message("a"), message("b")]);
    const { editor } = open(server);
    editor.getState().apply({ type: "removeNodes", ids: ["a"] });
    editor.getState().apply({ type: "addNodes", nodes: [message("c")] });
    await vi.runAllTimersAsync();
    expect([...server.rows.keys()]).toEqual(["b", "c"]);
  });

  it("saves an edit made while the browser is still putting the last draft away", async () => {
    const server = aServer([message("a"), message("b")]);
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 5_000));
    const { editor, saving } = open(server, { ...memoryDrafts(), write: slow, clear: slow });
    edit(editor, "a", { message: "first" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.rows.get("a")?.node.message).toBe("first");
    editor.getState().apply({ type: "removeNodes", ids: ["b"] });
    await vi.runAllTimersAsync();
    expect([...server.rows.keys()]).toEqual(["a"]);
    expect(saving.getState()).toMatchObject({ phase: "saved", unsaved: 0 });
  });

  it("does not bring back what was deleted while the flow was being read again", async () => {
    const server = aServer([message("a"), message("b")]);
    const { editor } = open(server);
    server.connectAgain(1_000);
    editor.getState().apply({ type: "removeNodes", ids: ["b"] });
    await vi.runAllTimersAsync();
    expect([...server.rows.keys()]).toEqual(["a"]);
    expect(editor.getState().flow.nodes.map((node) => node.id)).toEqual(["a"]);
  });
});

describe("two editors", () => {
  it("merge edits of different nodes and say so", async () => {
    const server = aServer([message("a"), message("b")]);
    const { editor, saving } = open(server);
    edit(editor, "a", { message: "mine" });
    server.byBen("b", { message: "theirs" });
    await vi.runAllTimersAsync();
    expect(editor.getState().flow.nodes.map((node) => node.message)).toEqual(["mine", "theirs"]);
    expect(server.rows.get("a")?.node.message).toBe("mine");
    expect(server.rows.get("b")?.node.message).toBe("theirs");
    expect(saving.getState().news?.text).toContain("Ben changed");
    expect(saving.getState().conflicts).toEqual([]);
  });

  it("merge different fields of one node", async () => {
    const server = aServer([message("a")]);
    const { editor } = open(server);
    edit(editor, "a", { message: "mine" });
    server.byBen("a", { nodeName: "theirs" });
    await vi.runAllTimersAsync();
    expect(server.rows.get("a")?.node).toMatchObject({ message: "mine", nodeName: "theirs" });
  });

  it("never save over a newer node: the same field waits for a person", async () => {
    const server = aServer([message("a")]);
    const { editor, saving } = open(server);
    server.byBen("a", { message: "theirs" }, false);
    edit(editor, "a", { message: "mine" });
    await vi.runAllTimersAsync();
    expect(server.rows.get("a")?.node.message).toBe("theirs");
    const [conflict] = saving.getState().conflicts;
    expect(conflict).toMatchObject({ id: "a", who: "Ben", mine: { message: "mine" } });
    expect(editor.getState().flow.nodes[0]?.message).toBe("mine");
    edit(editor, "a", { nodeName: "still editing" });
    await vi.runAllTimersAsync();
    expect(server.rows.get("a")?.node.message).toBe("theirs");
    saving.getState().resolve("a", message("a", "both of us"));
    await vi.runAllTimersAsync();
    expect(server.rows.get("a")?.node.message).toBe("both of us");
    expect(saving.getState()).toMatchObject({ conflicts: [], phase: "saved" });
  });

  it("are never asked about their own words when an answer was lost", async () => {
    const server = aServer([message("a"), message("b")]);
    const { editor, saving } = open(server);
    server.loseAnswers(true);
    edit(editor, "a", { message: "one" });
    edit(editor, "b", { message: "gone" });
    await vi.advanceTimersByTimeAsync(800);
    expect(server.rows.get("a")?.node.message).toBe("one");
    expect(saving.getState().phase).toBe("failed");
    edit(editor, "a", { message: "one two" });
    editor.getState().apply({ type: "removeNodes", ids: ["b"] });
    server.loseAnswers(false);
    await vi.runAllTimersAsync();
    expect(saving.getState()).toMatchObject({ conflicts: [], phase: "saved" });
    expect(server.rows.get("a")?.node.message).toBe("one two");
    expect(server.rows.has("b")).toBe(false);
  });

  it("nor when a colleague wrote on top of a save before its answer came", async () => {
    const server = aServer([message("a")]);
    const { editor, saving } = open(server);
    server.answerAfter(500);
    edit(editor, "a", { message: "one" });
    await vi.advanceTimersByTimeAsync(800);
    edit(editor, "a", { message: "one two" });
    server.byBen("a", { nodeName: "theirs" });
    expect(saving.getState().conflicts).toEqual([]);
    await vi.runAllTimersAsync();
    expect(saving.getState()).toMatchObject({ conflicts: [], phase: "saved" });
    expect(server.rows.get("a")?.node).toMatchObject({ message: "one two", nodeName: "theirs" });
    // Based on what Ben left, so nothing had to be refused.
    expect(server.calls.map((call) => call[0]?.baseRevision)).toEqual([1, 3]);
  });

  it("keep an edited node that the other one deleted, until somebody decides", async () => {
    const server = aServer([message("a"), message("b")]);
    const { editor, saving } = open(server);
    edit(editor, "a", { message: "mine" });
    server.deletedByBen("a");
    server.deletedByBen("b");
    await vi.runAllTimersAsync();
    expect(editor.getState().flow.nodes.map((node) => node.id)).toEqual(["a"]);
    expect(saving.getState().conflicts).toHaveLength(1);
    saving.getState().resolve("a", message("a", "mine"));
    await vi.runAllTimersAsync();
    expect(server.rows.get("a")?.node.message).toBe("mine");
  });
});

describe("edits of an earlier visit", () => {
  const leftBehind = (node: FlowNode, base: SavedNode | null): Draft => ({
    key: "old tab",
    versionId: "v1",
    at: 1,
    edits: [{ node, base }],
  });

  it("are offered back, and come back when asked for", async () => {
    const server = aServer([message("a")]);
    const drafts = memoryDrafts();
    drafts.kept.set("old tab", leftBehind(message("a", "offline"), { node: message("a"), revision: 1 }));
    const { editor, saving } = open(server, drafts);
    await vi.runAllTimersAsync();
    expect(editor.getState().flow.nodes[0]?.message).toBe("I am a");
    expect(saving.getState().draft?.edits).toHaveLength(1);
    saving.getState().restoreDraft();
    await vi.runAllTimersAsync();
    expect(server.rows.get("a")?.node.message).toBe("offline");
    expect(drafts.kept.size).toBe(0);
  });

  it("become a conflict when the node has moved on", async () => {
    const server = aServer([message("a")]);
    server.byBen("a", { message: "newer" }, false);
    const drafts = memoryDrafts();
    drafts.kept.set("old tab", leftBehind(message("a", "offline"), { node: message("a"), revision: 1 }));
    const { saving } = open(server, drafts);
    await vi.runAllTimersAsync();
    saving.getState().restoreDraft();
    await vi.runAllTimersAsync();
    expect(saving.getState().conflicts).toHaveLength(1);
    expect(server.rows.get("a")?.node.message).toBe("newer");
  });
});
