// What the bot version of a flow makes of a tester's words (decision 171).
import type { NluResult } from "@parley/flow";
import { lastTrainedModel, loadRunnableBot, understand } from "#domains/bots";
import { meaningFor } from "#domains/nlu";
import type { Context } from "../context.ts";
import type { OwnerRow } from "./queries.ts";

/** Null before the first training. A sync changes the files; the model of the last training still answers. */
export async function understandWords(
  ctx: Context,
  owner: OwnerRow,
  text: string,
): Promise<NluResult | null> {
  const { db } = ctx;
  const version = await db
    .selectFrom("solution_versions")
    .select("bot_version_id")
    .where("id", "=", owner.solutionVersionId)
    .executeTakeFirst();
  if (!version?.bot_version_id) return null;
  const bot = await loadRunnableBot(db, version.bot_version_id);
  const model = bot.model ?? (await lastTrainedModel(db, version.bot_version_id));
  const meaning = await meaningFor(ctx, model, text);
  return understand({ ...bot, model }, text, new Date(), meaning)?.nlu ?? null;
}
