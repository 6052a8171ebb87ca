import { requireAccess } from "#access/viewer.ts";
import { nothingToAudit, recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { knownIds } from "#platform/input.ts";
import { publish } from "#platform/live.ts";
import type { Context } from "../context.ts";
import { removeContent, removeConversations } from "./remove.ts";
import { readSettings, requireRetentionDays } from "./settings.ts";

const mostAtOnce = 500;

export const resolvers: Resolvers = {
  Mutation: {
    async deleteConversations(_, { projectId, ids: given }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.delete", { projectId });
      const ids = knownIds(given, "conversation");
      if (ids.length > mostAtOnce) throw new Invalid("ids", `Delete at most ${mostAtOnce} at once.`);
      const found = await ctx.db
        .selectFrom("conversations")
        .select("id")
        .where("project_id", "=", projectId)
        .where("id", "in", ids.length > 0 ? ids : ["00000000-0000-0000-0000-000000000000"])
        .execute();
      return remove(
        ctx,
        grants,
        found.map((row) => row.id),
        (count) => `deleted ${count} conversations`,
      );
    },
    async deleteVisitorConversations(_, { projectId, visitorId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.delete", { projectId });
      const found = await ctx.db
        .selectFrom("conversations")
        .select("id")
        .where("project_id", "=", projectId)
        .where("visitor_id", "=", visitorId)
        .execute();
      return remove(
        ctx,
        grants,
        found.map((row) => row.id),
        (count) => `deleted all ${count} conversations of a visitor at their request`,
      );
    },
    async setHistoryRetention(_, { projectId, days }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.delete", { projectId });
      if (days != null) requireRetentionDays(days);
      const before = await readSettings(ctx.db, projectId);
      await change(ctx, async (tx) => {
        const values = {
          retention_days: days ?? null,
          swept_at: null,
          updated_at: new Date(),
          updated_by: ctx.viewer.userId ?? null,
        };
        await tx
          .insertInto("history_settings")
          .values({ project_id: projectId, ...values })
          .onConflict((conflict) => conflict.column("project_id").doUpdateSet(values))
          .execute();
        await recordAudit(tx, ctx, {
          accountId: grants.accountId,
          projectId,
          product: "analytics",
          action: "history.retention-set",
          objectType: "project",
          objectId: projectId,
          message: days == null ? "keeps conversations for ever" : `keeps conversations for ${days} days`,
          before: { retentionDays: before.retentionDays },
          after: { retentionDays: days ?? null },
        });
        await publish(tx, "history-settings", { projectId });
      });
      return { ...(await readSettings(ctx.db, projectId)), canEdit: true };
    },
  },
};

async function remove(
  ctx: Context,
  grants: { accountId: string; projectId: string },
  ids: readonly string[],
  message: (count: number) => string,
): Promise<number> {
  if (ids.length === 0) {
    nothingToAudit(ctx);
    return 0;
  }
  const removed = await change(ctx, async (tx) => {
    const done = await removeConversations(tx, ids);
    await recordAudit(tx, ctx, {
      accountId: grants.accountId,
      projectId: grants.projectId,
      product: "analytics",
      action: "conversation.deleted",
      objectType: "conversation",
      objectId: ids.length === 1 ? ids[0] : undefined,
      message: message(done.count),
    });
    await publish(tx, "conversations-deleted", { projectId: grants.projectId });
    return done;
  });
  await removeContent(ctx, removed);
  return removed.count;
}
