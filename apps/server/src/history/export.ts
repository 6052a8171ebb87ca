// Every conversation a search finds, as one file: written page by page by a job, kept a week, served to those who
// may read the history.
import type { HistorySearchBody } from "@parley/bot-data";
import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { z } from "zod";
import { can, createViewer } from "#access/viewer.ts";
import { insertFile } from "#domains/files";
import { NotFound } from "#platform/errors.ts";
import { csvLine } from "#platform/csv.ts";
import { serveHeaders } from "#platform/files/serve-headers.ts";
import { isId } from "#platform/ids.ts";
import type { RunningJob } from "#platform/jobs.ts";
import type { Services } from "../context.ts";
import { conversationRow, turnRows } from "./export-rows.ts";
import { foldChanges } from "./fold.ts";
import { searchBodyOf } from "./scope.ts";
import { search } from "./search.ts";

const mostBytes = 2 * 1024 ** 3;

export const exportPayload = z.object({
  projectId: z.uuid(),
  accountId: z.uuid(),
  customerId: z.uuid().nullable(),
  userId: z.uuid(),
  searchBody: z.unknown(),
  format: z.enum(["CSV", "JSON"]),
  rows: z.enum(["CONVERSATIONS", "TURNS"]),
  isRevealed: z.boolean(),
});
export type ExportPayload = z.infer<typeof exportPayload>;

export async function writeExport(services: Services, job: RunningJob) {
  const payload = exportPayload.parse(job.payload);
  const body = searchBodyOf(payload.searchBody);
  await foldChanges(services.db, 100);
  let rowCount = 0;
  const lines = async function* () {
    for await (const row of rowsOf(services, job, payload, body)) {
      yield payload.format === "CSV"
        ? (rowCount === 0 ? csvLine(Object.keys(row)) : "") + csvLine(Object.values(row))
        : `${rowCount === 0 ? "[" : ","}\n${JSON.stringify(row)}`;
      rowCount += 1;
    }
    if (payload.format === "JSON") yield rowCount === 0 ? "[]\n" : "\n]\n";
    // A file needs content: an export that found nothing says so.
    else if (rowCount === 0) yield csvLine(["no conversations"]);
  };
  const stored = await services.files.put(Readable.from(lines(), { objectMode: false }), {
    maxBytes: mostBytes,
  });
  const fileName = `conversations-${new Date().toISOString().slice(0, 10)}.${payload.format.toLowerCase()}`;
  await job.commit(async (tx) => {
    const owner = { accountId: payload.accountId, userId: payload.userId };
    const fileId = await insertFile(tx, { ...stored, originalName: fileName }, owner);
    await tx.updateTable("files").set({ is_private: true }).where("id", "=", fileId).execute();
    await tx
      .insertInto("history_exports")
      .values({
        job_id: job.id,
        project_id: payload.projectId,
        file_id: fileId,
        is_revealed: payload.isRevealed,
      })
      .execute();
  });
  return { fileName, rowCount, url: `${services.config.urls.api}/history-exports/${job.id}` };
}

async function* rowsOf(
  services: Services,
  job: RunningJob,
  payload: ExportPayload,
  body: HistorySearchBody,
): AsyncGenerator<Record<string, string | number>> {
  const scope = { projectId: payload.projectId, customerId: payload.customerId ?? undefined };
  let after: string | undefined;
  let done = 0;
  let total = 0;
  do {
    job.signal.throwIfAborted();
    const page = await search(services.db, scope, {
      ...body,
      after,
      limit: 100,
      // Counted once, for the progress.
      withFacets: after === undefined,
    });
    total = Math.max(total, page.total.count);
    for (const item of page.conversations) {
      if (payload.rows === "CONVERSATIONS")
        yield await conversationRow(services.db, item, payload.isRevealed);
      else yield* await turnRows(services.db, item, payload.isRevealed);
    }
    done += page.conversations.length;
    await job.progress(Math.min(0.95, done / Math.max(total, done, 1)), `${done} conversations written`);
    after = page.next ?? undefined;
  } while (after !== undefined);
}

export function registerHistoryExports(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { jobId: string } }>("/history-exports/:jobId", async (request, reply) => {
    const session = await services.whoami(request.headers.cookie);
    const { jobId } = request.params;
    const file =
      session && isId(jobId)
        ? await services.db
            .selectFrom("history_exports as e")
            .innerJoin("files as f", "f.id", "e.file_id")
            .select(["e.project_id as projectId", "e.is_revealed as isRevealed", "f.public_id as publicId"])
            .select(["f.mime_type as mimeType", "f.original_name as originalName", "f.size"])
            .where("e.job_id", "=", jobId)
            .executeTakeFirst()
        : undefined;
    const viewer = createViewer(services.db, { userId: session?.userId });
    const action = file?.isRevealed ? "history.reveal" : "history.read";
    if (!file || !(await can(viewer, action, { projectId: file.projectId }))) {
      return reply.status(404).send({ errors: [{ message: new NotFound("file").message }] });
    }
    const { "content-disposition": _inline, ...headers } = serveHeaders(file);
    return reply
      .headers({
        ...headers,
        "content-disposition": `attachment; filename="${file.originalName}"`,
        "cache-control": "private, no-store",
      })
      .send(await services.files.read(file.publicId));
  });
}
