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

const columns = sql`u.id, u.user_name as "userName", u.user_name as email, u.first_name as "firstName",
  u.last_name as "lastName", u.picture, u.user_icon_id as "userIconId",
  (select public_id from files f where f.id = u.user_icon_id) as "iconPublicId", u.status, u.settings,
  u.required_consent_status as "requiredConsentStatus", u.optional_consent_status as "optionalConsentStatus",
  u.required_consent_updated_at as "requiredConsentUpdatedAt",
  u.optional_consent_updated_at as "optionalConsentUpdatedAt",
  u.password_recovery_status as "passwordRecoveryStatus", u.default_account_id as "defaultAccountId",
  u.has_active_sessions as "hasActiveSessions", u.last_active_at as "lastActiveAt", u.version,
  u.created_at as "createdAt", u.updated_at as "updatedAt"`;

export async function usersByIds(db: Db, ids: readonly string[]): Promise<(UserRow | undefined)[]> {
  const { rows } = await sql<UserRow>`select ${columns} from users u where u.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return (await usersByIds(db, [id]))[0];
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${columns} from users u where u.user_name = ${email}`.execute(
    db,
  );
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
    select ${columns} from users u where u.id = ${id} and ${visibleTo(viewerId)}`.execute(db);
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

export interface UserListFilter {
  readonly search?: string;
  readonly status?: UserStatus | undefined;
  readonly teamId?: string | undefined;
  readonly roleId?: string | undefined;
  readonly productId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly hasActiveSessions?: boolean | undefined;
  readonly inactiveSince?: Date | undefined;
}

export const userOrders = {
  FIRST_NAME: ["first_name", "last_name"],
  LAST_NAME: ["last_name", "first_name"],
  USER_NAME: ["user_name"],
  LAST_ACTIVE_AT: ["last_active_at", "first_name"],
  CREATED_AT: ["created_at"],
  STATUS: ["status", "first_name"],
} as const;
export type UserOrder = keyof typeof userOrders;

/** The people with a seat in the account; by first name unless asked otherwise. */
export async function listUsers(
  db: Db,
  accountId: string,
  filter: UserListFilter,
  bounds: { limit: number; offset: number; orderBy?: UserOrder; isDescending?: boolean },
): Promise<UserRow[]> {
  const direction = bounds.isDescending ? sql`desc nulls last` : sql`asc nulls last`;
  const order = userOrders[bounds.orderBy ?? "FIRST_NAME"].map(
    (name) => sql`${sql.ref(`u.${name}`)} ${direction}`,
  );
  // Only what the order needs is carried through the sort, so that a page far down costs little more than the first.
  const { rows } = await sql<UserRow>`
    select ${columns} from (
      select u.id from users u where ${seatedIn(accountId, filter)}
      order by ${sql.join(order)}, u.id limit ${bounds.limit} offset ${bounds.offset}
    ) page join users u on u.id = page.id order by ${sql.join(order)}, u.id`.execute(db);
  return rows;
}

export async function countUsers(db: Db, accountId: string, filter: UserListFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from users u where ${seatedIn(accountId, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function seatedIn(accountId: string, filter: UserListFilter) {
  const conditions = [
    sql`exists (select 1 from account_users seat where seat.account_id = ${accountId} and seat.user_id = u.id)`,
  ];
  // The same expression as in the trigram index.
  for (const word of (filter.search ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 5)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`(u.first_name || ' ' || u.last_name || ' ' || u.user_name::text) ilike ${pattern}`);
  }
  if (filter.status) conditions.push(sql`u.status = ${filter.status}`);
  if (filter.hasActiveSessions !== undefined) {
    conditions.push(sql`u.has_active_sessions = ${filter.hasActiveSessions}`);
  }
  if (filter.inactiveSince) {
    conditions.push(sql`(u.last_active_at is null or u.last_active_at < ${filter.inactiveSince})`);
  }
  if (filter.teamId) {
    conditions.push(
      sql`exists (select 1 from team_members m where m.team_id = ${filter.teamId} and m.user_id = u.id)`,
    );
  }
  if (filter.projectId) {
    conditions.push(sql`(exists (select 1 from user_projects p where p.project_id = ${filter.projectId} and p.user_id = u.id)
      or exists (select 1 from team_account_projects t join team_members m on m.team_id = t.team_id
        where t.project_id = ${filter.projectId} and m.user_id = u.id))`);
  }
  if (filter.roleId) {
    conditions.push(
      sql`exists (select 1 from role_grants g where g.user_id = u.id and g.role_id = ${filter.roleId})`,
    );
  }
  if (filter.productId) {
    conditions.push(sql`exists (select 1 from role_grants g join roles r on r.id = g.role_id
      where g.user_id = u.id and g.account_id = ${accountId} and r.product_id = ${filter.productId})`);
  }
  return sql.join(conditions, sql` and `);
}
