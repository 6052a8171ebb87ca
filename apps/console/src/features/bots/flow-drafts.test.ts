import { parseFlowText, validate } from "@parley/flow";
import { expect, test } from "vitest";
import { firstFlow, withIntentNode, withMessage } from "./flow-drafts.ts";

const words = { greeting: "Hello.", fallback: "Sorry?", answer: (intent: string) => `About ${intent}.` };

test("a first flow greets, answers each intent and has no problems", () => {
  const parsed = parseFlowText(firstFlow(["opening hours", "bye"], words));
  if (!parsed.ok) throw new Error("the flow cannot be read");
  expect(parsed.flow.nodes.map((node) => [node.intent, node.message])).toEqual([
    ["", "Hello."],
    ["opening hours", "About opening hours."],
    ["bye", "About bye."],
    ["*", "Sorry?"],
  ]);
  expect(validate(parsed.flow, { intents: ["opening hours", "bye"] })).toEqual([]);
});

test("small edits leave the rest of the file alone", () => {
  const content = '{"nodes":[{"id":"a","message":"one","mine":1},{"id":"say-x"}],"note":"kept"}';
  expect(JSON.parse(withMessage(content, "a", "two"))).toEqual({
    nodes: [{ id: "a", message: "two", mine: 1 }, { id: "say-x" }],
    note: "kept",
  });
  const added = JSON.parse(withIntentNode(content, "x", "Hi"));
  expect(added.note).toBe("kept");
  expect(added.nodes[2]).toMatchObject({ id: "say-x-2", intent: "x", message: "Hi", nodeType: "message" });
});
