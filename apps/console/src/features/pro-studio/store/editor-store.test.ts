import { createNode, hash } from "@parley/flow";
import type { Flow, FlowNode } from "@parley/flow";
import { describe, expect, it } from "vitest";
import { editsSince } from "../bars/truth.ts";
import { align, toggleGroup } from "./arrange.ts";
import { copiedText, duplicate, paste } from "./clipboard.ts";
import { createEditorStore } from "./editor-store.ts";
import { say } from "./english.ts";
import { addNode, connect, removeSelected, toggleFold } from "./edits.ts";

const node = (id: string, type: string, x = 0, next?: string): FlowNode =>
  createNode(type, id, {
    solutionVersionId: "v1",
    message: `I am ${id}`,
    nextNodes: next === undefined ? [] : [{ port: "next", target: next }],
    behaviors: { layout: { x, y: 0 } },
  });

const smallFlow = (): Flow => ({
  nodes: [node("start", "start", 0, "a"), node("a", "message", 320, "b"), node("b", "message", 640)],
});

function open(flow = smallFlow(), isReadOnly = false) {
  let time = 0;
  return createEditorStore({ versionId: "v1", flow, say, isReadOnly, now: () => (time += 10) });
}

describe("history", () => {
  it("undoes and redoes every edit, by name", () => {
    const editor = open();
    const before = editor.getState().flow;
    addNode(editor, "question", { from: { from: "b", port: "next" } });
    editor.getState().select(["a"]);
    removeSelected(editor);
    editor.getState().select(["start", "b"]);
    toggleGroup(editor);
    const labels = editor.getState().past.map((entry) => entry.label);
    expect(labels).toEqual(["Add “Question”", "Delete 1 node", "Group 2 nodes"]);
    const after = editor.getState().flow;
    editor.getState().goTo(0);
    expect(editor.getState().flow).toEqual(before);
    expect(editor.getState().announcement).toBe("Undone: Add “Question”.");
    editor.getState().goTo(3);
    expect(editor.getState().flow).toEqual(after);
  });

  it("makes one entry of typing in one field, and another of the next field", () => {
    const editor = open();
    for (const message of ["H", "He", "Hey"]) {
      editor
        .getState()
        .apply({ type: "updateNode", id: "a", fields: { message } }, { mergeKey: "a message" });
    }
    editor
      .getState()
      .apply({ type: "updateNode", id: "a", fields: { nodeName: "Greeting" } }, { mergeKey: "a nodeName" });
    expect(editor.getState().past).toHaveLength(2);
    editor.getState().undo();
    editor.getState().undo();
    expect(editor.getState().flow).toEqual(smallFlow());
  });

  it("forgets what was undone when something new is done", () => {
    const editor = open();
    editor.getState().apply({ type: "disconnect", from: "a", port: "next" });
    editor.getState().undo();
    editor.getState().apply({ type: "disconnect", from: "start", port: "next" });
    expect(editor.getState().future).toEqual([]);
  });

  it("leaves somebody else's edit alone when one's own is undone", () => {
    const editor = open();
    editor.getState().apply({ type: "updateNode", id: "a", fields: { message: "mine" } });
    editor.getState().receive({ type: "updateNode", id: "b", fields: { message: "theirs" } });
    editor.getState().undo();
    expect(editor.getState().flow.nodes.map((item) => item.message)).toEqual([
      "I am start",
      "I am a",
      "theirs",
    ]);
  });

  it("refuses every edit of a published version", () => {
    const editor = open(smallFlow(), true);
    expect(editor.getState().apply({ type: "removeNodes", ids: ["a"] })).toBeNull();
    expect(editor.getState().flow).toEqual(smallFlow());
  });

  it("counts the edits since a hash, without those that only move boxes", () => {
    const editor = open();
    const validated = hash(editor.getState().flow);
    editor.getState().apply({ type: "updateNode", id: "a", fields: { message: "one" } });
    editor.getState().apply({ type: "move", positions: [{ id: "a", x: 5, y: 5 }] });
    editor.getState().apply({ type: "updateNode", id: "b", fields: { message: "two" } });
    const { past, flow } = editor.getState();
    expect(editsSince(past, hash(flow), validated)).toBe(2);
    expect(editsSince(past, hash(flow), 12345)).toBeNull();
  });
});

describe("edits", () => {
  it("places a new node beside the one it comes from, and connects it", () => {
    const editor = open();
    const id = addNode(editor, "message", { from: { from: "b", port: "next" } });
    const { flow, selection } = editor.getState();
    expect(flow.nodes.find((item) => item.id === "b")?.nextNodes).toEqual([{ port: "next", target: id }]);
    expect([...selection]).toEqual([id]);
  });

  it("lets nothing lead to a start or a note", () => {
    const editor = open({ nodes: [...smallFlow().nodes, node("n", "note")] });
    connect(editor, { from: "b", port: "next" }, "start");
    connect(editor, { from: "b", port: "next" }, "n");
    expect(editor.getState().flow.nodes.find((item) => item.id === "b")?.nextNodes).toEqual([]);
  });

  it("drops deleted nodes from the selection", () => {
    const editor = open();
    editor.getState().select(["a", "b"]);
    editor.getState().receive({ type: "removeNodes", ids: ["a"] });
    expect([...editor.getState().selection]).toEqual(["b"]);
  });

  it("aligns, folds and duplicates what is selected", () => {
    const editor = open();
    editor.getState().select(["a", "b"]);
    align(editor, "left");
    expect(editor.getState().flow.nodes.map((item) => item.behaviors["layout"])).toMatchObject([
      { x: 0 },
      { x: 320 },
      { x: 320 },
    ]);
    const [first, second] = duplicate(editor);
    const copies = editor.getState().flow.nodes.filter((item) => item.id === first || item.id === second);
    expect(copies[0]?.nextNodes).toEqual([{ port: "next", target: second }]);
    editor.getState().select(["a"]);
    toggleFold(editor);
    toggleFold(editor);
    expect(editor.getState().past.map((entry) => entry.label)).toEqual([
      "Align 2 nodes",
      "Duplicate 2 nodes",
      "Fold 1 node",
      "Unfold 1 node",
    ]);
  });
});

describe("clipboard", () => {
  it("takes nodes from one flow to another, with new ids and their connections", () => {
    const editor = open();
    editor.getState().select(["a", "b"]);
    const text = copiedText(editor) ?? "";
    const other = createEditorStore({ versionId: "v2", flow: { nodes: [] }, say });
    const pasted = paste(other, text, { x: 100, y: 100 });
    expect(pasted.ok).toBe(true);
    const [a, b] = other.getState().flow.nodes;
    expect(a?.solutionVersionId).toBe("v2");
    expect(a?.nextNodes).toEqual([{ port: "next", target: b?.id }]);
    expect(a?.id).not.toBe("a");
  });

  it("refuses text that is no flow with a sentence, and changes nothing", () => {
    const editor = open();
    const pasted = paste(editor, "<script>alert(1)</script>", null);
    expect(pasted.ok).toBe(false);
    expect(editor.getState().past).toEqual([]);
  });
});
