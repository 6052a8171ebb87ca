// Sessions are found by the hash of their token. Each change keeps users.has_active_sessions in step and
// writes the outbox row that closes open sockets, in the transaction of the change.
import { sql } from "kysely";
import type { Db, Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { statement } from "#platform/statement.ts";
import { type Identity, type IdentityRow, addressesOf, readIdentity } from "./identities.ts";
import { isMethodAllowed } from "./login-policy.ts";
import { type Tries, givingBack, noTries } from "./rate-limits.ts";
import { hashToken, randomToken } from "./sealing.ts";

export type Aal = "aal1" | "aal2";
export type MethodName = "password" | "oidc" | "saml" | "totp" | "lookup_secret" | "code" | "code_recovery";

export interface AuthenticationMethod {
  readonly method: MethodName;
  readonly aal: Aal;
  readonly completed_at: string;
  readonly provider?: string;
}

export interface Device {
  readonly ipAddress: string;
  readonly userAgent: string;
}

export interface SessionRecord {
  readonly id: string;
  readonly identityId: string;
  readonly aal: Aal;
  readonly methods: readonly AuthenticationMethod[];
  readonly isActive: boolean;
  readonly authenticatedAt: Date;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  readonly deviceId: string;
  readonly device: Device;
  readonly identity: Identity;
}

interface SessionRow extends IdentityRow {
  s_id: string;
  aal: Aal;
  authentication_methods: AuthenticationMethod[];
  active: boolean;
  authenticated_at: Date;
  issued_at: Date;
  expires_at: Date;
  last_used_at: Date;
  device_id: string;
  ip_address: string;
  user_agent: string;
}

const columns = sql`s.id as s_id, s.aal, s.authentication_methods, s.active, s.authenticated_at, s.issued_at,
  s.expires_at, s.last_used_at, s.device_id, s.ip_address, s.user_agent, i.*, ${addressesOf(sql.ref("i.id"))} as addresses`;

/** Null for whatever does not sign anyone in: unknown, ended or expired, or a person who is turned off. */
export async function findSessionByToken(db: Db, token: string, now: Date): Promise<SessionRecord | null> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from identity_sessions s join identities i on i.id = s.identity_id
    where s.token_hash = ${hashToken(token)} and s.active and s.expires_at > ${now} and i.state = 'active'`.execute(
    db,
  );
  return rows[0] === undefined ? null : read(rows[0]);
}

export interface SessionFilter {
  readonly identityId?: string | undefined;
  readonly id?: string | undefined;
  readonly exceptId?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export async function listSessions(db: Db, filter: SessionFilter, now: Date): Promise<SessionRecord[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from identity_sessions s join identities i on i.id = s.identity_id
    where (${filter.identityId ?? null}::uuid is null or s.identity_id = ${filter.identityId ?? null}::uuid)
      and (${filter.id ?? null}::uuid is null or s.id = ${filter.id ?? null}::uuid)
      and (${filter.exceptId ?? null}::uuid is null or s.id <> ${filter.exceptId ?? null}::uuid)
      and (${filter.isActive ?? null}::boolean is null or (s.active and s.expires_at > ${now}) = ${filter.isActive ?? null}::boolean)
    order by s.issued_at desc, s.id limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows.map(read);
}

export interface NewSession {
  readonly identityId: string;
  readonly methods: readonly AuthenticationMethod[];
  readonly device: Device;
  readonly expiresAt: Date;
  /** What the person's organisations must offer; left out where nobody is asked. */
  readonly offered?: string | undefined;
  /** Given back to the limits: they led to this session. */
  readonly tries?: Tries | undefined;
}

export type StartedSession =
  | { readonly session: SessionRecord; readonly token: string }
  | { readonly refusal: "identity" | "policy" };

type SessionValues = Tries & {
  readonly id: string;
  readonly identityId: string;
  readonly tokenHash: Buffer;
  readonly aal: Aal;
  readonly methods: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly deviceId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly offered: string | null;
  readonly announcement: string;
};

const insertSession = statement(
  (given: SessionValues) => sql<IdentityRow & { is_allowed: boolean }>`
    with person as (
      select i.*, ${addressesOf(sql.ref("i.id"))} as addresses,
        (${given.offered}::text is null or ${isMethodAllowed(given.identityId, given.offered)}) as is_allowed
      from identities i where i.id = ${given.identityId}),
    given_back as (${givingBack(given)}),
    session as (
      insert into identity_sessions (id, identity_id, token_hash, aal, authentication_methods, authenticated_at, issued_at,
        expires_at, device_id, ip_address, user_agent, last_used_at)
      select ${given.id}, id, ${given.tokenHash}, ${given.aal}, ${given.methods}::jsonb, ${given.now}, ${given.now},
        ${given.expiresAt}, ${given.deviceId}, ${given.ipAddress}, ${given.userAgent}, ${given.now}
      from person where state = 'active' and is_allowed returning identity_id),
    person_of_ours as (
      update users set has_active_sessions = true, last_active_at = ${given.now},
        status = case status when 'INVITED' then 'ACTIVE' else status end
      from session where users.id = session.identity_id),
    announced as (
      insert into outbox (topic, payload) select 'session-started', ${given.announcement}::jsonb from session)
    select * from person`,
);

/** Starts it if the person may sign in this way. One statement, so that it needs no transaction of its own. */
export async function startSession(db: Db, given: NewSession, now: Date): Promise<StartedSession> {
  const id = newId(now.getTime());
  const deviceId = newId(now.getTime());
  const token = randomToken("ory_st_");
  const { identityId, methods, device, expiresAt, offered = null, tries = noTries } = given;
  const aal = aalOf(methods);
  const [person] = await insertSession(db, {
    ...tries,
    id,
    identityId,
    tokenHash: hashToken(token),
    aal,
    methods: JSON.stringify(methods),
    now,
    expiresAt,
    deviceId,
    ipAddress: device.ipAddress.slice(0, 100),
    userAgent: device.userAgent.slice(0, 500),
    offered,
    announcement: JSON.stringify({ identityId, sessionIds: [id] }),
  });
  if (person === undefined || person.state !== "active") return { refusal: "identity" };
  if (!person.is_allowed) return { refusal: "policy" };
  const identity = readIdentity(person);
  const times = { authenticatedAt: now, issuedAt: now, lastUsedAt: now, expiresAt };
  return {
    session: { id, identityId, aal, methods, isActive: true, ...times, deviceId, device, identity },
    token,
  };
}

/** A second factor or a repeated sign-in joins the session that is there; its token stays. */
export async function addMethod(
  tx: Tx,
  session: SessionRecord,
  method: AuthenticationMethod,
  now: Date,
): Promise<SessionRecord> {
  const methods = [...session.methods, method];
  const aal = aalOf(methods);
  await sql`update identity_sessions set authentication_methods = ${JSON.stringify(methods)}, aal = ${aal},
      authenticated_at = ${now}, last_used_at = ${now}
    where id = ${session.id}`.execute(tx);
  return { ...session, methods, aal, authenticatedAt: now, lastUsedAt: now };
}

export interface RevokeFilter {
  readonly identityId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly exceptId?: string | undefined;
}

/** Answers the ids of the sessions that ended now. */
export async function revokeSessions(tx: Tx, filter: RevokeFilter, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; identity_id: string }>`
    update identity_sessions set active = false, revoked_at = ${now}
    where active
      and (${filter.identityId ?? null}::uuid is null or identity_id = ${filter.identityId ?? null}::uuid)
      and (${filter.ids ?? null}::uuid[] is null or id = any(${filter.ids ?? null}::uuid[]))
      and (${filter.exceptId ?? null}::uuid is null or id <> ${filter.exceptId ?? null}::uuid)
    returning id, identity_id`.execute(tx);
  await announceEnded(tx, rows, now);
  return rows.map((row) => row.id);
}

/** Sessions that ran out since the last look count as ended too. */
export async function endExpiredSessions(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; identity_id: string }>`
    update identity_sessions set active = false where active and expires_at <= ${now}
    returning id, identity_id`.execute(tx);
  await announceEnded(tx, rows, now);
}

async function announceEnded(
  tx: Tx,
  rows: ReadonlyArray<{ id: string; identity_id: string }>,
  now: Date,
): Promise<void> {
  const byIdentity = Map.groupBy(rows, (row) => row.identity_id);
  for (const [identityId, ended] of byIdentity) {
    await sql`update users set has_active_sessions = exists (
        select 1 from identity_sessions where identity_id = ${identityId} and active and expires_at > ${now})
      where id = ${identityId}`.execute(tx);
    await publish(tx, "session-ended", { identityId, sessionIds: ended.map((row) => row.id) });
  }
}

/** Says when a session was last used, to the minute: a write per request would buy nothing. */
export async function touchSession(db: Db, session: SessionRecord, now: Date): Promise<void> {
  await sql`with touched as (
      update identity_sessions set last_used_at = ${now} where id = ${session.id} and last_used_at < ${now} returning identity_id)
    update users set last_active_at = ${now} from touched where users.id = touched.identity_id`.execute(db);
}

export function aalOf(methods: readonly AuthenticationMethod[]): Aal {
  const levels = new Set(methods.map((method) => method.aal));
  return levels.has("aal1") && levels.has("aal2") ? "aal2" : "aal1";
}

async function publish(tx: Tx, topic: string, payload: object): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({ topic, payload: JSON.stringify(payload) })
    .execute();
}

function read(row: SessionRow): SessionRecord {
  return {
    id: row.s_id,
    identityId: row.id,
    aal: row.aal,
    methods: row.authentication_methods,
    isActive: row.active,
    authenticatedAt: row.authenticated_at,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    deviceId: row.device_id,
    device: { ipAddress: row.ip_address, userAgent: row.user_agent },
    identity: readIdentity(row),
  };
}
