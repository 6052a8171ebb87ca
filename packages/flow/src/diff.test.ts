import { expect, test } from "vitest";
import { cloneNodes } from "./clone-nodes.ts";
import { diffFlows } from "./diff.ts";
import { layoutOf } from "./layout.ts";
import { applyOperation } from "./operations/apply-operation.ts";
import { aFlow, aNode } from "./testing/conversation.ts";

const before = aFlow(aNode("message", "a", { message: "Hi" }, "b"), aNode("message", "b"), aNode("end", "c"));

test("lists added, changed and removed nodes with the fields that changed", () => {
  const { flow: after } = applyOperation(before, {
    type: "batch",
    operations: [
      { type: "removeNodes", ids: ["c"] },
      { type: "addNodes", nodes: [aNode("end", "d")] },
      { type: "updateNode", id: "a", fields: { message: "Hello", order: 4 } },
      {
        type: "move",
        positions: [
          { id: "a", x: 1, y: 1 },
          { id: "b", x: 5, y: 6 },
        ],
      },
    ],
  });
  const diff = diffFlows(before, after);
  expect(diff.added.map((node) => node.id)).toEqual(["d"]);
  expect(diff.removed.map((node) => node.id)).toEqual(["c"]);
  expect(diff.changed.map(({ id, fields, isLayoutOnly }) => ({ id, fields, isLayoutOnly }))).toEqual([
    {
      id: "a",
      isLayoutOnly: false,
      fields: [
        { field: "order", before: 0, after: 4 },
        { field: "message", before: "Hi", after: "Hello" },
      ],
    },
    {
      id: "b",
      isLayoutOnly: true,
      fields: [{ field: "behaviors", before: {}, after: { layout: { x: 5, y: 6 } } }],
    },
  ]);
});

test("says which group a node went into or came out of", () => {
  const frame = aNode("group", "g", { nodeName: "Payment" });
  const { flow: after } = applyOperation(
    { nodes: [...before.nodes, frame] },
    {
      type: "batch",
      operations: [
        { type: "updateNode", id: "a", fields: { behaviors: { layout: { x: 0, y: 0, group: "g" } } } },
        { type: "move", positions: [{ id: "b", x: 5, y: 6 }] },
      ],
    },
  );
  const groups = (one: typeof before, other: typeof before) =>
    diffFlows(one, other).changed.map(({ id, isLayoutOnly, group }) => ({ id, isLayoutOnly, group }));
  expect(groups(before, after)).toEqual([
    { id: "a", isLayoutOnly: true, group: { before: "", after: "Payment" } },
    { id: "b", isLayoutOnly: true, group: null },
  ]);
  expect(groups(after, before)[0]).toMatchObject({ group: { before: "Payment", after: "" } });
});

test("two copies of a flow in two versions do not differ", () => {
  const copy = {
    nodes: before.nodes.map((node) => ({ ...node, solutionVersionId: "v2", lastModified: "2026-01-01" })),
  };
  expect(diffFlows(before, copy)).toMatchObject({ added: [], changed: [], removed: [] });
});

test("pasted nodes lead to each other, not to the nodes they were copied from", () => {
  let next = 0;
  const nodes = [
    aNode(
      "message",
      "a",
      { behaviors: { layout: { x: 10, y: 20, group: "g" } } },
      { next: "b", error: "elsewhere" },
    ),
    aNode("jump", "b", { parameterInput: { nodeId: "a" } }),
  ];
  const [a, b] = cloneNodes(nodes, {
    newId: () => `new${++next}`,
    solutionVersionId: "v2",
    firstNumber: 8,
    offset: { x: 40, y: 40 },
  });
  expect(a).toMatchObject({
    id: "new1",
    solutionVersionId: "v2",
    nodeNumber: 8,
    nextNodes: [{ port: "next", target: "new2" }],
  });
  expect(a && layoutOf(a)).toMatchObject({ x: 50, y: 60, group: "" });
  expect(b?.parameterInput).toEqual({ nodeId: "new1" });
});
