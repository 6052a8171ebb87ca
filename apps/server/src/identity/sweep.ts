import { sql } from "kysely";
import type { Provider } from "./context.ts";
import { endExpiredSessions } from "./sessions.ts";

const dayMs = 24 * 3_600_000;

/** Removes what has expired. Safe to run on several servers at once. */
export async function sweep({ db, now }: Provider): Promise<void> {
  const at = now();
  const yesterday = new Date(at.getTime() - dayMs);
  const lastMonth = new Date(at.getTime() - 30 * dayMs);
  await db.transaction().execute((tx) => endExpiredSessions(tx, at));
  await sql`delete from identity_sessions where not active and expires_at < ${lastMonth}`.execute(db);
  // Kept for a day: an expired flow still tells what it was for.
  await sql`delete from identity_flows where expires_at < ${yesterday}`.execute(db);
  await sql`delete from identity_continuity where expires_at < ${at}`.execute(db);
  await sql`delete from identity_spent_assertions where expires_at < ${at}`.execute(db);
  await sql`delete from identity_connection_tests where expires_at < ${at}`.execute(db);
  await sql`delete from identity_errors where created_at < ${yesterday}`.execute(db);
  await sql`delete from identity_rate_limits where full_at < ${at}`.execute(db);
}
