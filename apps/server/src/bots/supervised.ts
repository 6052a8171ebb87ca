// The intent inbox: what the bot was unsure about waits here until someone gives it an intent.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";

export interface Doubt {
  readonly botId: string;
  readonly text: string;
  readonly suggestedIntent?: string | undefined;
  readonly score?: number | undefined;
  readonly reason: "LOW_CONFIDENCE" | "CORRECTED" | "MANUAL";
  readonly conversationId?: string | undefined;
  readonly versionId?: string | undefined;
}

/** The same open sentence is counted, not repeated. */
export async function collectUtterance(db: Db, doubt: Doubt): Promise<void> {
  const text = doubt.text.trim().slice(0, 1_000);
  if (text === "") return;
  await sql`insert into supervised_utterances
      (id, bot_id, text, suggested_intent, score, reason, conversation_id, version_id)
    values (${newId()}, ${doubt.botId}, ${text}, ${doubt.suggestedIntent ?? null}, ${doubt.score ?? null},
      ${doubt.reason}, ${doubt.conversationId ?? null}, ${doubt.versionId ?? null})
    on conflict (bot_id, lower(text)) where status = 'OPEN' do update set times = supervised_utterances.times + 1`.execute(
    db,
  );
}

/** Most frequent first, then newest. */
export function openUtterances(db: Db, botId: string) {
  return db
    .selectFrom("supervised_utterances")
    .select([
      "id",
      "text",
      "suggested_intent as suggestedIntent",
      "score",
      "reason",
      "times",
      "conversation_id as conversationId",
      "created_at as createdAt",
    ])
    .where("bot_id", "=", botId)
    .where("status", "=", "OPEN")
    .orderBy("times", "desc")
    .orderBy("created_at", "desc")
    .limit(500)
    .execute();
}
