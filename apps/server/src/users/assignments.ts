// What a person holds directly: roles in an account, teams, projects, roles in single projects.
import type { Viewer } from "#access/viewer.ts";
import type { Delta } from "#domains/audit-log";
import {
  changeAccountRoles,
  changeProjects,
  grantableRoles,
  holderOf,
  manageableProjects,
  type ProjectRolesInput,
  setProjectRoles,
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
  const roles = {
    add: await grantableRoles(tx, viewer, { accountId }, change.rolesToAdd),
    remove: await grantableRoles(tx, viewer, { accountId }, change.rolesToRemove),
  };
  return [
    await changeAccountRoles(tx, holder, accountId, roles),
    await changeTeams(tx, viewer, userId, change),
    ...(await changeProjects(tx, viewer, holder, {
      add: await manageableProjects(tx, viewer, change.projectsToAdd),
      remove: await manageableProjects(tx, viewer, change.projectsToRemove),
    })),
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

const userHolder = (userId: string) =>
  holderOf({
    id: userId,
    column: "user_id",
    accountRoles: "account_user_roles",
    projects: "user_projects",
    projectRoles: "user_project_roles",
    async prepare(tx, project) {
      const seat = await tx
        .selectFrom("account_users")
        .select("user_id")
        .where("user_id", "=", userId)
        .where("account_id", "=", project.accountId)
        .executeTakeFirst();
      if (!seat) throw new NotFound("user");
    },
  });
