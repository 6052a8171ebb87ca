// What a team holds: roles in accounts, projects, roles in single projects.
import { sql } from "kysely";
import type { Viewer } from "#access/viewer.ts";
import type { Delta } from "#domains/audit-log";
import {
  grantableRoles,
  manageableProjects,
  type ProjectHolder,
  type ProjectRolesInput,
  setProjectRoles,
  unassign,
} from "#domains/roles";
import type { Tx } from "#platform/database.ts";
import { NotFound } from "#platform/errors.ts";
import { changeMembers } from "./members.ts";

export interface TeamChange {
  readonly rolesToAdd: readonly string[];
  readonly rolesToRemove: readonly string[];
  readonly projectsToAdd: readonly string[];
  readonly projectsToRemove: readonly string[];
  readonly usersToAdd: readonly string[];
  readonly usersToRemove: readonly string[];
  readonly projectRoles: readonly ProjectRolesInput[];
}

/** `accountId` is where the roles are held: the team's own account or one below it. */
export async function changeTeamAccess(
  tx: Tx,
  viewer: Viewer,
  team: { id: string; name: string; accountId: string },
  accountId: string,
  change: TeamChange,
): Promise<Delta[]> {
  const holder = teamHolder(team.id);
  const toAdd = await grantableRoles(tx, viewer, { accountId }, change.rolesToAdd);
  const toRemove = await grantableRoles(tx, viewer, { accountId }, change.rolesToRemove);
  const projectsToAdd = await manageableProjects(tx, viewer, change.projectsToAdd);
  const projectsToRemove = await manageableProjects(tx, viewer, change.projectsToRemove);
  // Members first: who joins is checked against what the team held before and gets what is added below it.
  const members = await changeMembers(tx, viewer, team, {
    add: change.usersToAdd,
    remove: change.usersToRemove,
  });
  const roles: Delta = { what: "roles", added: [], removed: [] };
  if (toAdd.length > 0) {
    await requireBelow(tx, team.id, accountId, "organisation");
    await joinAccount(tx, team.id, accountId);
  }
  const added: string[] = [];
  for (const role of toAdd) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("team_account_roles")
      .values({ team_id: team.id, account_id: accountId, role_id: role.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) added.push(role.name);
  }
  const removed: string[] = [];
  for (const role of toRemove) {
    const { numDeletedRows } = await tx
      .deleteFrom("team_account_roles")
      .where("team_id", "=", team.id)
      .where("account_id", "=", accountId)
      .where("role_id", "=", role.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) removed.push(role.name);
  }
  const projects: string[] = [];
  for (const project of projectsToAdd) {
    const before = await holder.assigned(tx, [project.accountId]);
    await holder.assign(tx, project);
    if (!before.includes(project.id)) projects.push(project.name);
  }
  const gone: Delta[] = [];
  for (const project of projectsToRemove) gone.push(...(await unassign(tx, viewer, holder, project)));
  const projectRoles = await setProjectRoles(tx, viewer, holder, change.projectRoles, false);
  return [
    { ...roles, added, removed },
    { what: "projects", added: projects, removed: [] },
    ...gone,
    ...projectRoles,
    members,
  ];
}

/** A team holds things in its own account and below it, never above or sideways. */
async function requireBelow(tx: Tx, teamId: string, accountId: string, noun: string): Promise<void> {
  const { rows } = await sql`select 1 from teams t join accounts a on t.account_id = any(a.path)
    where t.id = ${teamId} and a.id = ${accountId}`.execute(tx);
  if (rows.length === 0) throw new NotFound(noun);
}

async function joinAccount(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx
    .insertInto("team_accounts")
    .values({ team_id: teamId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function teamHolder(teamId: string): ProjectHolder {
  return {
    async assigned(tx, accountIds) {
      const { rows } = await sql<{ id: string }>`select project_id as id from team_account_projects
        where team_id = ${teamId} and account_id = any(${accountIds})`.execute(tx);
      return rows.map((row) => row.id);
    },
    async rolesIn(tx, projectId) {
      const { rows } = await sql<{ id: string }>`select role_id as id from team_project_roles
        where team_id = ${teamId} and project_id = ${projectId}`.execute(tx);
      return rows.map((row) => row.id);
    },
    async assign(tx, project) {
      await requireBelow(tx, teamId, project.accountId, "project");
      await joinAccount(tx, teamId, project.accountId);
      await tx
        .insertInto("team_account_projects")
        .values({ team_id: teamId, account_id: project.accountId, project_id: project.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async unassign(tx, projectId) {
      await tx
        .deleteFrom("team_account_projects")
        .where("team_id", "=", teamId)
        .where("project_id", "=", projectId)
        .execute();
    },
    async addRole(tx, projectId, roleId) {
      await tx
        .insertInto("team_project_roles")
        .values({ team_id: teamId, project_id: projectId, role_id: roleId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async removeRole(tx, projectId, roleId) {
      await tx
        .deleteFrom("team_project_roles")
        .where("team_id", "=", teamId)
        .where("project_id", "=", projectId)
        .where("role_id", "=", roleId)
        .execute();
    },
  };
}
