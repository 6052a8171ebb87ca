import type { NluResult } from "@parley/flow";
import { asNluEntity, extractEntities } from "#domains/nlu";
import type { RunnableBot } from "./runnable.ts";

export interface Understanding {
  readonly nlu: NluResult;
  /** The best guess and its score even when it was not good enough to act on. */
  readonly guess: { readonly intent: string; readonly score: number } | undefined;
  readonly isOutOfScope: boolean;
}

/** Undefined when the version has no trained intents. `meaning` comes from meaningFor(), for models that want it. */
export function understand(
  bot: Pick<RunnableBot, "model" | "config" | "timeZone">,
  text: string,
  now: Date,
  meaning?: Int8Array,
): Understanding | undefined {
  if (!bot.model) return undefined;
  const prediction = bot.model.predict(text, { explain: false, limit: 3, meaning });
  const best = prediction.intents[0];
  const entities = extractEntities(text, bot.model.entities, {
    timeZone: bot.timeZone,
    now,
    language: bot.config.language,
  });
  return {
    nlu: {
      // Whether it is good enough was decided by the model's own strictness, not by a second threshold.
      intent: prediction.isOutOfScope ? "" : (best?.name ?? ""),
      score: prediction.isOutOfScope ? 0 : (best?.score ?? 0),
      entities: entities.map(asNluEntity),
    },
    guess: best && { intent: best.name, score: best.score },
    isOutOfScope: prediction.isOutOfScope,
  };
}
