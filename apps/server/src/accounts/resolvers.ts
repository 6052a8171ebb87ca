import { requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { listVisibleAccounts } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async accounts(_, { filterCriteria }, ctx) {
      const userId = requireUser(ctx.viewer);
      const rows = await listVisibleAccounts(ctx.db, userId, filterCriteria?.parentId ?? undefined);
      return { count: rows.length, rows };
    },
  },
};
