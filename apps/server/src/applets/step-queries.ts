import type { Db } from "#platform/database.ts";

export async function webhooksOf(db: Db, triggerIds: readonly string[]) {
  const rows = await db
    .selectFrom("applet_webhooks")
    .select(["trigger_id as triggerId", "token", "secret_last4 as secretLast4"])
    .where("trigger_id", "in", [...triggerIds])
    .execute();
  return triggerIds.map((id) => rows.find((row) => row.triggerId === id));
}

export async function schedulesOf(db: Db, triggerIds: readonly string[]) {
  const rows = await db
    .selectFrom("applet_schedules")
    .select(["trigger_id as triggerId", "next_at as nextAt"])
    .where("trigger_id", "in", [...triggerIds])
    .execute();
  return triggerIds.map((id) => rows.find((row) => row.triggerId === id)?.nextAt);
}
