// Trainings of a bot's versions: what each made of its examples, for comparing over time.
import type { TrainingRun } from "@parley/bot-data";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

type Row = Omit<TrainingRun, "createdAt" | "finishedAt"> & { createdAt: Date; finishedAt: Date | null };

/** Newest first, the last hundred. Figures are those of the model the training made. */
export async function listTrainings(db: Db, botId: string): Promise<TrainingRun[]> {
  const { rows } = await sql<Row>`
    select j.id as "jobId", v.id as "versionId", v.number, j.status, j.message, j.log,
      u.first_name || ' ' || u.last_name as "startedBy", j.created_at as "createdAt", j.finished_at as "finishedAt",
      extract(epoch from j.finished_at - j.started_at)::float as seconds,
      (m.quality #>> '{report,accuracy}')::float as accuracy,
      (m.quality #>> '{report,macroF1}')::float as "macroF1",
      (m.quality #>> '{summary,utterances}')::int as utterances,
      (m.quality #>> '{summary,intents}')::int as intents
    from jobs j join bot_versions v on v.id::text = j.object_id left join users u on u.id = j.created_by
      left join bot_models m on m.content_hash = j.result ->> 'contentHash'
    where v.bot_id = ${botId} and j.kind = 'train-bot-version'
    order by j.created_at desc, j.id desc limit 100`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }));
}
