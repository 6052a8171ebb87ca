// What people hold, as the viewer may see it: only in accounts whose access the viewer may read, or one's own.
import { sql } from "kysely";
import { allowedIn } from "#access/held-in.ts";
import { roleColumns, type RoleRow } from "#domains/roles";
import type { Db } from "#platform/database.ts";

/** Whose access is looked at, by whom, and in which account (all when undefined). */
export interface Sight {
  readonly viewerId: string;
  readonly accountId: string | undefined;
}

const inSight = ({ viewerId, accountId }: Sight, userColumn: string) => sql<boolean>`
  (${accountId ?? null}::uuid is null or a.id = ${accountId ?? null}::uuid)
  and (${sql.ref(userColumn)} = ${viewerId} or ${allowedIn(viewerId, "access.read", "a")})`;

/** By name. */
export async function directRoles(db: Db, sight: Sight, userIds: readonly string[]) {
  const { rows } = await sql<RoleRow & { userId: string }>`
    select ${roleColumns}, g.user_id as "userId"
    from account_user_roles g join roles r on r.id = g.role_id join products p on p.id = r.product_id
      join accounts a on a.id = g.account_id
    where g.user_id = any(${userIds}) and ${inSight(sight, "g.user_id")} order by r.name, r.id`.execute(db);
  return userIds.map((id) => rows.filter((row) => row.userId === id));
}

/** By name. */
export async function teamIdsOf(db: Db, sight: Sight, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; teamId: string }>`
    select m.user_id as "userId", t.id as "teamId"
    from team_members m join teams t on t.id = m.team_id join accounts a on a.id = t.account_id
    where m.user_id = any(${userIds}) and ${inSight(sight, "m.user_id")} order by t.name, t.id`.execute(db);
  return userIds.map((id) => rows.filter((row) => row.userId === id).map((row) => row.teamId));
}

export interface AssignedProjectRow {
  userId: string;
  id: string;
  name: string;
  accountId: string;
}

/** Directly assigned projects, by name. */
export async function directProjects(db: Db, sight: Sight, userIds: readonly string[]) {
  const { rows } = await sql<AssignedProjectRow>`
    select u.user_id as "userId", p.id, p.name, p.account_id as "accountId"
    from user_projects u join projects p on p.id = u.project_id join accounts a on a.id = p.account_id
    where u.user_id = any(${userIds}) and ${inSight(sight, "u.user_id")} order by p.name, p.id`.execute(db);
  return userIds.map((id) => rows.filter((row) => row.userId === id));
}

/** Roles held directly in single projects. */
export async function directProjectRoles(db: Db, sight: Sight, userIds: readonly string[]) {
  const { rows } = await sql<RoleRow & { userId: string; projectId: string }>`
    select ${roleColumns}, g.user_id as "userId", g.project_id as "projectId"
    from user_project_roles g join roles r on r.id = g.role_id join products p on p.id = r.product_id
      join projects pr on pr.id = g.project_id join accounts a on a.id = pr.account_id
    where g.user_id = any(${userIds}) and ${inSight(sight, "g.user_id")} order by r.name, r.id`.execute(db);
  return userIds.map((id) => rows.filter((row) => row.userId === id));
}

/** The seats of people, by the account's name. */
export async function seatsOf(db: Db, sight: Sight, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; accountId: string; createdAt: Date; isDefault: boolean }>`
    select seat.user_id as "userId", a.id as "accountId", seat.created_at as "createdAt",
      coalesce(u.default_account_id = a.id, false) as "isDefault"
    from account_users seat join users u on u.id = seat.user_id join accounts a on a.id = seat.account_id
    where seat.user_id = any(${userIds}) and ${inSight(sight, "seat.user_id")} order by a.name, a.id`.execute(
    db,
  );
  return userIds.map((id) => rows.filter((row) => row.userId === id));
}

export interface ProductRoleRow extends RoleRow {
  productName: string;
  projectId: string | null;
  projectName: string | null;
}

/** Every role that counts somewhere in the account: held there or above, or in one of its projects; by name. */
export async function rolesWithin(db: Db, userId: string, accountId: string): Promise<ProductRoleRow[]> {
  const { rows } = await sql<ProductRoleRow>`
    select distinct ${roleColumns}, p.name as "productName", g.project_id as "projectId", pr.name as "projectName"
    from role_grants g join accounts a on a.id = ${accountId}
      join roles r on r.id = g.role_id join products p on p.id = r.product_id
      left join projects pr on pr.id = g.project_id
    where g.user_id = ${userId} and (
      (g.project_id is null and g.account_id = any(a.granting_path))
      or (g.project_id is not null and g.account_id = a.id and a.granting_path = a.path))
    order by "projectName" nulls first, r.name, r.id`.execute(db);
  return rows;
}
