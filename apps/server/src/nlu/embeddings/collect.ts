// The vectors of all utterances a training learns from: those kept from earlier trainings, and the rest made anew.
import { createHash } from "node:crypto";
import { limits } from "../limits.ts";
import type { NluInput, SentenceVectors } from "../types.ts";
import type { SentenceEncoder } from "./encoder.ts";
import { VECTOR_SIZE } from "./vector.ts";

/** Where vectors are kept, by the hash of their text. */
export type VectorStore = {
  find(encoder: string, hashes: Buffer[]): Promise<Map<string, Buffer>>;
  keep(encoder: string, entries: { hash: Buffer; vector: Buffer }[]): Promise<void>;
};

/** Beyond this many the encoder would need more than some minutes, and words alone have examples enough. */
const MOST_UTTERANCES = 20_000;
/** Kept this often, so that a training that is begun again need not begin from nothing. */
const KEPT_AT_ONCE = 200;
const TOLD_EVERY = 25;

/** The encoder knows English only. Otherwise a sentence that says why the training goes without it. */
export function mayUseSentences(input: NluInput): { isAllowed: boolean; reason: string } {
  if (!/^en(?:-|$)/i.test(input.language))
    return { isAllowed: false, reason: "Sentence embeddings know English only and are not tried." };
  const total = input.intents.reduce((sum, intent) => sum + intent.utterances.length, 0);
  if (total > Math.min(MOST_UTTERANCES, limits.utterances))
    return {
      isAllowed: false,
      reason: `Sentence embeddings are tried with up to ${MOST_UTTERANCES.toLocaleString("en")} examples.`,
    };
  return { isAllowed: true, reason: "" };
}

export async function collectVectors(
  input: NluInput,
  encoder: SentenceEncoder,
  store: VectorStore,
  options: { signal?: AbortSignal | undefined; onStep?: (done: number, of: number) => void } = {},
): Promise<SentenceVectors> {
  const texts = [
    ...new Set(input.intents.flatMap((intent) => intent.utterances.map((text) => text.trim()))),
  ].filter((text) => text !== "");
  const hashes = texts.map((text) => createHash("sha256").update(text, "utf8").digest());
  const known = await store.find(encoder.name, hashes);
  const vectors = new Int8Array(texts.length * VECTOR_SIZE);
  let fresh: { hash: Buffer; vector: Buffer }[] = [];
  for (const [i, text] of texts.entries()) {
    options.signal?.throwIfAborted();
    const hash = hashes[i]!;
    const kept = known.get(hash.toString("hex"));
    if (kept?.length === VECTOR_SIZE) {
      vectors.set(new Int8Array(kept.buffer, kept.byteOffset, VECTOR_SIZE), i * VECTOR_SIZE);
      continue;
    }
    const vector = await encoder.embed(text);
    vectors.set(vector, i * VECTOR_SIZE);
    fresh.push({ hash, vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) });
    if (i % TOLD_EVERY === 0) options.onStep?.(i + 1, texts.length);
    if (fresh.length === KEPT_AT_ONCE) {
      await store.keep(encoder.name, fresh);
      fresh = [];
    }
  }
  await store.keep(encoder.name, fresh);
  return { encoder: encoder.name, texts, vectors };
}
