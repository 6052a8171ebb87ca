// A file that somebody in a conversation sent: private, and named by the message that shows it.
import { insertFile, type UploadedFile } from "#domains/files";
import type { Tx } from "#platform/database.ts";
import type { Content } from "./content.ts";

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
