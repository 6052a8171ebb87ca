// The people of an organisation, a page at a time.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { userColumns, type UserRow, type UserStatus } from "./queries.ts";

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

/** Beyond this many rows it pays to know how many there are. */
const farDown = 500;

/** The people with a seat in the account; by first name unless asked otherwise. */
export async function listUsers(
  db: Db,
  accountId: string,
  filter: UserListFilter,
  bounds: { limit: number; offset: number; orderBy?: UserOrder; isDescending?: boolean },
): Promise<UserRow[]> {
  // A page of the second half is counted from the end: the last page costs what the first does.
  const total = bounds.offset > farDown ? await countUsers(db, accountId, filter) : Infinity;
  const limit = Math.max(0, Math.min(bounds.limit, total - bounds.offset));
  if (limit === 0) return [];
  const isFromEnd = bounds.offset > total / 2;
  const offset = isFromEnd ? total - bounds.offset - limit : bounds.offset;
  const order = orderBy(bounds, false);
  // Only what the order needs is carried through the sort, so that a page far down costs little more than the first.
  const { rows } = await sql<UserRow>`
    select ${userColumns} from (
      select u.id from users u where ${seatedIn(accountId, filter)}
      order by ${isFromEnd ? orderBy(bounds, true) : order} limit ${limit} offset ${offset}
    ) page join users u on u.id = page.id order by ${order}`.execute(db);
  return rows;
}

/** Nulls are named only where there are any: an index is read in either direction, but not with its nulls moved. */
function orderBy(
  { orderBy: name = "FIRST_NAME", isDescending = false }: { orderBy?: UserOrder; isDescending?: boolean },
  isReversed: boolean,
) {
  const direction = isDescending === isReversed ? sql`asc` : sql`desc`;
  const nulls = isReversed ? sql`nulls first` : sql`nulls last`;
  return sql.join(
    [...userOrders[name], "id"].map((column) =>
      column === "last_active_at"
        ? sql`${sql.ref(`u.${column}`)} ${direction} ${nulls}`
        : sql`${sql.ref(`u.${column}`)} ${direction}`,
    ),
  );
}

export async function countUsers(db: Db, accountId: string, filter: UserListFilter): Promise<number> {
  const { rows } = await (
    isEmpty(filter)
      ? sql<{ count: number }>`select count(*) from account_users where account_id = ${accountId}`
      : sql<{ count: number }>`select count(*) from users u where ${seatedIn(accountId, filter)}`
  ).execute(db);
  return rows[0]?.count ?? 0;
}

function isEmpty(filter: UserListFilter): boolean {
  return Object.values(filter).every((value) => value === undefined || value === "");
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
