// Where people are signed in. The provider keeps the sessions; ending one closes its sockets within a second.
import { sql } from "kysely";
import type { Db, Tx } from "#platform/database.ts";
import { publish } from "#platform/live.ts";

export interface SessionRow {
  id: string;
  issuedAt: Date;
  authenticatedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  aal: string;
  methods: string[];
  ipAddress: string;
  userAgent: string;
}

/** Newest first. */
export async function activeSessions(db: Db, userId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, issued_at as "issuedAt", authenticated_at as "authenticatedAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", aal, ip_address as "ipAddress", user_agent as "userAgent",
      array(select method ->> 'method' from jsonb_array_elements(authentication_methods) method) as methods
    from identity_sessions where identity_id = ${userId} and active and expires_at > now()
    order by issued_at desc, id desc`.execute(db);
  return rows;
}

export interface WhichSessions {
  readonly userId: string;
  readonly only?: string | undefined;
  readonly except?: string | undefined;
}

/** Answers how many ended. */
export async function endSessions(tx: Tx, which: WhichSessions): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update identity_sessions set active = false, revoked_at = now()
    where identity_id = ${which.userId} and active
      and (${which.only ?? null}::uuid is null or id = ${which.only ?? null}::uuid)
      and (${which.except ?? null}::uuid is null or id <> ${which.except ?? null}::uuid)
    returning id`.execute(tx);
  if (rows.length === 0) return 0;
  await sql`update users set has_active_sessions = exists (
      select 1 from identity_sessions where identity_id = users.id and active and expires_at > now())
    where id = ${which.userId}`.execute(tx);
  await publish(tx, "session-ended", {
    identityId: which.userId,
    sessionIds: rows.map((row) => row.id),
  });
  return rows.length;
}

/** Of these people, those with a seat in the account who are signed in somewhere. */
export async function signedInAmong(
  db: Db,
  accountId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join account_users seat on seat.user_id = u.id and seat.account_id = ${accountId}
    where u.id = any(${userIds}::uuid[]) and u.has_active_sessions order by u.id`.execute(db);
  return rows.map((row) => row.id);
}
