import type { Db } from "#platform/database.ts";

export async function readSettings(db: Db, projectId: string) {
  const row = await db
    .selectFrom("history_settings")
    .select(["retention_days as retentionDays", "swept_at as sweptAt"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return { projectId, retentionDays: row?.retentionDays ?? null, sweptAt: row?.sweptAt ?? null };
}
