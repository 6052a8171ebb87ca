// Indexing as a job: text, passages, words and, where a credential offers them, embeddings. What is wrong with a
// document is an outcome of the job, not a failure of it.
import { sql } from "kysely";
import { findCredential } from "#domains/llm";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { RunningJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import type { Services } from "../context.ts";
import { embedTexts } from "./embeddings.ts";
import { extractDocument, formatOf } from "./extract.ts";
import { findKnowledgeFile, type KnowledgeFileRow } from "./queries.ts";
import { type Chunk, chunkText } from "./text/chunk.ts";

const insertBatch = 500;
const embeddingTimeoutMs = 60_000;

export async function indexKnowledgeFile(
  services: Services,
  job: RunningJob,
): Promise<Record<string, unknown>> {
  const file = await findKnowledgeFile(services.db, String(job.payload["fileId"]));
  if (!file) return { gone: true };
  try {
    await job.commit((tx) => setStatus(tx, file, { status: "INDEXING", error_code: null, error: null }));
    await job.progress(0.05, "Reading the document");
    const outcome = await passagesOf(services, file, job.signal);
    if ("code" in outcome) {
      await job.commit((tx) =>
        setStatus(tx, file, { status: "FAILED", error_code: outcome.code, error: outcome.message }),
      );
      return { errorCode: outcome.code };
    }
    await job.progress(0.4, `${outcome.chunks.length} passages`);
    const embedded = await embeddingsOf(services, job, file, outcome.chunks);
    await job.progress(0.8, "Storing the index");
    await job.commit((tx) => storeChunks(tx, file, outcome, embedded));
    return { chunks: outcome.chunks.length, embeddingModel: embedded?.model ?? "" };
  } catch (error) {
    if (!job.signal.aborted && job.attempt >= 3) {
      const message = "The document could not be indexed. Try again later.";
      await job.commit((tx) =>
        setStatus(tx, file, { status: "FAILED", error_code: "unexpected", error: message }),
      );
    }
    throw error;
  }
}

type Passages = { readonly chunks: readonly Chunk[]; readonly characters: number };

export async function passagesOf(
  services: Pick<Services, "files">,
  file: Pick<KnowledgeFileRow, "publicId" | "mimeType" | "originalName">,
  signal?: AbortSignal,
): Promise<Passages | { code: string; message: string }> {
  const format = formatOf(file.mimeType, file.originalName);
  if (!format)
    return { code: "format_unknown", message: "Only PDF, DOCX, HTML, Markdown, text and CSV are read." };
  const answer = await extractDocument(format, await contentOf(services, file.publicId), signal);
  if (!answer.ok) return answer;
  const chunks = chunkText(answer.text);
  if (chunks.length === 0) {
    return {
      code: "no_text",
      message: "No text was found in the document. A scanned document needs text recognition first.",
    };
  }
  return { chunks, characters: answer.text.length };
}

async function contentOf(services: Pick<Services, "files">, publicId: string): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of await services.files.read(publicId)) parts.push(Buffer.from(part));
  return new Uint8Array(Buffer.concat(parts));
}

interface Embedded {
  readonly model: string;
  readonly vectors: readonly Float32Array[];
}

async function embeddingsOf(
  services: Services,
  job: RunningJob,
  file: KnowledgeFileRow,
  chunks: readonly Chunk[],
): Promise<Embedded | undefined> {
  const credentialId = job.payload["credentialId"];
  const credential =
    typeof credentialId === "string" ? await findCredential(services.db, credentialId) : undefined;
  if (!credential || credential.projectId !== file.projectId || credential.embeddingModel === "")
    return undefined;
  try {
    const texts = chunks.map((chunk) => `${chunk.heading}\n${chunk.content}`.trim());
    const vectors = await embedTexts(services, credential, texts, {
      timeoutMs: embeddingTimeoutMs,
      signal: job.signal,
    });
    return vectors && { model: credential.embeddingModel, vectors };
  } catch (error) {
    job.signal.throwIfAborted();
    await job.log("The provider gave no embeddings, so only words are compared.");
    services.log.info({ error, credentialId: credential.id }, "a document could not be embedded");
    return undefined;
  }
}

/** Replaces what was there, all or nothing. */
export async function storeChunks(
  tx: Tx,
  file: Pick<KnowledgeFileRow, "id" | "projectId">,
  passages: Passages,
  embedded?: Embedded,
): Promise<void> {
  await tx.deleteFrom("knowledge_chunks").where("file_id", "=", file.id).execute();
  await tx.deleteFrom("knowledge_terms").where("file_id", "=", file.id).execute();
  for (let at = 0; at < passages.chunks.length; at += insertBatch) {
    const rows = passages.chunks.slice(at, at + insertBatch).map((chunk, index) => ({
      id: newId(),
      file_id: file.id,
      position: at + index,
      heading: chunk.heading.slice(0, 500),
      content: chunk.content,
      embedding: embedded ? [...(embedded.vectors[at + index] ?? [])] : null,
    }));
    await tx.insertInto("knowledge_chunks").values(rows).execute();
  }
  await sql`insert into knowledge_terms (file_id, lexeme, chunks, positions)
    select ${file.id}::uuid, w.lexeme, count(*), array_agg(c.position order by c.position)
    from knowledge_chunks c, unnest(c.search) w
    where c.file_id = ${file.id} and length(w.lexeme) <= 200 group by w.lexeme`.execute(tx);
  await setStatus(tx, file, {
    status: "INDEXED",
    error_code: null,
    error: null,
    characters: passages.characters,
    chunk_count: passages.chunks.length,
    embedding_model: embedded?.model ?? "",
    indexed_at: new Date(),
  });
}

export async function setStatus(
  tx: Tx,
  file: Pick<KnowledgeFileRow, "id" | "projectId">,
  values: {
    status: string;
    error_code?: string | null;
    error?: string | null;
    characters?: number;
    chunk_count?: number;
    embedding_model?: string;
    indexed_at?: Date;
    job_id?: string;
  },
): Promise<void> {
  await tx.updateTable("knowledge_files").set(values).where("file_id", "=", file.id).execute();
  await publish(tx, "knowledge-file", { projectId: file.projectId, fileId: file.id });
}
