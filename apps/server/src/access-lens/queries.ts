// Effective roles: every grant that counts at a place, one row per path it comes by.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface EffectiveRoleRow {
  userId: string;
  userName: string;
  displayName: string;
  roleId: string | null;
  roleKey: string;
  roleName: string;
  productId: string | null;
  productName: string | null;
  scope: "ACCOUNT" | "PROJECT";
  accountId: string;
  accountName: string;
  projectId: string | null;
  projectName: string | null;
  via: "DIRECT" | "TEAM";
  teamId: string | null;
  teamName: string | null;
  grantedScope: "ACCOUNT" | "PROJECT";
  grantedAccountId: string;
  grantedAccountName: string;
  isInherited: boolean;
  path: string;
}

export interface LensFilter {
  readonly userIds?: readonly string[] | undefined;
  readonly teamId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly productId?: string | undefined;
  readonly roleKeys?: readonly string[] | undefined;
}

// Plain membership is a row of its own kind: it has no role.
const grants = sql`(
  select g.user_id, g.account_id, g.project_id, g.role_id, r.key, r.name, r.product_id, g.team_id
  from role_grants g join roles r on r.id = g.role_id
  union all
  select user_id, account_id, null, null, 'member', 'Member', null, null from account_users
  union all
  select user_id, account_id, project_id, null, 'member', 'Assigned', null, null from user_projects
  union all
  select m.user_id, t.account_id, t.project_id, null, 'member', 'Assigned', null, t.team_id
  from team_account_projects t join team_members m on m.team_id = t.team_id)`;

function matching(accountId: string, filter: LensFilter): RawBuilder<unknown> {
  const { projectId } = filter;
  // Membership does not flow: a seat counts in its account, an assignment in its project.
  const counts = projectId
    ? sql`((g.project_id is null and g.account_id = any(a.granting_path) and g.key <> 'member')
        or (g.project_id = ${projectId} and a.granting_path = a.path))`
    : sql`((g.project_id is null and g.account_id = any(a.granting_path) and (g.key <> 'member' or g.account_id = a.id))
        or (g.project_id is not null and g.account_id = a.id and a.granting_path = a.path))`;
  const conditions = [sql`a.id = ${accountId}`, counts];
  conditions.push(
    filter.roleKeys === undefined ? sql`g.key <> 'member'` : sql`g.key = any(${filter.roleKeys})`,
  );
  if (filter.userIds) conditions.push(sql`g.user_id = any(${filter.userIds})`);
  if (filter.teamId) conditions.push(sql`g.team_id = ${filter.teamId}`);
  if (filter.productId) conditions.push(sql`g.product_id = ${filter.productId}`);
  return sql`${grants} g join accounts a on ${sql.join(conditions, sql` and `)}
    join users u on u.id = g.user_id and u.status <> 'SUSPENDED'`;
}

/** By person, product, role and path. */
export async function effectiveRoles(
  db: Db,
  accountId: string,
  filter: LensFilter,
  bounds: { limit: number; offset: number },
): Promise<EffectiveRoleRow[]> {
  const { rows } = await sql<EffectiveRoleRow>`
    select u.id as "userId", u.user_name as "userName", u.first_name || ' ' || u.last_name as "displayName",
      g.role_id as "roleId", g.key as "roleKey", g.name as "roleName", g.product_id as "productId",
      p.display_name as "productName",
      case when coalesce(${filter.projectId ?? null}::uuid, g.project_id) is null then 'ACCOUNT' else 'PROJECT' end as scope,
      a.id as "accountId", a.name as "accountName",
      here.id as "projectId", here.name as "projectName",
      case when g.team_id is null then 'DIRECT' else 'TEAM' end as via, t.id as "teamId", t.name as "teamName",
      case when g.project_id is null then 'ACCOUNT' else 'PROJECT' end as "grantedScope",
      ga.id as "grantedAccountId", ga.name as "grantedAccountName",
      (g.account_id <> a.id or (${filter.projectId ?? null}::uuid is not null and g.project_id is null)) as "isInherited",
      concat_ws(' › ', ga.name, 'team ' || t.name, gp.name) as path
    from ${matching(accountId, filter)}
      join accounts ga on ga.id = g.account_id
      left join products p on p.id = g.product_id
      left join teams t on t.id = g.team_id
      left join projects gp on gp.id = g.project_id
      left join projects here on here.id = coalesce(${filter.projectId ?? null}::uuid, g.project_id)
    order by "displayName", u.id, "productName" nulls first, "roleName", path, g.role_id
    limit ${bounds.limit} offset ${bounds.offset}`.execute(db);
  return rows;
}

export async function countEffectiveRoles(db: Db, accountId: string, filter: LensFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${matching(accountId, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function isProjectOf(db: Db, accountId: string, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom("projects")
    .select("id")
    .where("id", "=", projectId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined;
}
