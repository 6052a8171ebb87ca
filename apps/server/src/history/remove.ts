// Takes conversations away for good, with all that was said in them, the files sent and the sentences waiting
// in the intent inbox. Figures stay: they name nobody (decision 076).
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { Services } from "../context.ts";
import { lockHistory } from "./fold.ts";

export interface Removed {
  readonly count: number;
  /** Content to remove once the transaction is there to stay. */
  readonly publicIds: readonly string[];
}

export async function removeConversations(tx: Db, ids: readonly string[]): Promise<Removed> {
  if (ids.length === 0) return { count: 0, publicIds: [] };
  const list = [...ids];
  // Words are counted by whoever folds or removes, one at a time.
  await lockHistory(tx);
  await sql`delete from supervised_utterances where conversation_id = any(${list}::uuid[]) and status = 'OPEN'`.execute(
    tx,
  );
  await sql`update supervised_utterances set conversation_id = null where conversation_id = any(${list}::uuid[])`.execute(
    tx,
  );
  const files = await sql<{ public_id: string }>`
    delete from files where id in (select file_id from conversation_files where conversation_id = any(${list}::uuid[]))
    returning public_id`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    delete from conversations where id = any(${list}::uuid[]) returning id`.execute(tx);
  return { count: rows.length, publicIds: files.rows.map((row) => row.public_id) };
}

export async function removeContent(services: Pick<Services, "files">, removed: Removed): Promise<void> {
  for (const publicId of removed.publicIds) await services.files.remove(publicId);
}
