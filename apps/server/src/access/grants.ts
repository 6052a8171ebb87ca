// What a person holds, in SQL. Rights flow down the account tree, never up or sideways (decision 003):
// a role held in an account counts in all its descendants and in all projects of those.
// Membership itself does not flow: belonging to a parent is no seat in its children.
// granting_path is the account's path, cut above the first suspended account (decision 022).
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface AccountGrants {
  readonly accountId: string;
  readonly held: ReadonlySet<string>;
}

export interface ProjectGrants extends AccountGrants {
  readonly projectId: string;
}

// A suspended person holds nothing, whatever is left of their sessions.
const isInForce = (userId: string) =>
  sql<boolean>`exists (select 1 from users where id = ${userId} and status <> 'SUSPENDED')`;

/** Undefined when the account does not exist. */
export async function accountGrants(
  db: Db,
  userId: string,
  accountId: string,
): Promise<AccountGrants | undefined> {
  const { rows } = await sql<{ held: string[] | null }>`
    select (
      select array_agg(distinct key) from (
        select 'member' as key from account_users
        where account_id = a.id and user_id = ${userId} and a.granting_path = a.path
        union all
        select r.key from account_user_roles g join roles r on r.id = g.role_id
        where g.user_id = ${userId} and g.account_id = any(a.granting_path)
        union all
        select r.key from team_members m
          join team_account_roles g on g.team_id = m.team_id and g.account_id = any(a.granting_path)
          join roles r on r.id = g.role_id
        where m.user_id = ${userId}
      ) held
    ) as held
    from accounts a where a.id = ${accountId} and ${isInForce(userId)}`.execute(db);
  const row = rows[0];
  return row && { accountId, held: new Set(row.held ?? []) };
}

/** Membership of the account alone is not membership of its projects: those are assigned. */
export async function projectGrants(
  db: Db,
  userId: string,
  projectId: string,
): Promise<ProjectGrants | undefined> {
  const { rows } = await sql<{ account_id: string; held: string[] | null }>`
    select p.account_id, (
      select array_agg(distinct key) from (
        select 'member' as key from user_projects
        where project_id = p.id and user_id = ${userId} and a.granting_path = a.path
        union all
        select 'member' from team_account_projects t join team_members m on m.team_id = t.team_id
        where t.project_id = p.id and m.user_id = ${userId} and a.granting_path = a.path
        union all
        select r.key from account_user_roles g join roles r on r.id = g.role_id
        where g.user_id = ${userId} and g.account_id = any(a.granting_path)
        union all
        select r.key from team_members m
          join team_account_roles g on g.team_id = m.team_id and g.account_id = any(a.granting_path)
          join roles r on r.id = g.role_id
        where m.user_id = ${userId}
        union all
        select r.key from user_project_roles g join roles r on r.id = g.role_id
        where g.user_id = ${userId} and g.project_id = p.id and a.granting_path = a.path
        union all
        select r.key from team_members m
          join team_project_roles g on g.team_id = m.team_id and g.project_id = p.id
          join roles r on r.id = g.role_id
        where m.user_id = ${userId} and a.granting_path = a.path
      ) held
    ) as held
    from projects p join accounts a on a.id = p.account_id
    where p.id = ${projectId} and ${isInForce(userId)}`.execute(db);
  const row = rows[0];
  return row && { projectId, accountId: row.account_id, held: new Set(row.held ?? []) };
}
