import { expect, test } from "vitest";
import { aNode } from "../testing/conversation.ts";
import { describeOperation } from "./describe-operation.ts";
import type { Operation } from "./operation.ts";

test.each<[string, Operation]>([
  ["Add “Welcome”", { type: "addNodes", nodes: [aNode("message", "a", { nodeName: "Welcome" })] }],
  ["Add 2 nodes", { type: "addNodes", nodes: [aNode("message", "a"), aNode("end", "b")] }],
  ["Delete 3 nodes", { type: "removeNodes", ids: ["a", "b", "c"] }],
  ["Delete 1 node", { type: "removeNodes", ids: ["a"] }],
  ["Rename to “Greeting”", { type: "updateNode", id: "a", fields: { nodeName: "Greeting" } }],
  ["Edit message", { type: "updateNode", id: "a", fields: { message: "Hi" } }],
  ["Edit 2 fields", { type: "updateNode", id: "a", fields: { message: "Hi", output: "x" } }],
  ["Edit connections", { type: "updateNodes", changes: [{ id: "a", fields: { nextNodes: [] } }] }],
  ["Connect nodes", { type: "connect", from: "a", port: "next", to: "b" }],
  [
    "Move 2 nodes",
    {
      type: "move",
      positions: [
        { id: "a", x: 0, y: 0 },
        { id: "b", x: 0, y: 0 },
      ],
    },
  ],
  ["Fold 1 node", { type: "setLayout", ids: ["a"], layout: { folded: true } }],
  ["Colour 2 nodes", { type: "setLayout", ids: ["a", "b"], layout: { colour: "red" } }],
  ["Ungroup 1 node", { type: "setLayout", ids: ["a"], layout: { group: "" } }],
  ["Paste 4 nodes", { type: "batch", label: "Paste 4 nodes", operations: [] }],
  ["Delete 1 node", { type: "batch", operations: [{ type: "removeNodes", ids: ["a"] }] }],
])("%s", (name, operation) => {
  expect(describeOperation(operation)).toBe(name);
});
