// What a person holds directly: roles in an account, teams, projects, roles in single projects.
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
import { changeMembers, manageableTeams } from "#domains/teams";
import type { Tx } from "#platform/database.ts";
import { NotFound } from "#platform/errors.ts";

export interface UserAccessChange {
  readonly rolesToAdd: readonly string[];
  readonly rolesToRemove: readonly string[];
  readonly teamsToAdd: readonly string[];
  readonly teamsToRemove: readonly string[];
  readonly projectsToAdd: readonly string[];
  readonly projectsToRemove: readonly string[];
  readonly projectRoles: readonly ProjectRolesInput[];
  readonly isConsolidating: boolean;
}

/** The person must have a seat in the account, and in the account of every project they are given. */
export async function changeUserAccess(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  accountId: string,
  change: UserAccessChange,
): Promise<Delta[]> {
  const holder = userHolder(userId);
  const toAdd = await grantableRoles(tx, viewer, { accountId }, change.rolesToAdd);
  const toRemove = await grantableRoles(tx, viewer, { accountId }, change.rolesToRemove);
  const added: string[] = [];
  for (const role of toAdd) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("account_user_roles")
      .values({ account_id: accountId, user_id: userId, role_id: role.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) added.push(role.name);
  }
  const removed: string[] = [];
  for (const role of toRemove) {
    const { numDeletedRows } = await tx
      .deleteFrom("account_user_roles")
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .where("role_id", "=", role.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) removed.push(role.name);
  }
  return [
    { what: "roles", added, removed },
    await changeTeams(tx, viewer, userId, change),
    ...(await changeProjects(tx, viewer, holder, change)),
    ...(await setProjectRoles(tx, viewer, holder, change.projectRoles, change.isConsolidating)),
  ];
}

async function changeTeams(tx: Tx, viewer: Viewer, userId: string, change: UserAccessChange): Promise<Delta> {
  const added: string[] = [];
  const removed: string[] = [];
  for (const team of await manageableTeams(tx, viewer, change.teamsToAdd)) {
    const delta = await changeMembers(tx, viewer, team, { add: [userId], remove: [] });
    if (delta.added.length > 0) added.push(team.name);
  }
  for (const team of await manageableTeams(tx, viewer, change.teamsToRemove)) {
    const delta = await changeMembers(tx, viewer, team, { add: [], remove: [userId] });
    if (delta.removed.length > 0) removed.push(team.name);
  }
  return { what: "teams", added, removed };
}

async function changeProjects(
  tx: Tx,
  viewer: Viewer,
  holder: ProjectHolder,
  change: UserAccessChange,
): Promise<Delta[]> {
  const added: string[] = [];
  for (const project of await manageableProjects(tx, viewer, change.projectsToAdd)) {
    const before = await holder.assigned(tx, [project.accountId]);
    await holder.assign(tx, project);
    if (!before.includes(project.id)) added.push(project.name);
  }
  const deltas: Delta[] = [{ what: "projects", added, removed: [] }];
  for (const project of await manageableProjects(tx, viewer, change.projectsToRemove)) {
    deltas.push(...(await unassign(tx, viewer, holder, project)));
  }
  return deltas;
}

export function userHolder(userId: string): ProjectHolder {
  return {
    async assigned(tx, accountIds) {
      const { rows } = await sql<{ id: string }>`select project_id as id from user_projects
        where user_id = ${userId} and account_id = any(${accountIds})`.execute(tx);
      return rows.map((row) => row.id);
    },
    async rolesIn(tx, projectId) {
      const { rows } = await sql<{ id: string }>`select role_id as id from user_project_roles
        where user_id = ${userId} and project_id = ${projectId}`.execute(tx);
      return rows.map((row) => row.id);
    },
    async assign(tx, project) {
      const seat = await tx
        .selectFrom("account_users")
        .select("user_id")
        .where("user_id", "=", userId)
        .where("account_id", "=", project.accountId)
        .executeTakeFirst();
      if (!seat) throw new NotFound("user");
      await tx
        .insertInto("user_projects")
        .values({ user_id: userId, project_id: project.id, account_id: project.accountId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async unassign(tx, projectId) {
      await tx
        .deleteFrom("user_projects")
        .where("user_id", "=", userId)
        .where("project_id", "=", projectId)
        .execute();
    },
    async addRole(tx, projectId, roleId) {
      await tx
        .insertInto("user_project_roles")
        .values({ user_id: userId, project_id: projectId, role_id: roleId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async removeRole(tx, projectId, roleId) {
      await tx
        .deleteFrom("user_project_roles")
        .where("user_id", "=", userId)
        .where("project_id", "=", projectId)
        .where("role_id", "=", roleId)
        .execute();
    },
  };
}
