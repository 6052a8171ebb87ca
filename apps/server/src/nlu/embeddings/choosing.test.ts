import { expect, test } from "vitest";
import { trainInThread } from "../classifier/train.ts";
import { loadModel } from "../model/load.ts";
import type { NluInput, SentenceVectors } from "../types.ts";
import { collectVectors, mayUseSentences, type VectorStore } from "./collect.ts";
import type { SentenceEncoder } from "./encoder.ts";
import { anInputOfKinds, kinds } from "#testing/add-on.ts";
import { VECTOR_SIZE } from "./vector.ts";

const encoder = "test-encoder";
const textsOf = (input: NluInput) => input.intents.flatMap((intent) => intent.utterances);

/** A vector that points where the word's kind is. */
function telling(text: string): Int8Array {
  const vector = new Int8Array(VECTOR_SIZE).fill(2);
  const kind = Object.values(kinds).findIndex((words) => words.split(" ").includes(text));
  if (kind >= 0) vector[kind] = 127;
  return vector;
}

function vectorsOf(input: NluInput, make: (text: string) => Int8Array): SentenceVectors {
  const texts = textsOf(input);
  const vectors = new Int8Array(texts.length * VECTOR_SIZE);
  texts.forEach((text, i) => vectors.set(make(text), i * VECTOR_SIZE));
  return { encoder, texts, vectors };
}

const train = (input: NluInput, sentences?: SentenceVectors) => trainInThread(input, () => {}, sentences);

test("sentence embeddings are used where they clearly help", () => {
  const input = anInputOfKinds();
  const { buffer, summary, recipe } = train(input, vectorsOf(input, telling));
  expect(summary.embeddings).toMatchObject({ encoder, isChosen: true });
  expect(summary.embeddings!.accuracyWith).toBeGreaterThan(summary.embeddings!.accuracyWithout + 0.2);
  expect(recipe.name).toContain("sentence embeddings");
  const model = loadModel(buffer);
  expect(model.encoder).toBe(encoder);
  // Words that were never in an example: only their meaning says what they are.
  for (const [kind, list] of Object.entries(kinds)) {
    const unseen = list.split(" ").at(-1)!;
    const answer = model.predict(unseen, { meaning: telling(unseen) });
    expect(answer.intents[0]?.name).toBe(kind);
    expect(answer.intents.reduce((sum, intent) => sum + intent.score, 0)).toBeCloseTo(1);
  }
});

test("without a meaning the model answers just as one trained without the add-on", () => {
  const input = anInputOfKinds();
  const rich = loadModel(train(input, vectorsOf(input, telling)).buffer);
  const plain = loadModel(train(input).buffer);
  expect(plain.encoder).toBeUndefined();
  for (const text of ["cat", "some plum", "apple", "", "zzz"])
    expect(rich.predict(text)).toEqual(plain.predict(text));
  // A meaning that nobody asked for changes nothing.
  expect(plain.predict("cat", { meaning: telling("cat") })).toEqual(plain.predict("cat"));
});

test("vectors that say nothing are left out, and the stored model is the one without them", () => {
  const input = anInputOfKinds();
  const { buffer, summary } = train(
    input,
    vectorsOf(input, (text) => new Int8Array(VECTOR_SIZE).fill(text.length % 2 === 0 ? 1 : 2)),
  );
  expect(summary.embeddings?.isChosen).toBe(false);
  expect(buffer.equals(train(input).buffer)).toBe(true);
});

test("the same vectors give the same model, to the byte", () => {
  const input = anInputOfKinds();
  const once = train(input, vectorsOf(input, telling)).buffer;
  expect(train(input, vectorsOf(input, telling)).buffer.equals(once)).toBe(true);
});

test("only English bots of a size that can be read in minutes may try them", () => {
  expect(mayUseSentences(anInputOfKinds("en-GB")).isAllowed).toBe(true);
  expect(mayUseSentences(anInputOfKinds("de")).isAllowed).toBe(false);
  expect(mayUseSentences(anInputOfKinds("enm")).isAllowed).toBe(false);
  const many = { ...anInputOfKinds(), intents: [{ name: "a", utterances: Array(20_001).fill("x") }] };
  expect(mayUseSentences(many).isAllowed).toBe(false);
});

test("an utterance is read once, whichever training asks", async () => {
  const kept = new Map<string, Buffer>();
  const store: VectorStore = {
    find: async (_, hashes) =>
      new Map(
        hashes.flatMap((hash) =>
          kept.has(hash.toString("hex")) ? [[hash.toString("hex"), kept.get(hash.toString("hex"))!]] : [],
        ),
      ),
    keep: async (_, entries) => {
      for (const { hash, vector } of entries) kept.set(hash.toString("hex"), vector);
    },
  };
  const read: string[] = [];
  const counting: SentenceEncoder = {
    name: encoder,
    embed: async (text) => {
      read.push(text);
      return telling(text);
    },
    close: async () => {},
  };
  const input = anInputOfKinds();
  input.intents[0]!.utterances.push(" cat ", "", input.intents[1]!.utterances[0]!);
  const first = await collectVectors(input, counting, store);
  expect(read).toEqual([...new Set(textsOf(anInputOfKinds()))]);
  expect(await collectVectors(input, counting, store)).toEqual(first);
  expect(read).toHaveLength(textsOf(anInputOfKinds()).length);
});
