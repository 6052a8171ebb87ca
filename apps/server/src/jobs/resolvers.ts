import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Job, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { cancelJob } from "#platform/jobs.ts";
import { type Context, watch } from "../context.ts";
import { findJob, listJobs } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async jobs(_, { projectId, objectId }, ctx) {
      await requireAccess(ctx.viewer, "project.read", { projectId });
      return (await listJobs(ctx.db, projectId, objectId)).map(toJob);
    },
  },
  Mutation: {
    async cancelJob(_, { projectId, id }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const job = await jobOf(ctx, projectId, id);
      await change(ctx, async (tx) => {
        await cancelJob(tx, id);
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: "job.cancelled",
          objectType: "job",
          objectId: id,
          message: `cancelled a ${job.kind} job`,
        });
      });
      return jobOf(ctx, projectId, id);
    },
  },
  Subscription: {
    job: {
      async subscribe(_, { projectId, id }, ctx) {
        await requireAccess(ctx.viewer, "project.read", { projectId });
        return watch(ctx, ["job"], {
          isRelevant: (event) => event.payload["jobId"] === id,
          async read() {
            await requireAccess(ctx.viewer, "project.read", { projectId });
            return { job: await jobOf(ctx, projectId, id) };
          },
        });
      },
    },
  },
};

async function jobOf(ctx: Context, projectId: string, id: string): Promise<Job> {
  const job = isId(id) ? await findJob(ctx.db, projectId, id) : undefined;
  if (!job) throw new NotFound("job");
  return toJob(job);
}

type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

function toJob(row: JobRow): Job {
  // The check constraint of jobs.status lists exactly these.
  return { ...row, status: row.status as Job["status"] };
}
