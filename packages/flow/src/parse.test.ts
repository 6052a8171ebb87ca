import { describe, expect, test } from "vitest";
import { limits } from "./limits.ts";
import { parseFlow, parseFlowText } from "./parse.ts";
import { aFlow, aNode } from "./testing/conversation.ts";
import { generateFlow } from "./testing/generate-flow.ts";

function errorsOf(json: unknown): readonly string[] {
  const parsed = parseFlow(json);
  return parsed.ok ? [] : parsed.errors.map((issue) => issue.message);
}

describe("parseFlow", () => {
  test("gives back exactly what was exported", () => {
    const flow = generateFlow(200, 4);
    expect(parseFlowText(JSON.stringify(flow))).toEqual({ ok: true, flow, warnings: [] });
    expect(parseFlow(JSON.parse(JSON.stringify(flow.nodes)))).toEqual({ ok: true, flow, warnings: [] });
  });

  test("reads null and missing fields as empty", () => {
    const parsed = parseFlow([
      { id: "a", nodeType: "message", message: null, nextNodes: null, nodeInput: null },
    ]);
    expect(parsed.ok && parsed.flow.nodes[0]).toMatchObject({
      message: "",
      nextNodes: [],
      nodeInput: {},
      lastModified: null,
    });
  });

  test("keeps unknown node types with everything in them", () => {
    const strange = {
      ...aNode("hologram", "h", { parameterInput: { beam: { colour: "blue" } } }, { up: "h" }),
    };
    const parsed = parseFlow([strange]);
    expect(parsed.ok && parsed.flow.nodes[0]).toEqual(strange);
  });

  test("keeps script text as the text it is", () => {
    const message = "<script>alert('x')</script>";
    const parsed = parseFlow([{ id: "a", nodeType: "message", message, nodeName: message }]);
    expect(parsed.ok && parsed.flow.nodes[0]).toMatchObject({ message, nodeName: message });
  });

  test.each<[string, unknown, string]>([
    ["not a flow", 42, "A flow is a list of nodes, or an object with a list called nodes."],
    ["an entry that is no node", ["x"], "Entry 1 is not a node."],
    ["no id", [{ nodeType: "end" }], "Entry 1: id is missing."],
    ["no type", [{ id: "a" }], 'Node "a": nodeType is missing.'],
    ["a number for text", [{ id: "a", nodeType: "end", message: 1 }], 'Node "a": message must be text.'],
    ["a fraction", [{ id: "a", nodeType: "end", order: 1.5 }], 'Node "a": order must be a whole number.'],
    [
      "a wrong word",
      [{ id: "a", nodeType: "end", whatsNext: "fly" }],
      'Node "a": whatsNext must be one of: listen, end, return, restart.',
    ],
    [
      "links that are none",
      [{ id: "a", nodeType: "end", nextNodes: ["b"] }],
      'Node "a": nextNodes must be a list of { port, target }.',
    ],
    [
      "a character no database keeps",
      [{ id: "a", nodeType: "end", message: "a\u0000b" }],
      'Node "a": message holds characters that cannot be stored.',
    ],
    [
      "half a character",
      [{ id: "a", nodeType: "end", nodeInput: { x: "\ud800" } }],
      'Node "a": nodeInput holds characters that cannot be stored.',
    ],
    [
      "too long a text",
      [{ id: "a", nodeType: "end", message: "x".repeat(limits.textLength + 1) }],
      'Node "a": message is longer than 20000 characters.',
    ],
    [
      "a dangerous key",
      JSON.parse('[{"id":"a","nodeType":"end","behaviors":{"__proto__":{"x":1}}}]'),
      'Node "a": behaviors has an entry called __proto__, which is not allowed.',
    ],
  ])("refuses %s with a sentence", (_, json, message) => {
    expect(errorsOf(json)).toContain(message);
  });

  test("refuses what is too large or too deep without running out of breath", () => {
    expect(errorsOf(Array.from({ length: limits.nodes + 1 }, () => null))[0]).toMatch(
      /10001 nodes; at most 10000/,
    );
    let deep: unknown = {};
    for (let i = 0; i < 5_000; i++) deep = { deep };
    expect(errorsOf([{ id: "a", nodeType: "end", nodeInput: deep }])[0]).toMatch(
      /nested deeper than 16 levels/,
    );
    const wide = Array.from({ length: 200_000 }, () => "xx");
    expect(errorsOf([{ id: "a", nodeType: "end", nodeInput: { wide } }])[0]).toMatch(
      /larger than 100000 characters/,
    );
    const huge = parseFlowText(" ".repeat(20_000_000));
    expect(huge.ok ? [] : huge.errors[0]?.message).toMatch(/20.0 million characters; at most 12/);
  });

  test("says how many more errors there are", () => {
    const errors = errorsOf(Array.from({ length: 500 }, () => ({})));
    expect(errors).toHaveLength(limits.reportedIssues + 1);
    expect(errors.at(-1)).toBe("And 900 more.");
  });

  test("warns of ids used twice and of fields that do not exist, and keeps both nodes", () => {
    const parsed = parseFlow({
      nodes: [...aFlow(aNode("end", "start")).nodes, { id: "c", nodeType: "end", colour: "red" }],
    });
    expect(parsed.ok && parsed.flow.nodes).toHaveLength(3);
    expect(parsed.warnings.map((issue) => issue.message)).toEqual([
      'The id "start" is used more than once.',
      'Node "c": a node has no field "colour"; it is left out.',
    ]);
  });

  test("says that a file is not JSON", () => {
    const parsed = parseFlowText("{");
    expect(parsed.ok ? "" : parsed.errors[0]?.message).toMatch(/^The file is not JSON: /);
  });
});
