// What a model is told about a sentence before it answers. A chat never fails for want of it: without the encoder, the
// part of the model answers that needs none.
import type { NluModel } from "../types.ts";
import type { SentenceEncoder } from "./encoder.ts";

type Helpers = {
  sentences: SentenceEncoder | undefined;
  log: { warn(details: object, sentence: string): void };
};

/** Said once a minute at most, and the same trouble once: a busy bot would fill the log with it. */
const QUIET_MS = 60_000;
let silentUntil = 0;
let said: unknown;

/** Undefined when the model needs none, and when there is nobody to ask. */
export async function meaningFor(
  { sentences, log }: Helpers,
  model: NluModel | undefined,
  text: string,
): Promise<Int8Array | undefined> {
  if (model?.encoder === undefined) return undefined;
  try {
    if (sentences?.name === model.encoder) return await sentences.embed(text, { isChat: true });
    throw new Error(`The encoder ${model.encoder} is not installed or not in use on this server.`);
  } catch (error) {
    if (performance.now() >= silentUntil && error !== said) {
      said = error;
      silentUntil = performance.now() + QUIET_MS;
      log.warn({ error }, "a bot was trained with sentence embeddings and answers without them");
    }
    return undefined;
  }
}
