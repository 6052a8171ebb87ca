import { sql } from "kysely";
import { holdersOf } from "#access/viewer.ts";
import type { Db } from "#platform/database.ts";

export interface ProjectRow {
  id: string;
  accountId: string;
  name: string;
  description: string;
  picture: string | null;
  timeZoneId: string | null;
  projectIconId: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  isAssigned: boolean;
}

// A project is assigned to someone directly or through one of their teams.
const assignedTo = (userId: string) => sql<boolean>`(
  exists (select 1 from user_projects u where u.project_id = p.id and u.user_id = ${userId})
  or exists (select 1 from team_account_projects t join team_members m on m.team_id = t.team_id
    where t.project_id = p.id and m.user_id = ${userId}))`;

const columns = (userId: string) => sql`
  p.id, p.account_id as "accountId", p.name, p.description, p.picture, p.time_zone_id as "timeZoneId",
  p.project_icon_id as "projectIconId", p.created_at as "createdAt", p.updated_at as "updatedAt", p.version,
  ${assignedTo(userId)} as "isAssigned"`;

// Whoever holds one of these roles in the account or above it sees all of its projects.
const seesAll = (userId: string) => sql<boolean>`exists (
  select 1 from accounts a where a.id = p.account_id and (
    exists (select 1 from account_user_roles g join roles r on r.id = g.role_id
      where g.user_id = ${userId} and g.account_id = any(a.path) and r.key = any(${holdersOf("project.list-all")}))
    or exists (select 1 from team_members m
      join team_account_roles g on g.team_id = m.team_id and g.account_id = any(a.path)
      join roles r on r.id = g.role_id
      where m.user_id = ${userId} and r.key = any(${holdersOf("project.list-all")}))))`;

/** Ordered by name. */
export async function listProjects(db: Db, viewerId: string, accountId: string): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${columns(viewerId)} from projects p
    where p.account_id = ${accountId} and (${assignedTo(viewerId)} or ${seesAll(viewerId)})
    order by p.name, p.id`.execute(db);
  return rows;
}

/** Ordered by age, newest first. */
export async function listUserProjects(
  db: Db,
  viewerId: string,
  filter: { userId: string; accountId: string; includeUnassigned: boolean },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${columns(filter.userId)} from projects p
    where p.account_id = ${filter.accountId}
      and (${assignedTo(filter.userId)} or ${filter.includeUnassigned})
      and (${assignedTo(viewerId)} or ${seesAll(viewerId)})
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

export async function productSettingsOf(db: Db, projectIds: readonly string[]) {
  const rows = await db
    .selectFrom("project_product_settings as s")
    .innerJoin("products as p", "p.id", "s.product_id")
    .select([
      "s.project_id as projectId",
      "s.product_id as productId",
      "s.settings",
      "p.name",
      "p.display_name as displayName",
    ])
    .where("s.project_id", "in", [...projectIds])
    .orderBy("p.display_name")
    .execute();
  const settings = rows.map((row) => ({
    projectId: row.projectId,
    productId: row.productId,
    settings: row.settings,
    product: { id: row.productId, name: row.name, displayName: row.displayName },
  }));
  return projectIds.map((id) => settings.filter((setting) => setting.projectId === id));
}
