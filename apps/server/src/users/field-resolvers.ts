import { requireUser } from "#access/viewer.ts";
import { accountInSight, accountsByIds } from "#domains/accounts";
import { teamsByIds } from "#domains/teams";
import type { Resolvers } from "#generated/resolvers.ts";
import { knownId } from "#platform/input.ts";
import { type Context, load, loadBy } from "../context.ts";
import {
  directProjectRoles,
  directProjects,
  directRoles,
  seatsOf,
  type Sight,
  teamIdsOf,
} from "./access-queries.ts";
import { authMethodsOf } from "./auth-methods.ts";
import { fileUrl } from "./picture.ts";
import { canEditProfile } from "./resolvers.ts";

export const fieldResolvers: Resolvers = {
  User: {
    pictureFile: (user, _, ctx) => fileUrl(ctx, user.iconPublicId, user.picture),
    defaultAccount: (user, _, ctx) => accountInSight(ctx, user.defaultAccountId),
    settings: async (user, _, ctx) => ((await canEditProfile(ctx, user)) ? user.settings : {}),
    canEditProfile: (user, _, ctx) => canEditProfile(ctx, user),
    assignedRoles: (user, { accountId }, ctx) => batched(ctx, "roles", accountId, user.id, directRoles),
    async assignedTeams(user, { accountId }, ctx) {
      const ids = await batched(ctx, "teams", accountId, user.id, teamIdsOf);
      const teams = await Promise.all(ids.map((id) => load(ctx, teamsByIds, id)));
      return teams.filter((team) => team !== undefined);
    },
    assignedProjects: (user, { accountId }, ctx) =>
      batched(ctx, "projects", accountId, user.id, directProjects),
    userAccounts: (user, _, ctx) => batched(ctx, "seats", undefined, user.id, seatsOf),
    async userProjects(user, { accountId }, ctx) {
      const projects = await batched(ctx, "projects", accountId, user.id, directProjects);
      const roles = await batched(ctx, "project roles", accountId, user.id, directProjectRoles);
      return projects.map((project) => ({
        projectId: project.id,
        project,
        projectRoles: roles.filter((role) => role.projectId === project.id),
      }));
    },
    listOfAuthMethods: (user, _, ctx) =>
      loadBy(ctx, "login methods", user.id, (ids) => authMethodsOf(ctx.db, ids, ctx.identity !== undefined)),
  },
  UserAccount: {
    async account(seat, _, ctx) {
      const account = await load(ctx, accountsByIds, seat.accountId);
      if (!account) throw new Error(`The account ${seat.accountId} went away while it was being read.`);
      return account;
    },
    roles: (seat, _, ctx) => batched(ctx, "roles", seat.accountId, seat.userId, directRoles),
  },
};

function batched<V>(
  ctx: Context,
  what: string,
  accountId: string | null | undefined,
  userId: string,
  read: (db: Context["db"], sight: Sight, userIds: readonly string[]) => Promise<V[]>,
): Promise<V> {
  const account = accountId ? knownId(accountId, "organisation") : undefined;
  const sight = { viewerId: requireUser(ctx.viewer), accountId: account };
  return loadBy(ctx, `users: ${what} in ${account ?? "all"}`, userId, (ids) => read(ctx.db, sight, ids));
}
