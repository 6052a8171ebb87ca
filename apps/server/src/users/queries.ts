import { type RawBuilder, sql } from "kysely";
import { allowedIn } from "#access/held-in.ts";
import type { Db } from "#platform/database.ts";

export type UserStatus = "INVITED" | "ACTIVE" | "SUSPENDED";
export type ConsentStatus = "PENDING" | "ACCEPTED" | "DECLINED";
export type RecoveryStatus = "NONE" | "REQUESTED" | "IN_PROGRESS" | "COMPLETED" | "BLOCKED";

export interface UserRow {
  id: string;
  userName: string;
  email: string;
  firstName: string;
  lastName: string;
  picture: string | null;
  userIconId: string | null;
  iconPublicId: string | null;
  status: UserStatus;
  settings: unknown;
  requiredConsentStatus: ConsentStatus;
  optionalConsentStatus: ConsentStatus;
  requiredConsentUpdatedAt: Date | null;
  optionalConsentUpdatedAt: Date | null;
  passwordRecoveryStatus: RecoveryStatus;
  defaultAccountId: string | null;
  hasActiveSessions: boolean;
  lastActiveAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const userColumns = sql`u.id, u.user_name as "userName", u.user_name as email, u.first_name as "firstName",
  u.last_name as "lastName", u.picture, u.user_icon_id as "userIconId",
  (select public_id from files f where f.id = u.user_icon_id) as "iconPublicId", u.status, u.settings,
  u.required_consent_status as "requiredConsentStatus", u.optional_consent_status as "optionalConsentStatus",
  u.required_consent_updated_at as "requiredConsentUpdatedAt",
  u.optional_consent_updated_at as "optionalConsentUpdatedAt",
  u.password_recovery_status as "passwordRecoveryStatus", u.default_account_id as "defaultAccountId",
  u.has_active_sessions as "hasActiveSessions", u.last_active_at as "lastActiveAt", u.version,
  u.created_at as "createdAt", u.updated_at as "updatedAt"`;

export async function usersByIds(db: Db, ids: readonly string[]): Promise<(UserRow | undefined)[]> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users u where u.id = any(${ids})`.execute(
    db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return (await usersByIds(db, [id]))[0];
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const { rows } =
    await sql<UserRow>`select ${userColumns} from users u where u.user_name = ${email}`.execute(db);
  return rows[0];
}

/** People the viewer may look at: themselves, and whoever sits in an account or a team whose access they may read. */
export const visibleTo = (viewerId: string): RawBuilder<boolean> => sql<boolean>`(u.id = ${viewerId}
  or exists (select 1 from account_users seat join accounts a on a.id = seat.account_id
    where seat.user_id = u.id and ${allowedIn(viewerId, "access.read", "a")})
  or exists (select 1 from team_members m join teams t on t.id = m.team_id join accounts a on a.id = t.account_id
    where m.user_id = u.id and ${allowedIn(viewerId, "access.read", "a")}))`;

export async function findVisibleUser(db: Db, viewerId: string, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users u where u.id = ${id} and ${visibleTo(viewerId)}`.execute(db);
  return rows[0];
}

/** A face beside a name: for everyone who shares an organisation with the person. */
export async function findPicture(db: Db, viewerId: string, email: string) {
  const { rows } = await sql<{ picture: string | null; iconPublicId: string | null }>`
    select u.picture, (select public_id from files f where f.id = u.user_icon_id) as "iconPublicId"
    from users u where u.user_name = ${email} and (${visibleTo(viewerId)} or exists (
      select 1 from account_users mine join account_users theirs on theirs.account_id = mine.account_id
      where mine.user_id = ${viewerId} and theirs.user_id = u.id))`.execute(db);
  return rows[0];
}
