import { ACTIONS, isAction } from "#access/actions.ts";
import { holdersOf, requireAccess, requireUser } from "#access/viewer.ts";
import type { AccessLensFilter, Resolvers } from "#generated/resolvers.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { knownId, page } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { countEffectiveRoles, effectiveRoles, isProjectOf, type LensFilter } from "./queries.ts";

export const queryResolvers: Resolvers = {
  Query: {
    async effectiveRoles(_, { accountId, filter, limit, offset }, ctx) {
      await requireAccess(ctx.viewer, "access.read", { accountId });
      const asked = await lensFilter(ctx, accountId, filter);
      const [count, rows] = await Promise.all([
        countEffectiveRoles(ctx.db, accountId, asked),
        effectiveRoles(ctx.db, accountId, asked, page({ limit, offset }, { usual: 500, most: 5_000 })),
      ]);
      return { count, rows };
    },
    async whoCan(_, { accountId, projectId, action }, ctx) {
      await requireAccess(ctx.viewer, "access.read", { accountId });
      if (!isAction(action)) throw new Invalid("action", "There is no such action.");
      const filter = await lensFilter(ctx, accountId, { projectId: projectId ?? null });
      return effectiveRoles(
        ctx.db,
        accountId,
        { ...filter, roleKeys: holdersOf(action) },
        { limit: 5_000, offset: 0 },
      );
    },
    accessActions(_, __, ctx) {
      requireUser(ctx.viewer);
      return Object.entries(ACTIONS).map(([name, rule]) => ({
        name,
        scope: rule.scope === "account" ? "ACCOUNT" : "PROJECT",
        holders: [...rule.holders],
      }));
    },
  },
};

async function lensFilter(
  ctx: Context,
  accountId: string,
  filter: AccessLensFilter | null | undefined,
): Promise<LensFilter> {
  const projectId = filter?.projectId ? knownId(filter.projectId, "project") : undefined;
  if (projectId && !(await isProjectOf(ctx.db, accountId, projectId))) throw new NotFound("project");
  return {
    userIds: filter?.userId ? [knownId(filter.userId, "user")] : undefined,
    teamId: filter?.teamId ? knownId(filter.teamId, "team") : undefined,
    productId: filter?.productId ? knownId(filter.productId, "product") : undefined,
    projectId,
  };
}
