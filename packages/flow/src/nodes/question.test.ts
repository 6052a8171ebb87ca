import { expect, test } from "vitest";
import type { NodePatch } from "../flow-node.ts";
import { validate } from "../validation/validate.ts";
import { aFlow, aNode, converse } from "../testing/conversation.ts";

const ask = (fields: NodePatch = {}) =>
  converse(
    aFlow(
      aNode(
        "question",
        "q",
        { message: "How many?", output: "n", nodeInput: { type: "number", retries: 1 }, ...fields },
        { next: "ok", failed: "no" },
      ),
      aNode("message", "ok", { message: "{{n}} kept" }),
      aNode("message", "no", { message: "Never mind" }),
    ),
  );

test("shows the question and what kind of answer it wants", () => {
  expect(ask({ answerRequired: true }).last.outputs).toMatchObject([
    { type: "text", text: "How many?" },
    { type: "input", inputType: "number", isRequired: true },
  ]);
  const replies = ask({ nodeInput: { type: "yes-no" } }).last.outputs.at(-1);
  expect(replies).toEqual({
    type: "quickReplies",
    nodeId: "q",
    choices: [
      { id: "yes", label: "Yes" },
      { id: "no", label: "No" },
    ],
  });
});

test("keeps a fitting answer as what it is", () => {
  const answered = ask().say("3");
  expect(answered.texts).toEqual(["3 kept"]);
  expect(answered.state.variables["n"]).toBe(3);
  expect(ask({ nodeInput: { type: "yes-no" } }).choose("no").state.variables["n"]).toBe(false);
});

test("asks again as often as it may, then leaves", () => {
  const wrong = ask().say("some");
  expect(wrong.texts).toEqual(["Please give a number."]);
  expect(wrong.say("many").texts).toEqual(["Never mind"]);
  expect(wrong.say("2").texts).toEqual(["2 kept"]);
  expect(ask({ nodeInput: { type: "number", retries: 0 } }).say("some").texts).toEqual(["Never mind"]);
  expect(
    ask({ nodeInput: { type: "number", retryMessage: "Digits, {{name|please}}" } }).say("x").texts,
  ).toEqual(["Digits, please"]);
});

test("with nowhere to go it keeps asking", () => {
  let talk = converse(
    aFlow(aNode("question", "q", { message: "?", output: "n", nodeInput: { type: "number", retries: 0 } })),
  );
  for (let i = 0; i < 5; i++) talk = talk.say("x");
  expect(talk.texts).toEqual(["Please give a number."]);
});

test("an empty answer skips the question, unless the answer is required", () => {
  expect(ask().say(" ").texts).toEqual([" kept"]);
  expect(ask({ answerRequired: true }).say(" ").texts).toEqual(["Please give a number."]);
});

test("finds impossible settings", () => {
  const codes = (fields: NodePatch) =>
    validate(aFlow(aNode("question", "q", { message: "?", output: "n", whatsNext: "end", ...fields }))).map(
      (problem) => problem.code,
    );
  expect(codes({ nodeInput: { type: "number", min: 5, max: 4 } })).toEqual(["impossible_range"]);
  expect(codes({ nodeInput: { type: "text", minLength: 5, maxLength: 4 } })).toEqual(["impossible_range"]);
  expect(codes({ nodeInput: { type: "text", pattern: "(" } })).toEqual(["bad_pattern"]);
  expect(codes({ nodeInput: { type: "entity", entity: "city" }, nluDisabled: true })).toEqual([
    "entity_needs_nlu",
  ]);
  expect(codes({ nodeInput: { type: "entity" } })).toEqual(["field_required"]);
  expect(codes({ nodeInput: { type: "mood" }, output: "2x" })).toEqual(["bad_value", "bad_variable_name"]);
});
