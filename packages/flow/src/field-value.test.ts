import { expect, test } from "vitest";
import { fieldPatch, fieldValue } from "./field-value.ts";
import { commonFields, createNode, nodeTypes } from "./nodes/registry.ts";
import { isFlowNodeField } from "./flow-node.ts";
import { aNode } from "./testing/conversation.ts";

const node = aNode("choice", "c", {
  nodeInput: {
    retries: 2,
    choices: [
      { id: "a", label: "A" },
      { id: "b", label: "B" },
    ],
  },
});

test("reads the place a path names", () => {
  expect(fieldValue(node, "nodeInput.choices.1.label")).toBe("B");
  expect(fieldValue(node, "nodeInput.choices.7.label")).toBeUndefined();
  expect(fieldValue(node, "message")).toBe("");
  expect(fieldValue(node, "nothing.at.all")).toBeUndefined();
});

test("writes only the field that changes", () => {
  expect(fieldPatch(node, "message", "Hi")).toEqual({ message: "Hi" });
  expect(fieldPatch(node, "nodeInput.choices.1.label", "C")).toEqual({
    nodeInput: {
      retries: 2,
      choices: [
        { id: "a", label: "A" },
        { id: "b", label: "C" },
      ],
    },
  });
  expect(fieldPatch(node, "nodeInput.choices.0", undefined)).toEqual({
    nodeInput: { retries: 2, choices: [{ id: "b", label: "B" }] },
  });
  expect(fieldPatch(node, "nodeInput.retries", undefined)).toEqual({
    nodeInput: { choices: node.nodeInput["choices"] },
  });
  expect(fieldPatch(node, "parameterInput.headers.x", "1")).toEqual({
    parameterInput: { headers: { x: "1" } },
  });
});

test("every field of every type names a place in a node", () => {
  for (const field of [...commonFields, ...nodeTypes.flatMap((type) => type.fields)]) {
    expect(isFlowNodeField(field.path.split(".")[0] ?? ""), field.path).toBe(true);
  }
  expect(new Set(nodeTypes.map((type) => type.type)).size).toBe(nodeTypes.length);
  expect(createNode("from-the-future", "x").nodeType).toBe("from-the-future");
});
