import { actionsOfRole } from "#access/actions.ts";
import { requireAccess } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { rolesOfAccounts } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async roles(_, { accountId }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      return (await rolesOfAccounts(ctx.db, [accountId]))[0] ?? [];
    },
  },
  Role: {
    actions: (role) => actionsOfRole(role.key, "account").toSorted(),
  },
};
