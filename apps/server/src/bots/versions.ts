// Reading bot versions: their state, their files, and the graph they form.
import {
  type VersionData,
  type VersionFile,
  type VersionGraphEntry,
  validationMessage,
} from "@parley/bot-data";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#platform/database.ts";

interface VersionRow {
  id: string;
  botId: string;
  number: number;
  label: string;
  note: string;
  basedOn: string | null;
  author: string | null;
  createdAt: Date;
  lockedAt: Date | null;
  contentHash: string;
  validatedHash: string | null;
  validatedAt: Date | null;
  validationMessages: unknown;
  trainedHash: string | null;
  trainedAt: Date | null;
  jobId: string | null;
  jobStatus: string | null;
  environments: string[];
  drawing: VersionData["drawing"];
}

const columns = sql`v.id, v.bot_id as "botId", v.number, v.label, v.note, v.based_on as "basedOn",
  u.first_name || ' ' || u.last_name as author, v.created_at as "createdAt", v.locked_at as "lockedAt",
  v.content_hash as "contentHash", v.validated_hash as "validatedHash", v.validated_at as "validatedAt",
  v.validation_messages as "validationMessages", v.trained_hash as "trainedHash", v.trained_at as "trainedAt",
  v.training_job_id as "jobId", j.status as "jobStatus",
  coalesce((select array_agg(d.environment order by d.environment) from bot_deployments d
    where d.version_id = v.id and d.is_current), '{}') as environments,
  (select jsonb_build_object('solutionId', s.solution_id, 'solutionVersionId', s.id,
      'isPublished', s.published_at is not null)
    from solution_versions s where s.bot_version_id = v.id order by s.number desc limit 1) as drawing`;
const from = sql`from bot_versions v join bots b on b.id = v.bot_id
  left join users u on u.id = v.created_by left join jobs j on j.id = v.training_job_id`;

export async function findVersion(db: Db, projectId: string, id: string): Promise<VersionData | undefined> {
  const { rows } = await sql<VersionRow>`select ${columns} ${from}
    where b.project_id = ${projectId} and v.id = ${id}`.execute(db);
  const row = rows[0];
  return row && toVersion(row, await listFiles(db, row.id));
}

/** Newest first. */
export async function versionGraph(db: Db, botId: string): Promise<VersionGraphEntry[]> {
  const { rows } = await sql<VersionRow>`select ${columns} ${from} where v.bot_id = ${botId}
    order by v.number desc`.execute(db);
  return rows.map((row) => {
    const {
      files: _,
      validation: __,
      training: ___,
      contentHash: ____,
      botId: _____,
      drawing: ______,
      ...entry
    } = toVersion(row, []);
    return entry;
  });
}

/** Ordered by path. */
export function listFiles(db: Db, versionId: string) {
  return db
    .selectFrom("bot_version_files as f")
    .innerJoin("bot_file_contents as c", "c.sha256", "f.sha256")
    .select(["f.file_path as filePath", "c.size", "f.sha256"])
    .where("f.version_id", "=", versionId)
    .orderBy("f.file_path")
    .execute();
}

/** Every file with its text, ordered by path. */
export async function readFiles(db: Db, versionId: string): Promise<VersionFile[]> {
  const rows = await db
    .selectFrom("bot_version_files as f")
    .innerJoin("bot_file_contents as c", "c.sha256", "f.sha256")
    .select(["f.file_path as filePath", "c.content", "c.size", "f.sha256"])
    .where("f.version_id", "=", versionId)
    .orderBy("f.file_path")
    .execute();
  return rows.map((row) => ({ ...row, content: row.content.toString("utf8") }));
}

export async function readFile(
  db: Db,
  versionId: string,
  filePath: string,
): Promise<VersionFile | undefined> {
  const row = await db
    .selectFrom("bot_version_files as f")
    .innerJoin("bot_file_contents as c", "c.sha256", "f.sha256")
    .select(["f.file_path as filePath", "c.content", "c.size", "f.sha256"])
    .where("f.version_id", "=", versionId)
    .where("f.file_path", "=", filePath)
    .executeTakeFirst();
  return row && { ...row, content: row.content.toString("utf8") };
}

function toVersion(row: VersionRow, files: VersionData["files"]): VersionData {
  const messages = z.array(validationMessage).parse(row.validationMessages);
  return {
    id: row.id,
    botId: row.botId,
    number: row.number,
    label: row.label,
    note: row.note,
    basedOn: row.basedOn,
    author: row.author,
    createdAt: row.createdAt.toISOString(),
    isLocked: row.lockedAt !== null,
    contentHash: row.contentHash,
    files,
    validation: {
      at: row.validatedAt?.toISOString() ?? null,
      isCurrent: row.validatedHash === row.contentHash,
      errors: messages.filter((message) => message.severity === "error").length,
      warnings: messages.filter((message) => message.severity === "warning").length,
      messages,
    },
    training: {
      at: row.trainedAt?.toISOString() ?? null,
      isCurrent: row.trainedHash === row.contentHash,
      jobId: row.jobId,
      status: row.jobStatus,
    },
    environments: row.environments,
    drawing: row.drawing,
  };
}
