import { requireAccess, requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { load } from "../context.ts";
import { listProjects, listUserProjects, productSettingsOf } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async projects(_, { filterCriteria: { accountId } }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      return listProjects(ctx.db, requireUser(ctx.viewer), accountId);
    },
    async userProjects(_, { filterCriteria: { userId, accountId, includeUnassigned } }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      const viewerId = requireUser(ctx.viewer);
      return listUserProjects(ctx.db, viewerId, {
        userId,
        accountId,
        includeUnassigned: includeUnassigned ?? false,
      });
    },
  },
  Project: {
    projectProductSettings: (project, _, ctx) => load(ctx, productSettingsOf, project.id),
  },
};
