import fc from "fast-check";
import { expect, test } from "vitest";
import { limits, NluInputError } from "../limits.ts";
import { ModelFormatError } from "../model/format.ts";
import { loadModel } from "../model/load.ts";
import { anInput } from "../testing-data.ts";
import type { NluInput } from "../types.ts";
import { trainInThread } from "./train.ts";

const train = (input: NluInput) => trainInThread(input, () => {});

test("understands phrases that it has not seen", () => {
  const model = loadModel(train(anInput()).buffer);
  expect(model.predict("good afternoon, hello").intents[0]?.name).toBe("greet");
  expect(model.predict("my credit card got stolen").intents[0]?.name).toBe("card-lost");
  expect(model.predict("is the branch open on monday").intents[0]?.name).toBe("opening-hours");
});

test("the same input and seed give the same bytes", () => {
  expect(train(anInput()).buffer.equals(train(anInput()).buffer)).toBe(true);
});

test("another seed may change the bytes and keeps the answers", () => {
  const other = loadModel(train(anInput({ seed: 8 })).buffer);
  expect(other.predict("I lost my bank card").intents[0]?.name).toBe("card-lost");
});

test("scores are ranked and add up to one", () => {
  const { intents, confidence } = loadModel(train(anInput()).buffer).predict("hello, when do you open");
  const scores = intents.map((intent) => intent.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 6);
  expect(confidence).toBeGreaterThan(0);
  expect(confidence).toBeLessThan(1);
});

test("a model read back from a slice of a larger buffer answers the same", () => {
  const { buffer } = train(anInput());
  const shifted = Buffer.concat([Buffer.from("abc"), buffer]).subarray(3);
  for (const text of ["hello", "where is my card?", "open at nine", "🤷", ""]) {
    expect(loadModel(shifted).predict(text)).toEqual(loadModel(buffer).predict(text));
  }
});

test("damaged, foreign and newer models are refused with a sentence", () => {
  const { buffer } = train(anInput());
  const damaged = Buffer.from(buffer);
  damaged[damaged.length - 20]! ^= 1;
  const newer = Buffer.from(buffer);
  newer.writeUInt32LE(99, 4);
  expect(() => loadModel(damaged)).toThrow(/damaged/);
  expect(() => loadModel(newer)).toThrow(/format 99/);
  expect(() => loadModel(Buffer.from("PNL"))).toThrow(ModelFormatError);
  expect(() => loadModel(Buffer.alloc(4_096))).toThrow(/not a trained model/);
  expect(() => loadModel(buffer.subarray(0, buffer.length - 8))).toThrow(/damaged/);
});

test("strictness turns away what is foreign, and nothing at all at zero", () => {
  const model = loadModel(train(anInput()).buffer);
  const foreign = "xylophone quark brzęczyszczykiewicz";
  expect(model.predict(foreign, { strictness: 1 }).isOutOfScope).toBe(true);
  expect(model.predict("I lost my card", { strictness: 1 }).isOutOfScope).toBe(false);
  expect(model.predict("the hello of card", { strictness: 0 }).isOutOfScope).toBe(false);
  expect(model.predict("12345 ☃", { strictness: 0 }).isOutOfScope).toBe(true);
});

test("the explanation names the words that speak for the intent", () => {
  const { explanation } = loadModel(train(anInput()).buffer).predict("somebody has stolen the card");
  expect(explanation.map((evidence) => evidence.text)).toEqual(expect.arrayContaining(["stolen", "card"]));
  expect(explanation.reduce((sum, evidence) => sum + evidence.weight, 0)).toBeLessThanOrEqual(1.000001);
});

test("learns in any script and from emoji", () => {
  const input = anInput({
    intents: [
      { name: "丢卡", utterances: ["我丢了卡", "我的卡不见了", "卡被偷了", "银行卡丢失"] },
      {
        name: "営業時間",
        utterances: ["何時に開きますか", "営業時間を教えて", "日曜日は開いていますか", "閉店は何時ですか"],
      },
      { name: "बधाई", utterances: ["नमस्ते", "सुप्रभात", "नमस्कार जी", "आप कैसे हैं"] },
      { name: "شكر", utterances: ["شكرا", "شكرا جزيلا", "ألف شكر", "مشكور"] },
      { name: "happy", utterances: ["😀", "😀😀", "👍🏽", "🎉 yay"] },
      { name: "บัตร", utterances: ["บัตรหาย", "ทำบัตรหาย", "บัตรถูกขโมย", "หาบัตรไม่เจอ"] },
    ],
  });
  const model = loadModel(train(input).buffer);
  const best = (text: string) => model.predict(text).intents[0]?.name;
  expect(best("我的银行卡丢了")).toBe("丢卡");
  expect(best("営業は何時から")).toBe("営業時間");
  expect(best("नमस्ते जी")).toBe("बधाई");
  expect(best("شكرًا")).toBe("شكر");
  expect(best("🎉😀")).toBe("happy");
  expect(best("บัตรผมหาย")).toBe("บัตร");
});

