import { expect, test } from "vitest";
import { flowNodeFields } from "./flow-node.ts";
import { hash } from "./hash.ts";
import { applyOperation } from "./operations/apply-operation.ts";
import { parseFlow } from "./parse.ts";
import { aFlow, aNode } from "./testing/conversation.ts";
import { generateFlow } from "./testing/generate-flow.ts";

test("is a 32-bit signed integer that is the same for the same flow", () => {
  const value = hash(generateFlow(300, 5));
  expect(value).toBe(value | 0);
  expect(hash(generateFlow(300, 5))).toBe(value);
  expect(hash(generateFlow(300, 6))).not.toBe(value);
});

test("stays what it was when Parley is updated: stored hashes must go on matching", () => {
  expect(
    hash(aFlow(aNode("message", "a", { message: "Hello {{name}}", nodeTags: ["x"] }))),
  ).toMatchInlineSnapshot(`319667887`);
});

test("neither the owning version, nor the time, nor notes and groups, nor the order of JSON keys change it", () => {
  const flow = aFlow(aNode("script", "a", { parameterInput: { scriptId: "s", arguments: { x: 1, y: 2 } } }));
  const same = {
    nodes: [
      ...flow.nodes.map((node) => ({
        ...node,
        solutionVersionId: "other",
        lastModified: "2026-11-15T00:00:00Z",
        parameterInput: Object.fromEntries(Object.entries(node.parameterInput).reverse()),
      })),
      aNode("note", "n", { description: "Remember this" }),
      aNode("group", "g"),
    ],
  };
  expect(hash(same)).toBe(hash(flow));
});

test("every other field changes it", () => {
  const flow = aFlow(aNode("message", "a", { message: "Hi" }));
  const different: Record<string, unknown> = {
    id: "b",
    nodeName: "x",
    nodeNumber: 7,
    nodeType: "end",
    nodeTags: ["t"],
    order: 3,
    message: "Ho",
    intent: "i",
    command: "c",
    behaviors: { delayMs: 1 },
    description: "d",
    cssClassname: "c",
    richAssetContent: { a: 1 },
    richAssetType: "card",
    decisionVariable: "v",
    nextNodes: [{ port: "next", target: "start" }],
    nodeInput: { a: 1 },
    parameterInput: { a: 1 },
    output: "o",
    variables: [{ name: "a", operation: "set", value: 1 }],
    whatsNext: "end",
    answerRequired: true,
    nluDisabled: true,
    analyticsEvent: "e",
    platformFlag: "web",
    skillTag: "s",
  };
  const ignored = new Set(["solutionVersionId", "lastModified"]);
  const seen = new Set([hash(flow)]);
  for (const field of flowNodeFields.filter((name) => !ignored.has(name))) {
    const parsed = parseFlow([flow.nodes[0], { ...flow.nodes[1], [field]: different[field] }]);
    if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
    const value = hash(parsed.flow);
    expect(seen.has(value), field).toBe(false);
    seen.add(value);
  }
});

test("hashing after an edit gives the same as hashing from scratch", () => {
  const flow = generateFlow(200, 9);
  hash(flow);
  const edits = [
    applyOperation(flow, { type: "removeNodes", ids: ["n3", "n4"] }).flow,
    applyOperation(flow, { type: "addNodes", nodes: [aNode("end", "new")], at: [5] }).flow,
    applyOperation(flow, { type: "updateNode", id: "n7", fields: { message: "New" } }).flow,
  ];
  for (const edited of edits) {
    const remembered = hash(edited);
    const parsed = parseFlow(JSON.parse(JSON.stringify(edited)));
    expect(parsed.ok && hash(parsed.flow)).toBe(remembered);
    hash(flow);
  }
});
