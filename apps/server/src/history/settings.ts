import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";

export async function readSettings(db: Db, projectId: string) {
  const row = await db
    .selectFrom("history_settings")
    .select(["retention_days as retentionDays", "swept_at as sweptAt"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return { projectId, retentionDays: row?.retentionDays ?? null, sweptAt: row?.sweptAt ?? null };
}

export function requireRetentionDays(days: number): number {
  if (days >= 1 && days <= 3_650) return days;
  throw new Invalid("days", "Choose between 1 and 3650 days, or no limit.");
}

/** Conversations that may be removed: over, and silent for longer than that. */
export const isPastRetention = (projectId: string, days: number) => sql<boolean>`
  project_id = ${projectId} and status = 'ENDED'
  and last_activity_at < now() - make_interval(days => ${days})`;

const mostCounted = 10_001;

export async function countPastRetention(db: Db, projectId: string, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from conversations where ${isPastRetention(projectId, days)} limit ${mostCounted}) due`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
