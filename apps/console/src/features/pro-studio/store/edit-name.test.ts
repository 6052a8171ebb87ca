import { createNode } from "@parley/flow";
import type { Operation } from "@parley/flow";
import { expect, test } from "vitest";
import { nameOfEdit } from "./edit-name.ts";
import { say } from "./english.ts";

const flow = { nodes: [createNode("question", "q", { nodeName: "City" })] };

test.each<[string, Operation]>([
  ["Add “Welcome”", { type: "addNodes", nodes: [createNode("message", "a", { nodeName: "Welcome" })] }],
  ["Add 2 nodes", { type: "addNodes", nodes: [createNode("message", "a"), createNode("end", "b")] }],
  ["Delete 3 nodes", { type: "removeNodes", ids: ["a", "b", "c"] }],
  ["Delete 1 node", { type: "removeNodes", ids: ["a"] }],
  ["Rename to “Greeting”", { type: "updateNode", id: "a", fields: { nodeName: "Greeting" } }],
  ["Edit message", { type: "updateNode", id: "a", fields: { message: "Hi" } }],
  ["Edit “City”: Keep the answer in", { type: "updateNode", id: "q", fields: { output: "city" } }],
  ["Edit “City”: connections", { type: "updateNodes", changes: [{ id: "q", fields: { nextNodes: [] } }] }],
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
  ["Delete 1 node", { type: "batch", operations: [{ type: "removeNodes", ids: ["a"] }] }],
])("%s", (name, operation) => {
  expect(nameOfEdit(say, operation, flow)).toBe(name);
});
