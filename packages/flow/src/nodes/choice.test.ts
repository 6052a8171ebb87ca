import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { aFlow, aNode, converse } from "../testing/conversation.ts";
import { validate } from "../validation/validate.ts";

const choices = [
  { id: "s", label: "Small {{unit|cup}}", value: "small", synonyms: ["tiny", "little one"] },
  { id: "l", label: "Large", intent: "want_large" },
];
const offer = (
  nodeInput: JsonObject = { choices, retries: 0 },
  to: Record<string, string> = { s: "small", l: "large", else: "other" },
) =>
  converse(
    aFlow(
      aNode("choice", "c", { message: "Which?", output: "size", nodeInput }, to),
      aNode("message", "small", { message: "Small: {{size}}" }),
      aNode("message", "large", { message: "Large: {{size}}" }),
      aNode("message", "other", { message: "Neither" }),
    ),
  );

test("offers quick replies with filled labels", () => {
  expect(offer().last.outputs.at(-1)).toEqual({
    type: "quickReplies",
    nodeId: "c",
    choices: [
      { id: "s", label: "Small cup" },
      { id: "l", label: "Large" },
    ],
  });
});

test("understands a button, label, value, synonym, number and intent", () => {
  expect(offer().choose("s").texts).toEqual(["Small: small"]);
  expect(offer().say("LARGE.").texts).toEqual(["Large: Large"]);
  expect(offer().say("small").texts).toEqual(["Small: small"]);
  expect(offer().say("little   one").texts).toEqual(["Small: small"]);
  expect(offer().say("2").texts).toEqual(["Large: Large"]);
  expect(offer().say("the big one", { intent: "want_large", score: 0.7 }).texts).toEqual(["Large: Large"]);
});

test("goes otherwise when nothing fits, or asks again", () => {
  expect(offer().say("medium").texts).toEqual(["Neither"]);
  expect(offer().choose("gone").texts).toEqual(["Neither"]);
  expect(offer({ choices }).say("medium").texts).toEqual(["Please choose one of the options."]);
  expect(offer({ choices, retries: 0 }, { s: "small" }).say("medium").texts).toEqual([
    "Please choose one of the options.",
  ]);
});

test("offers the choices again with the question it asks again", () => {
  const first = offer({ choices });
  const offered = first.last.outputs.at(-1);
  expect(first.say("medium").last.outputs.at(-1)).toEqual(offered);
});

test("finds choices that share an id, have none, or have no label", () => {
  const codes = (list: JsonObject[]) =>
    validate(
      aFlow(aNode("choice", "c", { message: "?", whatsNext: "end", nodeInput: { choices: list } })),
    ).map((problem) => problem.code);
  expect(
    codes([
      { id: "a", label: "A" },
      { id: "a", label: "B" },
    ]),
  ).toEqual(["duplicate_branch"]);
  expect(codes([{ id: "else", label: "A" }])).toEqual(["duplicate_branch"]);
  expect(codes([{ label: "A" }])).toEqual(["branch_without_id"]);
  expect(codes([{ id: "a", label: " " }])).toEqual(["field_required"]);
  expect(codes([])).toEqual(["field_required"]);
});
