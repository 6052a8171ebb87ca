import { describe, expect, it } from "vitest";
import { parseFlow, readStoredNode, unreadableFields, validate } from "./index.ts";

const stored = { id: "a", nodeType: "message", message: "Hello", nodeNumber: 3 };

describe("a stored node", () => {
  it("is read like any other when nothing is wrong with it", () => {
    const parsed = parseFlow([stored]);
    expect(parsed.ok && parsed.flow.nodes[0]).toEqual(readStoredNode(stored));
    expect(unreadableFields(readStoredNode(stored))).toEqual([]);
  });

  it.each([
    ["nextNodes", { next: "b" }],
    ["nextNodes", "b"],
    ["nextNodes", ["b"]],
    ["variables", "x = 1"],
    ["nodeInput", [1, 2]],
    ["behaviors", 7],
    ["whatsNext", "explode"],
    ["nodeNumber", "three"],
  ])("keeps a %s of another shape and says so", (field, value) => {
    const node = readStoredNode({ ...stored, [field]: value });
    expect(unreadableFields(node)).toEqual([field]);
    expect(node.behaviors["unreadable"]).toEqual({ [field]: value });
    // What was kept comes through the strict door again, so the node can be saved as it is.
    expect(parseFlow([node]).ok).toBe(true);
    expect(readStoredNode(node)).toEqual(node);
    const problems = validate({ nodes: [node] }).filter(({ code }) => code === "unreadable_field");
    expect(problems).toEqual([expect.objectContaining({ nodeId: "a", field, severity: "error" })]);
  });

  it("is refused by name at the strict door", () => {
    const parsed = parseFlow([{ ...stored, nextNodes: { next: "b" } }]);
    expect(parsed.ok ? [] : parsed.errors).toEqual([
      expect.objectContaining({ index: 0, field: "nextNodes", message: expect.stringContaining("list") }),
    ]);
  });
});
