// A file that somebody in a conversation sent: private, and named by the message that shows it.
import { insertFile, type UploadedFile } from "#domains/files";
import { sql } from "kysely";
import type { Db, Tx } from "#platform/database.ts";
import type { Content } from "./content.ts";
import { limits } from "./rate-limits.ts";

export const maxFileBytes = 10 * 1024 * 1024;

export interface FileSender {
  readonly conversationId: string;
  readonly accountId: string;
  readonly author: "visitor" | "agent";
  readonly userId: string | undefined;
}

export async function keepFile(
  tx: Tx,
  sender: FileSender,
  file: UploadedFile,
): Promise<Extract<Content, { type: "file" }>> {
  const fileId = await insertFile(tx, file, sender);
  await tx.updateTable("files").set({ is_private: true }).where("id", "=", fileId).execute();
  await tx
    .insertInto("conversation_files")
    .values({ file_id: fileId, conversation_id: sender.conversationId, author: sender.author })
    .execute();
  return { type: "file", fileId, name: file.originalName, mimeType: file.mimeType, size: file.size };
}

/** The limit of one server, counted over all of them: 0, or the seconds until this visitor may send another file. */
export async function secondsUntilUpload(db: Db, conversationId: string): Promise<number> {
  const { burst, perSecond } = limits.uploadsOfVisitor;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from conversation_files where conversation_id = ${conversationId} and author = 'visitor'
      and created_at > now() - make_interval(secs => ${burst / perSecond})`.execute(db);
  return (rows[0]?.count ?? 0) < burst ? 0 : Math.ceil(1 / perSecond);
}
