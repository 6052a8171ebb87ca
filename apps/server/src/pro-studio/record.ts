// When the server last synced and validated a flow, at which hash, and what it said. Neither time goes backwards.
import { sql } from "kysely";
import type { Db, Tx } from "#platform/database.ts";
import { publish } from "#platform/live.ts";
import { findRecord, type RecordRow } from "./queries.ts";

interface Place {
  readonly solutionVersionId: string;
  readonly settingId: string;
}

/** Answers how many rows it wrote: none when the record is there already. */
export async function insertRecord(tx: Tx, { solutionVersionId, settingId }: Place): Promise<number> {
  const { rows } =
    await sql`insert into pro_studio_versions (solution_version_id, project_pro_studio_setting_id)
    values (${solutionVersionId}, ${settingId}) on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

export async function recordSync(
  tx: Tx,
  place: Place,
  outcome: { at: Date; hash: number; errors: readonly string[] },
): Promise<RecordRow> {
  await insertRecord(tx, place);
  await sql`update pro_studio_versions set last_server_sync = greatest(last_server_sync, ${outcome.at}),
      last_server_sync_hash = ${outcome.hash}, last_server_sync_error = ${[...outcome.errors]}
    where solution_version_id = ${place.solutionVersionId}`.execute(tx);
  return told(tx, place.solutionVersionId);
}

export async function recordValidation(
  tx: Tx,
  place: Place,
  outcome: { at: Date; hash: number; messages: readonly string[] },
): Promise<RecordRow> {
  await insertRecord(tx, place);
  await sql`update pro_studio_versions set last_server_validation = greatest(last_server_validation, ${outcome.at}),
      last_server_validation_hash = ${outcome.hash}, last_server_validation_messages = ${[...outcome.messages]}
    where solution_version_id = ${place.solutionVersionId}`.execute(tx);
  return told(tx, place.solutionVersionId);
}

async function told(tx: Tx, solutionVersionId: string): Promise<RecordRow> {
  await publish(tx, "solution-version", { solutionVersionId });
  return requireRecord(tx, solutionVersionId);
}

export async function requireRecord(db: Db, solutionVersionId: string): Promise<RecordRow> {
  const record = await findRecord(db, solutionVersionId);
  if (!record) throw new Error("The record was written a moment ago.");
  return record;
}
