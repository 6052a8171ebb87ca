import { requireAccess } from "#access/viewer.ts";
import { customerOf, foldChanges } from "#domains/history";
import { csvLine } from "#platform/csv.ts";
import type { QueryAnalyticsDashboardArgs, Resolvers } from "#generated/resolvers.ts";
import { knownId } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { dashboard } from "./dashboard.ts";
import { exportRows, projectDay } from "./queries.ts";
import { rangeOf } from "./range.ts";

export const resolvers: Resolvers = {
  Query: {
    async analyticsDashboard(_, args, ctx) {
      await requireAccess(ctx.viewer, "analytics.read", { projectId: args.projectId });
      const { narrowing, range, timeZone } = await questionOf(ctx, args);
      return { data: await dashboard(ctx.db, narrowing, range, timeZone) };
    },
    async analyticsExport(_, args, ctx) {
      await requireAccess(ctx.viewer, "analytics.read", { projectId: args.projectId });
      const { narrowing, range } = await questionOf(ctx, args);
      const rows = await exportRows(ctx.db, narrowing, range);
      const header = Object.keys(rows[0] ?? { day: "" });
      return [header, ...rows.map((row) => Object.values(row))].map(csvLine).join("");
    },
  },
};

async function questionOf(ctx: Context, args: QueryAnalyticsDashboardArgs) {
  const { projectId } = args;
  const customerId = await customerOf(ctx, projectId, args.customerId);
  const { timeZone, today } = await projectDay(ctx.db, projectId);
  const range = rangeOf(args, today);
  await foldChanges(ctx.db);
  return {
    range,
    timeZone,
    narrowing: {
      projectId,
      customerId,
      environment: args.environment ?? undefined,
      channelId: args.channelId == null ? undefined : knownId(args.channelId, "channel"),
    },
  };
}
