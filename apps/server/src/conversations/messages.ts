import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { Message } from "./content.ts";

/** Messages after a sequence, in order; at most `limit`, so a reader asks again from the last. */
export async function messagesAfter(
  db: Db,
  conversationId: string,
  after: number,
  limit = 200,
): Promise<Message[]> {
  const { rows } = await sql<Omit<Message, "createdAt"> & { createdAt: Date }>`
    select sequence, author, author_name as "authorName", content, client_message_id as "clientMessageId",
      created_at as "createdAt"
    from conversation_messages where conversation_id = ${conversationId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** What was said last, oldest first, in the words a language model understands. */
export async function recentWords(
  db: Db,
  conversationId: string,
  most: number,
): Promise<{ role: "visitor" | "bot"; text: string }[]> {
  const { rows } = await sql<{ author: string; text: string }>`
    select author, text from (
      select sequence, author, text from conversation_messages
      where conversation_id = ${conversationId} and text <> '' and author <> 'system'
      order by sequence desc limit ${most}) last order by sequence`.execute(db);
  return rows.map(({ author, text }) => ({ role: author === "visitor" ? "visitor" : "bot", text }));
}

export async function sequenceOfClientMessage(
  db: Db,
  conversationId: string,
  clientMessageId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("conversation_messages")
    .select("sequence")
    .where("conversation_id", "=", conversationId)
    .where("client_message_id", "=", clientMessageId)
    .executeTakeFirst();
  return row?.sequence;
}
