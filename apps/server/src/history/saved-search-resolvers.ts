import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { knownId, requiredText } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { customerOf } from "./scope.ts";

export const resolvers: Resolvers = {
  Query: {
    async savedSearches(_, { projectId, customerId }, ctx) {
      await requireAccess(ctx.viewer, "history.read", { projectId });
      return listSearches(ctx, projectId, await customerOf(ctx, projectId, customerId));
    },
  },
  Mutation: {
    async saveSearch(_, { projectId, customerId, name: given, query, isShared }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "history.read", { projectId });
      const scope = await customerOf(ctx, projectId, customerId);
      const name = requiredText("name", given, "a name");
      if (query.length > 4_000) throw new Invalid("query", "This search is too long to keep.");
      const userId = ctx.viewer.userId ?? "";
      const id = await change(ctx, async (tx) => {
        const id = newId();
        const taken = await tx
          .selectFrom("saved_searches")
          .select("id")
          .where("project_id", "=", projectId)
          .where("user_id", "=", userId)
          .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
          .executeTakeFirst();
        if (taken) throw new Invalid("name", `You already have a search called ${name}.`);
        await tx
          .insertInto("saved_searches")
          .values({
            id,
            project_id: projectId,
            customer_id: scope ?? null,
            user_id: userId,
            name,
            query,
            is_shared: isShared,
          })
          .execute();
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "analytics",
          action: "saved-search.created",
          objectType: "saved-search",
          objectId: id,
          objectName: name,
          message: `saved the search ${name}`,
        });
        return id;
      });
      return { id, name, query, customerId: scope ?? null, isShared, isOwn: true };
    },
    async deleteSavedSearch(_, { projectId, id: given }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "history.read", { projectId });
      const id = knownId(given, "saved search");
      const found = await ctx.db
        .selectFrom("saved_searches")
        .select(["id", "name"])
        .where("project_id", "=", projectId)
        .where("user_id", "=", ctx.viewer.userId ?? "")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!found) throw new NotFound("saved search");
      await change(ctx, async (tx) => {
        await tx.deleteFrom("saved_searches").where("id", "=", id).execute();
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "analytics",
          action: "saved-search.deleted",
          objectType: "saved-search",
          objectId: id,
          objectName: found.name,
          message: `deleted the saved search ${found.name}`,
        });
      });
      return id;
    },
  },
};

/** One's own and what others share, by name. */
async function listSearches(ctx: Context, projectId: string, customerId: string | undefined) {
  const userId = ctx.viewer.userId ?? "";
  const rows = await ctx.db
    .selectFrom("saved_searches")
    .select(["id", "name", "query", "customer_id as customerId", "is_shared as isShared", "user_id"])
    .where("project_id", "=", projectId)
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("is_shared", "=", true)]))
    .$if(customerId !== undefined, (query) =>
      query.where((eb) => eb.or([eb("customer_id", "is", null), eb("customer_id", "=", customerId ?? "")])),
    )
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("id")
    .execute();
  return rows.map(({ user_id: owner, ...row }) => ({ ...row, isOwn: owner === userId }));
}
