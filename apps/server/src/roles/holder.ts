// What users and teams hold is the same, in tables of their own: roles in accounts, projects, roles in projects.
import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "#access/viewer.ts";
import type { Delta } from "#domains/audit-log";
import type { Tables } from "#generated/database.ts";
import type { Tx } from "#platform/database.ts";
import { type ProjectHolder, type ProjectPlace, unassign } from "./project-roles.ts";
import type { RoleRow } from "./queries.ts";

interface Rows {
  readonly id: string;
  readonly column: "user_id" | "team_id";
  readonly accountRoles: keyof Tables;
  readonly projects: keyof Tables;
  readonly projectRoles: keyof Tables;
  /** Refuses a project the holder cannot have, and makes room for it. */
  readonly prepare: (tx: Tx, project: { id: string; accountId: string }) => Promise<void>;
}

export interface Holder extends ProjectHolder {
  /** Both say whether anything changed. */
  addAccountRole(tx: Tx, accountId: string, roleId: string): Promise<boolean>;
  removeAccountRole(tx: Tx, accountId: string, roleId: string): Promise<boolean>;
}

export function holderOf({ id, column, prepare, ...names }: Rows): Holder {
  const owner = sql.ref(column);
  const accountRoles = sql.table(names.accountRoles);
  const projects = sql.table(names.projects);
  const projectRoles = sql.table(names.projectRoles);
  const ids = async (tx: Tx, query: RawBuilder<{ id: string }>) =>
    (await query.execute(tx)).rows.map((row) => row.id);
  const isChange = async (tx: Tx, statement: RawBuilder<unknown>) =>
    (await statement.execute(tx)).numAffectedRows !== 0n;
  return {
    assigned: (tx, accountIds) =>
      ids(
        tx,
        sql`select project_id as id from ${projects} where ${owner} = ${id} and account_id = any(${accountIds})`,
      ),
    rolesIn: (tx, projectId) =>
      ids(
        tx,
        sql`select role_id as id from ${projectRoles} where ${owner} = ${id} and project_id = ${projectId}`,
      ),
    async assign(tx, project) {
      await prepare(tx, project);
      await sql`insert into ${projects} (${owner}, account_id, project_id)
        values (${id}, ${project.accountId}, ${project.id}) on conflict do nothing`.execute(tx);
    },
    async unassign(tx, projectId) {
      await sql`delete from ${projects} where ${owner} = ${id} and project_id = ${projectId}`.execute(tx);
    },
    async addRole(tx, projectId, roleId) {
      await sql`insert into ${projectRoles} (${owner}, project_id, role_id)
        values (${id}, ${projectId}, ${roleId}) on conflict do nothing`.execute(tx);
    },
    async removeRole(tx, projectId, roleId) {
      await sql`delete from ${projectRoles}
        where ${owner} = ${id} and project_id = ${projectId} and role_id = ${roleId}`.execute(tx);
    },
    addAccountRole: (tx, accountId, roleId) =>
      isChange(
        tx,
        sql`insert into ${accountRoles} (${owner}, account_id, role_id)
          values (${id}, ${accountId}, ${roleId}) on conflict do nothing`,
      ),
    removeAccountRole: (tx, accountId, roleId) =>
      isChange(
        tx,
        sql`delete from ${accountRoles}
          where ${owner} = ${id} and account_id = ${accountId} and role_id = ${roleId}`,
      ),
  };
}

/** The roles are of the account, and the viewer can give and take them there. */
export async function changeAccountRoles(
  tx: Tx,
  holder: Holder,
  accountId: string,
  { add, remove }: { add: readonly RoleRow[]; remove: readonly RoleRow[] },
): Promise<Delta> {
  const added: string[] = [];
  for (const role of add) if (await holder.addAccountRole(tx, accountId, role.id)) added.push(role.name);
  const removed: string[] = [];
  for (const role of remove)
    if (await holder.removeAccountRole(tx, accountId, role.id)) removed.push(role.name);
  return { what: "roles", added, removed };
}

/** The projects are of accounts whose access the viewer manages. */
export async function changeProjects(
  tx: Tx,
  viewer: Viewer,
  holder: Holder,
  { add, remove }: { add: readonly ProjectPlace[]; remove: readonly ProjectPlace[] },
): Promise<Delta[]> {
  const added: string[] = [];
  for (const project of add) {
    const before = await holder.assigned(tx, [project.accountId]);
    await holder.assign(tx, project);
    if (!before.includes(project.id)) added.push(project.name);
  }
  const deltas: Delta[] = [{ what: "projects", added, removed: [] }];
  for (const project of remove) deltas.push(...(await unassign(tx, viewer, holder, project)));
  return deltas;
}
