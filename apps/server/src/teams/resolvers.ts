import { requireAccess } from "#access/viewer.ts";
import { accountsByIds } from "#domains/accounts";
import { fileUrl, listUsers } from "#domains/users";
import type { Resolvers } from "#generated/resolvers.ts";
import { NotFound } from "#platform/errors.ts";
import { knownId } from "#platform/input.ts";
import { type Context, load } from "../context.ts";
import {
  accountRolesOf,
  accountsOfTeams,
  membersOf,
  projectRolesOf,
  projectsOfTeams,
  teamCounts,
  type TeamRow,
  teamsByIds,
  teamsOfAccount,
} from "./queries.ts";

export const queryResolvers: Resolvers = {
  Query: {
    async teams(_, { accountId, search }, ctx) {
      await requireAccess(ctx.viewer, "access.read", { accountId });
      return teamsOfAccount(ctx.db, accountId, search ?? "");
    },
    teamByPk: (_, { id }, ctx) => teamFor(ctx, "access.read", id),
    async teamProjectsDetails(_, { teamId }, ctx) {
      const team = await teamFor(ctx, "access.read", teamId);
      return { id: team.id, name: team.name, team_account_projects: await projectsWithRoles(ctx, team.id) };
    },
  },
  Team: {
    assignedMembers: (team, _, ctx) => load(ctx, membersOf, team.id),
    memberCount: async (team, _, ctx) => (await load(ctx, teamCounts, team.id)).members,
    projectCount: async (team, _, ctx) => (await load(ctx, teamCounts, team.id)).projects,
    async assignedRoles(team, _, ctx) {
      const roles = await load(ctx, accountRolesOf, team.id);
      return roles.filter((role) => role.accountId === team.accountId);
    },
    assignedProjects: (team, _, ctx) => load(ctx, projectsOfTeams, team.id),
    team_accounts: (team, _, ctx) => load(ctx, accountsOfTeams, team.id),
    accountUsers: (team, _, ctx) => listUsers(ctx.db, team.accountId, {}, { limit: 1_000, offset: 0 }),
  },
  TeamMember: {
    pictureFile: (member, _, ctx) => fileUrl(ctx, member.iconPublicId, member.picture),
  },
  TeamAccount: {
    async account({ accountId }, _, ctx) {
      const account = await load(ctx, accountsByIds, accountId);
      if (!account) throw new Error(`The account ${accountId} went away while it was being read.`);
      return account;
    },
    async roles({ teamId, accountId }, _, ctx) {
      return (await load(ctx, accountRolesOf, teamId)).filter((role) => role.accountId === accountId);
    },
    team_account_projects: ({ teamId, accountId }, _, ctx) => projectsWithRoles(ctx, teamId, accountId),
  },
};

/** The team, once the viewer may do this in the account it belongs to; a foreign one answers like a missing one. */
export async function teamFor(
  ctx: Context,
  action: "access.read" | "access.manage",
  id: string,
): Promise<TeamRow> {
  const [team] = await teamsByIds(ctx.db, [knownId(id, "team")]);
  try {
    await requireAccess(ctx.viewer, action, { accountId: team?.accountId ?? "" });
  } catch (error) {
    if (error instanceof NotFound) throw new NotFound("team");
    throw error;
  }
  if (!team) throw new NotFound("team");
  return team;
}

async function projectsWithRoles(ctx: Context, teamId: string, accountId?: string) {
  const [projects, roles] = await Promise.all([
    load(ctx, projectsOfTeams, teamId),
    load(ctx, projectRolesOf, teamId),
  ]);
  return projects
    .filter((project) => accountId === undefined || project.accountId === accountId)
    .map((project) => ({
      projectId: project.id,
      project,
      projectRoles: roles.filter((role) => role.projectId === project.id),
    }));
}
