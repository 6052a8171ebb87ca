// What other parts of Parley may do to a conversation.
import type { Tx } from "#platform/database.ts";
import { NotFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";

/** For colleagues; the visitor never sees it. */
export async function addNote(
  tx: Tx,
  note: {
    /** The same one twice is one note. */
    id?: string;
    conversationId: string;
    projectId: string;
    authorName: string;
    text: string;
  },
): Promise<string> {
  const { conversationId, projectId } = note;
  const conversation = await tx
    .selectFrom("conversations")
    .select("id")
    .where("id", "=", conversationId)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!conversation) throw new NotFound("conversation");
  const { id = newId() } = note;
  const added = await tx
    .insertInto("conversation_notes")
    .values({
      id,
      conversation_id: conversationId,
      author_name: note.authorName,
      text: note.text.slice(0, 5_000),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added) await publish(tx, "conversation-note", { conversationId, projectId });
  return id;
}
