import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { aFlow, aNode, converse } from "../testing/conversation.ts";
import { validate } from "../validation/validate.ts";
import { portsOf } from "./registry.ts";

const routes = [
  { id: "r1", intent: "buy" },
  { id: "r2", intent: "sell", minScore: 0.9 },
];
const listen = (
  settings: JsonObject = {},
  to: Record<string, string> = { r1: "buy", r2: "sell", fallback: "lost" },
) =>
  converse(
    aFlow(
      aNode("question", "q", { message: "Well?", output: "x" }, "r"),
      aNode("intent-route", "r", { message: "And?", parameterInput: { routes, ...settings } }, to),
      ...["buy", "sell", "lost"].map((id) => aNode("message", id, { message: id })),
    ),
  );

test("waits for words and goes the way of their intent", () => {
  const waiting = listen().say("first");
  expect(waiting.texts).toEqual(["And?"]);
  expect(waiting.say("x", { intent: "buy", score: 0.6 }).texts).toEqual(["buy"]);
  expect(waiting.say("x", { intent: "buy", score: 0.4 }).texts).toEqual(["lost"]);
  expect(waiting.say("x", { intent: "sell", score: 0.8 }).texts).toEqual(["lost"]);
  expect(waiting.say("x", { intent: "sell", score: 0.95 }).texts).toEqual(["sell"]);
  expect(waiting.say("x").texts).toEqual(["lost"]);
});

test("goes on at once with the words already said, when told to", () => {
  expect(listen({ usesLastWords: true }).say("x", { intent: "buy", score: 0.6 }).texts).toEqual(["buy"]);
  expect(listen({ usesLastWords: true }).say("x").texts).toEqual(["lost"]);
});

test("without a fallback of its own it leaves the answer to the host and goes on listening", () => {
  const unheard = listen({}, { r1: "buy" }).say("first").say("gibberish");
  expect(unheard.last.isUnhandled).toBe(true);
  expect(unheard.say("x", { intent: "buy" }).texts).toEqual(["buy"]);
});

test("numbers a route that names no intent yet", () => {
  expect(portsOf(aNode("intent-route", "new")).map((port) => port.label)).toEqual([
    "Route 1",
    "Not understood",
  ]);
});

test("finds routes without an intent and understanding switched off", () => {
  const flow = aFlow(
    aNode("intent-route", "r", {
      nluDisabled: true,
      whatsNext: "end",
      parameterInput: { routes: [{ id: "r1", intent: "" }] },
    }),
  );
  expect(validate(flow).map((problem) => problem.code)).toEqual(["field_required", "route_needs_nlu"]);
});
