import { requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import type { Context } from "../../context.ts";
import { insertRuns } from "../engine/run-store.ts";
import { requireEnvironment } from "../scope.ts";
import { findRun, listRuns, type RunLogRow } from "./queries.ts";

const mostAtOnce = 200;

export const runResolvers: Resolvers = {
  Query: {
    async appletRuns(_, args, ctx) {
      const { config } = await requireEnvironment(ctx, args.projectEnvironmentConfigId, "read");
      const limit = args.limit ?? 50;
      if (limit < 1 || limit > mostAtOnce) throw new Invalid("limit", `Ask for 1 to ${mostAtOnce} runs.`);
      if (args.before != null && !isId(args.before)) throw new Invalid("before", "This is no cursor.");
      if (args.appletInstanceId != null && !isId(args.appletInstanceId))
        return { rows: [], nextCursor: null };
      return listRuns(ctx.db, {
        configId: config.id,
        instanceId: args.appletInstanceId ?? undefined,
        status: args.status ?? undefined,
        search: args.search?.trim().slice(0, 200) || undefined,
        before: args.before ?? undefined,
        limit,
      });
    },
    appletRunById: (_, { id }, ctx) => requireRun(ctx, id, "read"),
  },
  Mutation: {
    async retryAppletRun(_, { id }, ctx) {
      const run = await requireRun(ctx, id, "edit");
      const { accountId } = await requireAccess(ctx.viewer, "applet.edit", { projectId: run.projectId });
      if (run.status === "QUEUED" || run.status === "RUNNING")
        throw new Conflict("This run is not finished yet.");
      const newRunId = await change(ctx, async (tx) => {
        const [row] = await insertRuns(
          tx,
          [
            {
              instanceId: run.appletInstanceId,
              triggerId: run.triggerId,
              triggerName: run.triggerName,
              triggerKind: run.triggerKind,
              event: run.event,
              idempotencyKey: `retry ${newId()}`,
              retryOf: run.id,
              // What happened on the page stays happened.
              actions: run.actions.filter((action) => action.status === "SUCCEEDED" && isOfPage(run)),
            },
          ],
          false,
        );
        if (!row)
          throw new Conflict("The applet or its environment is not active, so the run cannot be repeated.");
        await recordAudit(tx, ctx, {
          accountId,
          projectId: run.projectId,
          product: "pro_studio",
          action: "applet.run-retried",
          objectType: "applet",
          objectId: run.appletInstanceId,
          objectName: run.appletInstanceName,
          message: `repeated a run of the applet ${run.appletInstanceName}`,
        });
        await publish(tx, "applet-run", { runId: row.id });
        return row.id;
      });
      return requireRun(ctx, newRunId, "read");
    },
  },
  AppletRun: {
    ms: ({ startedAt, finishedAt }) =>
      startedAt && finishedAt ? new Date(finishedAt).getTime() - new Date(startedAt).getTime() : null,
  },
};

const isOfPage = (run: RunLogRow) => "page" in run.event;

async function requireRun(ctx: Context, id: string, right: "read" | "edit"): Promise<RunLogRow> {
  requireUser(ctx.viewer);
  const run = isId(id) ? await findRun(ctx.db, id) : undefined;
  if (!run) throw new NotFound("run");
  await requireAccess(ctx.viewer, `applet.${right}`, { projectId: run.projectId }).catch((error: unknown) => {
    throw error instanceof NotFound ? new NotFound("run") : error;
  });
  return run;
}
