import { applyOperation, createNode } from "@parley/flow";
import type { FlowNode } from "@parley/flow";
import { describe, expect, it } from "vitest";
import { generateFlow } from "@parley/flow/testing/generate-flow";
import { outlineRows } from "../outline/rows.ts";
import { linkAt } from "./link-path.ts";
import { boundsOf, boxAt, sceneOf, withMembers } from "./scene.ts";

const at = (id: string, type: string, x: number, y: number, next: string[] = [], layout = {}): FlowNode =>
  createNode(type, id, {
    nodeName: id,
    nextNodes: next.map((target) => ({ port: "next", target })),
    behaviors: { layout: { x, y, ...layout } },
  });

describe("scene", () => {
  it("makes only the boxes of edited nodes anew", () => {
    const flow = generateFlow(200);
    const before = sceneOf(flow);
    const { flow: edited } = applyOperation(flow, {
      type: "updateNode",
      id: "n5",
      fields: { nodeName: "x" },
    });
    const after = sceneOf(edited);
    const changed = after.boxes.filter((box, i) => box !== before.boxes[i]);
    expect(changed.map((box) => box.id)).toEqual(["n5"]);
  });

  it("shows nodes with the same id twice rather than hiding one", () => {
    const flow = { nodes: [at("a", "message", 0, 0), at("a", "message", 400, 0)] };
    expect(sceneOf(flow).boxes).toHaveLength(2);
  });

  it("draws no connection to a node that does not exist", () => {
    const flow = { nodes: [at("a", "message", 0, 0, ["gone"])] };
    expect(sceneOf(flow).links).toEqual([]);
  });

  it("finds the node above its group and a note, and the connection near a point", () => {
    const flow = {
      nodes: [
        at("group", "group", -50, -50, [], { width: 900, height: 400 }),
        at("a", "message", 0, 0, ["b"], { group: "group" }),
        at("b", "message", 500, 0),
        at("note", "note", -20, -20, [], { width: 200, height: 100 }),
      ],
    };
    const scene = sceneOf(flow);
    expect(boxAt(scene, 10, 10)?.id).toBe("a");
    expect(boxAt(scene, -10, -10)?.id).toBe("note");
    expect(boxAt(scene, 300, 200)?.id).toBe("group");
    expect(linkAt(scene.links, 370, 18, 8)?.from.id).toBe("a");
    expect(linkAt(scene.links, 370, 60, 8)).toBeUndefined();
    expect([...withMembers(scene, new Set(["group"]))]).toEqual(["group", "a"]);
    expect(boundsOf(scene.boxes)).toEqual({ x: -50, y: -50, width: 900, height: 400 });
  });

  it("folds away what is reached through the folded node alone", () => {
    const flow = {
      nodes: [
        at("start", "start", 0, 0, ["a"]),
        at("a", "message", 300, 0, ["b"], { folded: true }),
        at("b", "message", 600, 0, ["c"], { group: "frame" }),
        at("c", "message", 900, 0),
        at("frame", "group", 560, -40),
        createNode("message", "d", { intent: "help", nextNodes: [{ port: "next", target: "c" }] }),
      ],
    };
    const scene = sceneOf(flow);
    expect(scene.boxes.map((box) => box.id)).toEqual(["start", "a", "c", "d"]);
    expect(scene.hiddenBelow.get("a")).toBe(1);
  });
});

describe("outline", () => {
  it("lists every node once, and refers to it where it is reached again", () => {
    const flow = generateFlow(300);
    const rows = outlineRows(flow);
    const shown = rows.filter((row) => !row.isReference).map((row) => row.node.id);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.toSorted()).toEqual(flow.nodes.map((node) => node.id).toSorted());
    expect(rows.some((row) => row.isReference)).toBe(true);
  });

  it("copes with a chain of thousands", () => {
    const nodes = Array.from({ length: 9_000 }, (_, i) =>
      at(`n${i}`, i === 0 ? "start" : "message", 0, 0, [`n${i + 1}`]),
    );
    expect(outlineRows({ nodes })).toHaveLength(9_000);
  });
});
