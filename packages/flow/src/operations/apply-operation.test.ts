import { describe, expect, test } from "vitest";
import { emptyFlow, nodeById } from "../flow.ts";
import { layoutOf } from "../layout.ts";
import { aFlow, aNode } from "../testing/conversation.ts";
import { generateFlow } from "../testing/generate-flow.ts";
import { applyOperation } from "./apply-operation.ts";
import type { Operation } from "./operation.ts";

describe("applyOperation", () => {
  test("leaves the nodes it does not touch as they are, the same objects", () => {
    const flow = generateFlow(5_000);
    const edit: Operation = { type: "updateNode", id: "n2500", fields: { message: "Changed" } };
    const after = applyOperation(flow, edit).flow;
    const different = after.nodes.filter((node, i) => node !== flow.nodes[i]);
    expect(different.map((node) => node.id)).toEqual(["n2500"]);
    const without = applyOperation(flow, { type: "removeNodes", ids: ["n2500"] }).flow;
    const kept = new Set(flow.nodes);
    const rewritten = without.nodes.filter((node) => !kept.has(node));
    expect(without.nodes).toHaveLength(4_999);
    const pointed = flow.nodes.filter((node) => node.nextNodes.some((link) => link.target === "n2500"));
    expect(rewritten.map((node) => node.id)).toEqual(pointed.map((node) => node.id));
  });

  test("an edit that changes nothing gives back the very same flow", () => {
    const flow = aFlow(aNode("message", "a", { message: "Hi" }));
    expect(applyOperation(flow, { type: "updateNode", id: "a", fields: { message: "Hi" } }).flow).toBe(flow);
    expect(applyOperation(flow, { type: "connect", from: "start", port: "next", to: "a" }).flow).toBe(flow);
    expect(applyOperation(flow, { type: "disconnect", from: "a", port: "next" }).flow).toBe(flow);
  });

  test("deleting a node takes the connections to it away, and undo brings both back", () => {
    const flow = aFlow(aNode("message", "a", {}, "b"), aNode("message", "b", {}, "a"), aNode("end", "c"));
    const { flow: after, inverse } = applyOperation(flow, { type: "removeNodes", ids: ["a"] });
    expect(after.nodes.map((node) => [node.id, node.nextNodes])).toEqual([
      ["start", []],
      ["b", []],
      ["c", []],
    ]);
    expect(applyOperation(after, inverse).flow).toEqual(flow);
  });

  test("connecting a port again replaces where it led", () => {
    const flow = aFlow(aNode("choice", "a", {}, { yes: "b", no: "c" }), aNode("end", "b"), aNode("end", "c"));
    const { flow: after } = applyOperation(flow, { type: "connect", from: "a", port: "yes", to: "c" });
    expect(nodeById(after, "a")?.nextNodes).toEqual([
      { port: "yes", target: "c" },
      { port: "no", target: "c" },
    ]);
  });

  test("says which ids it could not act on", () => {
    const flow = aFlow(aNode("message", "a"));
    expect(applyOperation(flow, { type: "removeNodes", ids: ["a", "gone"] }).skipped).toEqual(["gone"]);
    expect(applyOperation(flow, { type: "addNodes", nodes: [aNode("end", "a")] }).skipped).toEqual(["a"]);
    expect(applyOperation(flow, { type: "connect", from: "a", port: "next", to: "gone" }).skipped).toEqual([
      "gone",
    ]);
    expect(applyOperation(emptyFlow(), { type: "disconnect", from: "a", port: "next" }).skipped).toEqual([
      "a",
    ]);
    expect(applyOperation(flow, { type: "move", positions: [{ id: "gone", x: 1, y: 1 }] }).skipped).toEqual([
      "gone",
    ]);
  });

  test("layout is kept inside behaviors, beside the other behaviours", () => {
    const flow = aFlow(aNode("message", "a", { behaviors: { delayMs: 500 } }));
    const moved = applyOperation(flow, { type: "move", positions: [{ id: "a", x: 12, y: 34 }] }).flow;
    const coloured = applyOperation(moved, {
      type: "setLayout",
      ids: ["a"],
      layout: { colour: "teal", group: "g" },
    });
    const node = nodeById(coloured.flow, "a");
    expect(node?.behaviors["delayMs"]).toBe(500);
    expect(node && layoutOf(node)).toMatchObject({ x: 12, y: 34, colour: "teal", group: "g", folded: false });
  });
});
