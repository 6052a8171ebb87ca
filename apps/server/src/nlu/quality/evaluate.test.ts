import { expect, test } from "vitest";
import { anInput } from "../testing-data.ts";
import type { NluInput } from "../types.ts";
import { evaluateInThread } from "./evaluate.ts";

const evaluate = (input: NluInput) => evaluateInThread(input, () => {});

test("well separated intents score high, and the numbers hang together", () => {
  const report = evaluate(anInput());
  expect(report.accuracy).toBeGreaterThan(0.7);
  expect(report.macroF1).toBeGreaterThan(0.7);
  expect(report.intents.map((intent) => intent.name)).toEqual(["greet", "card-lost", "opening-hours"]);
  const wrong = report.confusions.flatMap((cell) => cell.utterances).length;
  expect(report.accuracy).toBeCloseTo(1 - wrong / 18, 9);
});

test("a phrase in the wrong intent shows in its confusion cell", () => {
  const input = anInput();
  const misplaced = "my card was lost and stolen";
  input.intents[0]?.utterances.push(misplaced);
  const cell = evaluate(input).confusions.find(
    (entry) => entry.expected === "greet" && entry.predicted === "card-lost",
  );
  expect(cell?.utterances.map((utterance) => utterance.text)).toContain(misplaced);
});

test("the same and similar phrases of two intents are reported as conflicts", () => {
  const input = anInput();
  input.intents[0]?.utterances.push("I lost my card!", "what are your opening hours today");
  const { conflicts } = evaluate(input);
  expect(conflicts[0]).toMatchObject({
    kind: "same",
    similarity: 1,
    first: { intent: "greet", text: "I lost my card!" },
    second: { intent: "card-lost", text: "I lost my card" },
  });
  expect(conflicts).toContainEqual(
    expect.objectContaining({
      kind: "similar",
      second: { intent: "opening-hours", text: "what are your opening hours" },
    }),
  );
});

test("evaluation is deterministic", () => {
  expect(evaluate(anInput())).toEqual(evaluate(anInput()));
});

test("an intent with a single utterance is never asked about", () => {
  const input = anInput();
  input.intents.push({ name: "lonely", utterances: ["what is love"] });
  const lonely = evaluate(input).intents.find((intent) => intent.name === "lonely");
  expect(lonely).toMatchObject({ utterances: 1, recall: 0 });
});
