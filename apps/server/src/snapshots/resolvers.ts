import { can, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { DbSnapshot, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Db } from "#platform/database.ts";
import { Conflict, Forbidden, NotFound } from "#platform/errors.ts";
import { knownId } from "#platform/input.ts";
import { addJob } from "#platform/jobs.ts";
import { type Context, watch } from "../context.ts";
import { snapshotKind } from "./job.ts";

export const resolvers: Resolvers = {
  Query: {
    async dbSnapshots(_, __, ctx) {
      await requireWholeServer(ctx);
      return (await snapshots(ctx.db)).map(toSnapshot);
    },
  },
  Mutation: {
    async makeDbSnapshot(_, __, ctx) {
      const roots = await requireWholeServer(ctx);
      const id = await change(ctx, async (tx) => {
        const running = (await snapshots(tx)).find(
          (job) => job.status === "QUEUED" || job.status === "RUNNING",
        );
        if (running) throw new Conflict("A snapshot is being taken already.");
        const jobId = await addJob(tx, { kind: snapshotKind, createdBy: ctx.viewer.userId, maxAttempts: 2 });
        for (const accountId of roots) {
          await recordAudit(tx, ctx, {
            accountId,
            action: "snapshot.started",
            objectType: "snapshot",
            objectId: jobId,
            message: "took a snapshot of the whole server",
          });
        }
        return jobId;
      });
      return snapshotById(ctx, id);
    },
  },
  Subscription: {
    dbSnapshot: {
      async subscribe(_, { id }, ctx) {
        await requireWholeServer(ctx);
        return watch(ctx, ["job"], {
          isRelevant: (event) => event.payload["jobId"] === id,
          async read() {
            await requireWholeServer(ctx);
            return { dbSnapshot: await snapshotById(ctx, id) };
          },
        });
      },
    },
  },
};

/** A snapshot holds every organisation: only who administers all of them, or the server itself, may take one. */
async function requireWholeServer(ctx: Context): Promise<string[]> {
  const roots = await ctx.db
    .selectFrom("accounts")
    .select("id")
    .where("parent_id", "is", null)
    .orderBy("created_at")
    .execute();
  if (ctx.viewer.isAdminSecret) {
    ctx.viewer.hasAsked = true;
    return roots.map((root) => root.id);
  }
  requireUser(ctx.viewer);
  for (const { id } of roots) {
    if (!(await can(ctx.viewer, "account.snapshot", { accountId: id }))) throw new Forbidden();
  }
  return roots.map((root) => root.id);
}

function snapshots(db: Db) {
  return db
    .selectFrom("jobs")
    .select([
      "id",
      "status",
      "progress",
      "message",
      "result",
      "created_at as createdAt",
      "finished_at as finishedAt",
    ])
    .where("kind", "=", snapshotKind)
    .orderBy("created_at", "desc")
    .limit(100)
    .execute();
}

async function snapshotById(ctx: Context, id: string): Promise<DbSnapshot> {
  const job = (await snapshots(ctx.db)).find((candidate) => candidate.id === knownId(id, "snapshot"));
  if (!job) throw new NotFound("snapshot");
  return toSnapshot(job);
}

function toSnapshot(job: Awaited<ReturnType<typeof snapshots>>[number]): DbSnapshot {
  // The check constraint of jobs.status and the handler's answer say what these hold.
  const result = Object(job.result) as Partial<DbSnapshot>;
  return {
    id: job.id,
    status: job.status as DbSnapshot["status"],
    progress: job.progress,
    message: job.message,
    createdAt: job.createdAt,
    finishedAt: job.finishedAt,
    fileName: result.fileName ?? null,
    sizeBytes: result.sizeBytes ?? null,
    tableCount: result.tableCount ?? null,
    rowCount: result.rowCount ?? null,
    fileCount: result.fileCount ?? null,
  };
}
