import { can, requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { optionalText } from "#platform/input.ts";
import { resolvers as annotate } from "./annotate-resolvers.ts";
import { resolvers as exporting } from "./export-resolvers.ts";
import { audited, entryOf } from "./find.ts";
import { resolvers as removing } from "./remove-resolvers.ts";
import { replay } from "./replay.ts";
import { resolvers as savedSearches } from "./saved-search-resolvers.ts";
import { customerOf, searchBodyOf } from "./scope.ts";
import { searchHistory } from "./search.ts";
import { countPastRetention, readSettings, requireRetentionDays } from "./settings.ts";
import { readTranscript } from "./transcript.ts";

export const resolvers: Resolvers = {
  Query: {
    ...savedSearches.Query,
    async historyConversation(_, { projectId, id }, ctx) {
      await requireAccess(ctx.viewer, "history.read", { projectId });
      return { data: await readTranscript(ctx, projectId, id) };
    },
    async historySettings(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "history.read", { projectId });
      const canEdit = await can(ctx.viewer, "history.delete", { projectId });
      return { ...(await readSettings(ctx.db, projectId)), canEdit };
    },
    async conversationsPastRetention(_, { projectId, days }, ctx) {
      await requireAccess(ctx.viewer, "history.delete", { projectId });
      return countPastRetention(ctx.db, projectId, requireRetentionDays(days));
    },
    async historyLabels(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "history.read", { projectId });
      const rows = await ctx.db
        .selectFrom("conversation_labels")
        .select("label")
        .distinct()
        .where("project_id", "=", projectId)
        .orderBy("label")
        .limit(500)
        .execute();
      return rows.map((row) => row.label);
    },
    async replayConversation(_, { projectId, id, versionId }, ctx) {
      await requireAccess(ctx.viewer, "history.read", { projectId });
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const entry = await entryOf(ctx, projectId, id);
      return { data: await replay(ctx, projectId, entry, versionId) };
    },
  },
  Mutation: {
    ...annotate.Mutation,
    ...exporting.Mutation,
    ...removing.Mutation,
    ...savedSearches.Mutation,
    async postHistorySearch(_, { customerId, projectId, searchBody }, ctx) {
      await requireAccess(ctx.viewer, "history.read", { projectId });
      const scope = { projectId, customerId: await customerOf(ctx, projectId, customerId) };
      return { data: await searchHistory(ctx.db, scope, searchBodyOf(searchBody)) };
    },
    async revealConversation(_, { projectId, id, reason: given }, ctx) {
      const grants = await requireAccess(ctx.viewer, "history.reveal", { projectId });
      const entry = await entryOf(ctx, projectId, id);
      const reason = optionalText("reason", given ?? "", 500);
      await change(ctx, (tx) =>
        recordAudit(tx, ctx, {
          ...audited(grants, entry),
          action: "conversation.revealed",
          message: reason === "" ? "looked at personal data" : `looked at personal data: ${reason}`,
        }),
      );
      return { data: await readTranscript(ctx, projectId, id, true) };
    },
  },
};
