// What goes with a project or with one of its products, told before it happens.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

/** Words for tables whose names are not words; the others lose their underscores. Empty ones are not worth a line. */
const words: Readonly<Record<string, string>> = {
  pypes: "channels",
  project_environment_configs: "",
  project_product_settings: "",
  project_pro_studio_settings: "",
  user_projects: "people assigned",
  team_account_projects: "teams assigned",
  project_secrets: "secrets",
  applet_notice_settings: "",
};

/** Every table whose rows the database deletes with the project, with their number. Most first. */
export async function projectLosses(db: Db, projectId: string): Promise<{ kind: string; count: number }[]> {
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'projects'::regclass and c.confdeltype = 'c'
      and cardinality(c.conkey) = 1`.execute(db);
  const losses: { kind: string; count: number }[] = [];
  for (const { table, column } of tables) {
    const kind = words[table] ?? table.replaceAll("_", " ");
    if (kind === "") continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.id(table)} where ${sql.id(column)} = ${projectId}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) losses.push({ kind, count });
  }
  const { rows: domains } = await sql<{ count: number }>`
    select count(*) as count from domains d join project_environment_configs c on c.id = d.project_environment_config_id
    where c.project_id = ${projectId}`.execute(db);
  if (domains[0]?.count) losses.push({ kind: "domains", count: domains[0].count });
  const { rows: runs } = await sql<{ count: number }>`
    select count(*) as count from applet_runs where ${ranIn(projectId)}`.execute(db);
  if (runs[0]?.count) losses.push({ kind: "applet runs", count: runs[0].count });
  return losses.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

/** Which runs are a project's: their rows refer to nothing but the applet, which may be in another project by now. */
export const ranIn = (projectId: string) => sql<boolean>`
  project_environment_config_id in (select id from project_environment_configs where project_id = ${projectId})`;

export interface AccessLossRow {
  readonly userId: string;
  readonly roles: string[];
  readonly teamName: string | null;
}

/** Who holds roles of the product in this very project. By first name. */
export async function productAccessLosses(
  db: Db,
  projectId: string,
  productId: string,
): Promise<AccessLossRow[]> {
  const { rows } = await sql<AccessLossRow>`
    select held."userId", array_agg(held.role order by held.role) as roles, held."teamName" from (
      select g.user_id as "userId", r.name as role, null::text as "teamName"
      from user_project_roles g join roles r on r.id = g.role_id
      where g.project_id = ${projectId} and r.product_id = ${productId}
      union
      select m.user_id, r.name, t.name
      from team_project_roles g join roles r on r.id = g.role_id join teams t on t.id = g.team_id
        join team_members m on m.team_id = g.team_id
      where g.project_id = ${projectId} and r.product_id = ${productId}
    ) held join users u on u.id = held."userId"
    group by held."userId", held."teamName", u.first_name, u.last_name
    order by u.first_name, u.last_name, held."userId", held."teamName" nulls first`.execute(db);
  return rows;
}
