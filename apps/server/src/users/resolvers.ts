import { requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { findUser } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async currentUser(_, __, ctx) {
      const user = await findUser(ctx.db, requireUser(ctx.viewer));
      return user ?? null;
    },
  },
  User: {
    async defaultAccount(user, _, ctx) {
      if (!user.defaultAccountId) return null;
      const account = await ctx.db
        .selectFrom("accounts")
        .select(["id", "name", "parent_id as parentId"])
        .where("id", "=", user.defaultAccountId)
        .executeTakeFirst();
      return account ?? null;
    },
  },
};
