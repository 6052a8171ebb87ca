import type { Db } from "#platform/database.ts";

const columns = [
  "id",
  "kind",
  "object_id as objectId",
  "status",
  "progress",
  "message",
  "log",
  "result",
  "attempt",
  "created_at as createdAt",
  "started_at as startedAt",
  "finished_at as finishedAt",
] as const;

export function listJobs(db: Db, projectId: string, objectId: string) {
  return db
    .selectFrom("jobs")
    .select(columns)
    .where("project_id", "=", projectId)
    .where("object_id", "=", objectId)
    .orderBy("created_at", "desc")
    .limit(100)
    .execute();
}

export function findJob(db: Db, projectId: string, id: string) {
  return db
    .selectFrom("jobs")
    .select(columns)
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}
