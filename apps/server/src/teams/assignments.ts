// What a team holds: roles in accounts, projects, roles in single projects.
import { sql } from "kysely";
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
  const roles = {
    add: await grantableRoles(tx, viewer, { accountId }, change.rolesToAdd),
    remove: await grantableRoles(tx, viewer, { accountId }, change.rolesToRemove),
  };
  const projects = {
    add: await manageableProjects(tx, viewer, change.projectsToAdd),
    remove: await manageableProjects(tx, viewer, change.projectsToRemove),
  };
  // Members first: who joins is checked against what the team held before and gets what is added below it.
  const members = await changeMembers(tx, viewer, team, {
    add: change.usersToAdd,
    remove: change.usersToRemove,
  });
  if (roles.add.length > 0) {
    await requireBelow(tx, team.id, accountId, "organisation");
    await joinAccount(tx, team.id, accountId);
  }
  return [
    await changeAccountRoles(tx, holder, accountId, roles),
    ...(await changeProjects(tx, viewer, holder, projects)),
    ...(await setProjectRoles(tx, viewer, holder, change.projectRoles, false)),
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

const teamHolder = (teamId: string) =>
  holderOf({
    id: teamId,
    column: "team_id",
    accountRoles: "team_account_roles",
    projects: "team_account_projects",
    projectRoles: "team_project_roles",
    async prepare(tx, project) {
      await requireBelow(tx, teamId, project.accountId, "project");
      await joinAccount(tx, teamId, project.accountId);
    },
  });
