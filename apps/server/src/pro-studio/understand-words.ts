// What the bot version of a flow makes of a tester's words: the same as in a conversation (decision 116).
import type { NluResult } from "@parley/flow";
import { loadRunnableBot } from "#domains/bots";
import { understand } from "#domains/conversations";
import type { Db } from "#platform/database.ts";
import type { OwnerRow } from "./queries.ts";

/** Null before the first sync, and while the version is not trained. */
export async function understandWords(db: Db, owner: OwnerRow, text: string): Promise<NluResult | null> {
  const version = await db
    .selectFrom("solution_versions")
    .select("bot_version_id")
    .where("id", "=", owner.solutionVersionId)
    .executeTakeFirst();
  if (!version?.bot_version_id) return null;
  const bot = await loadRunnableBot(db, version.bot_version_id);
  return understand(bot, text, new Date())?.nlu ?? null;
}
