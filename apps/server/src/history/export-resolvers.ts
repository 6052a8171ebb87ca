import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Job, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { addJob } from "#platform/jobs.ts";
import type { ExportPayload } from "./export.ts";
import { customerOf, searchBodyOf } from "./scope.ts";

export const resolvers: Resolvers = {
  Mutation: {
    async exportHistory(_, { projectId, customerId, searchBody, format, rows, isRevealed: asked }, ctx) {
      const isRevealed = asked ?? false;
      const action = isRevealed ? "history.reveal" : "history.read";
      const { accountId } = await requireAccess(ctx.viewer, action, { projectId });
      const customer = await customerOf(ctx, projectId, customerId);
      const { after: _after, ...body } = searchBodyOf(searchBody);
      const payload: ExportPayload = {
        projectId,
        accountId,
        customerId: customer ?? null,
        userId: ctx.viewer.userId ?? "",
        searchBody: body,
        format,
        rows,
        isRevealed,
      };
      const id = await change(ctx, async (tx) => {
        const jobId = await addJob(tx, {
          kind: "history-export",
          accountId,
          projectId,
          objectId: ctx.viewer.userId,
          payload,
          createdBy: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "analytics",
          action: "history.exported",
          objectType: "project",
          objectId: projectId,
          message: `exported conversations as ${format}${isRevealed ? " with personal data" : ""}`,
          after: { search: body, rows },
        });
        return jobId;
      });
      const row = await ctx.db
        .selectFrom("jobs")
        .select(["id", "kind", "object_id as objectId", "status", "progress", "message", "log", "result"])
        .select([
          "attempt",
          "created_at as createdAt",
          "started_at as startedAt",
          "finished_at as finishedAt",
        ])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      // The check constraint of jobs.status lists exactly these.
      return { ...row, status: row.status as Job["status"] };
    },
  },
};