test("one intent, one utterance and repeated utterances can be trained", () => {
  const one = loadModel(
    train(anInput({ intents: [{ name: "only", utterances: ["yes", "yes", "  "] }] })).buffer,
  );
  expect(one.predict("yes").intents).toEqual([{ name: "only", score: 1 }]);
  const two = anInput({
    intents: [
      { name: "a", utterances: ["yes"] },
      { name: "b", utterances: ["no"] },
    ],
  });
  expect(loadModel(train(two).buffer).predict("no").intents[0]?.name).toBe("b");
});

test.each<[string, Partial<NluInput>, RegExp]>([
  ["no intents", { intents: [] }, /at least one intent/],
  [
    "an intent without utterances",
    { intents: [{ name: "empty", utterances: [" "] }] },
    /“empty” has no utterances/,
  ],
  [
    "two of a name",
    {
      intents: [
        { name: "a", utterances: ["x"] },
        { name: "a", utterances: ["y"] },
      ],
    },
    /Two intents are called “a”/,
  ],
  [
    "an endless utterance",
    { intents: [{ name: "a", utterances: ["x".repeat(limits.utteranceLength + 1)] }] },
    /1,001 characters/,
  ],
  ["a strictness of 2", { strictness: 2 }, /from 0 to 1/],
  [
    "more than 200,000 utterances",
    { intents: [{ name: "a", utterances: Array.from({ length: limits.utterances + 1 }, () => "x") }] },
    /200,001 utterances; at most 200,000/,
  ],
])("%s is refused with a sentence", (_, overrides, sentence) => {
  expect(() => train(anInput(overrides))).toThrow(NluInputError);
  expect(() => train(anInput(overrides))).toThrow(sentence);
});

test("any utterances train and any text is answered", () => {
  const phrase = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() !== "");
  const intents = fc.array(fc.array(phrase, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(intents, fc.string({ unit: "binary", maxLength: 40 }), (lists, text) => {
      const input = anInput({ intents: lists.map((utterances, i) => ({ name: `intent ${i}`, utterances })) });
      const { intents: ranked, confidence } = loadModel(train(input).buffer).predict(text);
      expect(ranked).toHaveLength(lists.length);
      for (const { score } of ranked) expect(score >= 0 && score <= 1).toBe(true);
      expect(confidence >= 0 && confidence <= 1).toBe(true);
    }),
    { numRuns: 60 },
  );
});

/** Five topics with ten phrases each, and a few words about anything else. */
function withCatchAll(name: string) {
  const topics = ["invoice", "password", "delivery", "refund", "warranty"];
  const frames = [
    "my X",
    "help with the X",
    "I have a question about my X",
    "where is the X",
    "the X is wrong",
  ];
  const more = ["tell me about the X", "X please", "can you check my X", "problem with X", "change my X"];
  return anInput({
    intents: [
      ...topics.map((topic) => ({
        name: topic,
        utterances: [...frames, ...more].map((frame) => frame.replace("X", topic)),
      })),
      { name, utterances: ["do you like jazz", "sing a song", "how tall are giraffes"] },
    ],
  });
}

test("an intent called None takes what no other intent speaks for", () => {
  const surely = (name: string, texts: string[]) => {
    const model = loadModel(train(withCatchAll(name)).buffer);
    return texts.map((text) => model.predict(text).intents.find((intent) => intent.score > 0.5)?.name);
  };
  const strange = ["tell me about the weather", "where is the harbour", "can you check my horoscope"];
  expect(surely("None", strange)).toEqual(["None", "None", "None"]);
  expect(surely("Chit chat", strange)).toEqual([undefined, undefined, undefined]);
  const known = ["my invoice is missing", "forgot my password", "about a refund"];
  expect(surely("None", known)).toEqual(["invoice", "password", "refund"]);
});
