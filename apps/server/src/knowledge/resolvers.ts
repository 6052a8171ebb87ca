import type { ProjectAction } from "#access/actions.ts";
import { requireAccessToObject } from "#access/object-access.ts";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { insertFile, storeUpload } from "#domains/files";
import { findCredential } from "#domains/llm";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { page } from "#platform/input.ts";
import { addJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import { type Context, load, watch } from "../context.ts";
import { formatOf } from "./extract.ts";
import { setStatus } from "./index-file.ts";
import {
  findChunk,
  findKnowledgeFile,
  type KnowledgeFileRow,
  listChunks,
  listKnowledgeFiles,
  usesOfFiles,
} from "./queries.ts";
import { knowledgeFileUrl } from "./route.ts";
import { searchFiles } from "./search.ts";

const maxFileBytes = 25 * 1024 * 1024;

export const resolvers: Resolvers = {
  Query: {
    async knowledgeFiles(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "solution.read", { projectId });
      return listKnowledgeFiles(ctx.db, projectId);
    },
    async knowledgeChunks(_, { fileId, limit, offset }, ctx) {
      await fileFor(ctx, "solution.read", fileId);
      return listChunks(ctx.db, fileId, page({ limit, offset }, { usual: 50, most: 500 }));
    },
    async knowledgeChunk(_, { id }, ctx) {
      const chunk = isId(id) ? await findChunk(ctx.db, id) : undefined;
      await requireAccessToObject(ctx.viewer, "solution.read", chunk, "passage");
      if (!chunk) throw new NotFound("passage");
      return chunk;
    },
    async searchKnowledge(_, { projectId, fileIds, question, limit, credentialId }, ctx) {
      await requireAccess(ctx.viewer, "solution.read", { projectId });
      const began = performance.now();
      const credential = await credentialOf(ctx, projectId, credentialId);
      const hits = await searchFiles(ctx, {
        projectId,
        fileIds: fileIds.filter(isId),
        question,
        limit: Math.min(Math.max(limit ?? 10, 1), 30),
        credential,
      });
      return {
        hits: hits.map((hit) => ({ ...hit, chunk: hit })),
        ms: Math.round(performance.now() - began),
      };
    },
  },
  Mutation: {
    async uploadKnowledgeFile(_, { projectId, file, credentialId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "solution.edit", { projectId });
      await credentialOf(ctx, projectId, credentialId);
      const stored = await storeUpload(ctx, file, { maxBytes: maxFileBytes });
      if (!formatOf(stored.mimeType, stored.originalName)) {
        await ctx.files.remove(stored.publicId);
        throw new Invalid("file", "Only PDF, DOCX, HTML, Markdown, text and CSV files are read.");
      }
      const id = await change(ctx, async (tx) => {
        const fileId = await insertFile(tx, stored, {
          accountId: grants.accountId,
          userId: ctx.viewer.userId,
        });
        await tx.updateTable("files").set({ is_private: true }).where("id", "=", fileId).execute();
        await tx
          .insertInto("knowledge_files")
          .values({ file_id: fileId, project_id: projectId, created_by: ctx.viewer.userId ?? null })
          .execute();
        await startIndexing(tx, ctx, { id: fileId, projectId, accountId: grants.accountId }, credentialId);
        await recordAudit(tx, ctx, {
          ...entry({ ...grants, id: fileId, originalName: stored.originalName }),
          action: "knowledge-file.uploaded",
          message: `uploaded the document ${stored.originalName}`,
        });
        return fileId;
      });
      return fileFor(ctx, "solution.read", id);
    },
    async reindexKnowledgeFile(_, { fileId, credentialId }, ctx) {
      const file = await fileFor(ctx, "solution.edit", fileId);
      await credentialOf(ctx, file.projectId, credentialId);
      await change(ctx, async (tx) => {
        await startIndexing(tx, ctx, file, credentialId);
        await recordAudit(tx, ctx, {
          ...entry(file),
          action: "knowledge-file.reindexed",
          message: `indexed the document ${file.originalName} again`,
        });
      });
      return fileFor(ctx, "solution.read", fileId);
    },
    async deleteKnowledgeFile(_, { fileId }, ctx) {
      const file = await fileFor(ctx, "solution.edit", fileId);
      await change(ctx, async (tx) => {
        const [uses] = await usesOfFiles(tx, [fileId]);
        const list = (uses ?? []).map((use) => `${use.solutionName} version ${use.number}`);
        if (list.length > 0) {
          throw new Conflict(
            `${file.originalName} is used by ${list.slice(0, 5).join(", ")}. Remove it there first.`,
            {
              usedBy: list,
            },
          );
        }
        await tx.deleteFrom("files").where("id", "=", fileId).execute();
        await publish(tx, "knowledge-file", { projectId: file.projectId, fileId });
        await recordAudit(tx, ctx, {
          ...entry(file),
          action: "knowledge-file.deleted",
          message: `deleted the document ${file.originalName}`,
        });
      });
      // The content goes after the row; what a crash leaves is swept away.
      await ctx.files.remove(file.publicId);
      return fileId;
    },
  },
  Subscription: {
    knowledgeFilesChanged: {
      async subscribe(_, { projectId }, ctx) {
        await requireAccess(ctx.viewer, "solution.read", { projectId });
        return watch(ctx, ["knowledge-file"], {
          isRelevant: ({ payload }) => payload["projectId"] === projectId,
          async read() {
            await requireAccess(ctx.viewer, "solution.read", { projectId });
            return { knowledgeFilesChanged: await listKnowledgeFiles(ctx.db, projectId) };
          },
        });
      },
    },
  },
  KnowledgeFile: {
    file: (file, _, ctx) => ({ ...file, url: knowledgeFileUrl(ctx, file.id) }),
    usedBy: (file, _, ctx) => load(ctx, usesOfFiles, file.id),
  },
};

async function fileFor(ctx: Context, action: ProjectAction, id: string): Promise<KnowledgeFileRow> {
  const file = isId(id) ? await findKnowledgeFile(ctx.db, id) : undefined;
  await requireAccessToObject(ctx.viewer, action, file, "document");
  if (!file) throw new NotFound("document");
  return file;
}

async function credentialOf(ctx: Context, projectId: string, id: string | null | undefined) {
  if (id == null) return undefined;
  const credential = isId(id) ? await findCredential(ctx.db, id) : undefined;
  if (credential?.projectId !== projectId)
    throw new Invalid("credentialId", "There is no such credential in this project.");
  return credential;
}

async function startIndexing(
  tx: Tx,
  ctx: Context,
  file: { id: string; projectId: string; accountId: string },
  credentialId: string | null | undefined,
): Promise<void> {
  const jobId = await addJob(tx, {
    kind: "index-knowledge-file",
    accountId: file.accountId,
    projectId: file.projectId,
    objectId: file.id,
    payload: { fileId: file.id, credentialId: credentialId ?? null },
    createdBy: ctx.viewer.userId,
  });
  await setStatus(tx, file, { status: "UPLOADED", error_code: null, error: null, job_id: jobId });
}

function entry(file: { id: string; originalName: string; accountId: string; projectId: string }) {
  return {
    accountId: file.accountId,
    projectId: file.projectId,
    product: "pro_studio",
    objectType: "knowledge-file",
    objectId: file.id,
    objectName: file.originalName,
  } as const;
}
