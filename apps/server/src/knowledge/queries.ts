import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export type KnowledgeStatus = "UPLOADED" | "INDEXING" | "INDEXED" | "FAILED";

export interface KnowledgeFileRow {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly status: KnowledgeStatus;
  readonly errorCode: string | null;
  readonly error: string | null;
  readonly characters: number;
  readonly chunkCount: number;
  readonly embeddingModel: string;
  readonly jobId: string | null;
  readonly indexedAt: Date | null;
  readonly createdAt: Date;
  readonly publicId: string;
  readonly mimeType: string;
  readonly originalName: string;
  readonly size: number;
}

const columns = sql`k.file_id as id, k.project_id as "projectId", p.account_id as "accountId", k.status,
  k.error_code as "errorCode", k.error, k.characters, k.chunk_count as "chunkCount",
  k.embedding_model as "embeddingModel", k.job_id as "jobId", k.indexed_at as "indexedAt", k.created_at as "createdAt",
  f.public_id as "publicId", f.mime_type as "mimeType", f.original_name as "originalName", f.size`;
const from = sql`from knowledge_files k join files f on f.id = k.file_id join projects p on p.id = k.project_id`;

/** Newest first. */
export async function listKnowledgeFiles(db: Db, projectId: string): Promise<KnowledgeFileRow[]> {
  const { rows } = await sql<KnowledgeFileRow>`select ${columns} ${from}
    where k.project_id = ${projectId} order by k.created_at desc, k.file_id desc`.execute(db);
  return rows;
}

export async function findKnowledgeFile(db: Db, id: string): Promise<KnowledgeFileRow | undefined> {
  const { rows } = await sql<KnowledgeFileRow>`select ${columns} ${from} where k.file_id = ${id}`.execute(db);
  return rows[0];
}

/** For DataLoaders: the files of solution versions, in their order. */
export async function filesOfVersions(db: Db, versionIds: readonly string[]): Promise<KnowledgeFileRow[][]> {
  const { rows } = await sql<KnowledgeFileRow & { versionId: string }>`
    select sf.solution_version_id as "versionId", ${columns}
    ${from} join solution_version_files sf on sf.file_id = k.file_id
    where sf.solution_version_id = any(${versionIds}) order by sf.position`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.versionId);
  return versionIds.map((id) => groups.get(id) ?? []);
}

export interface FileUse {
  readonly fileId: string;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly solutionVersionId: string;
  readonly number: number;
}

/** For DataLoaders. By solution name, newest version first. */
export async function usesOfFiles(db: Db, ids: readonly string[]): Promise<FileUse[][]> {
  const { rows } = await sql<FileUse>`
    select sf.file_id as "fileId", s.id as "solutionId", s.name as "solutionName", v.id as "solutionVersionId", v.number
    from solution_version_files sf join solution_versions v on v.id = sf.solution_version_id
      join solutions s on s.id = v.solution_id
    where sf.file_id = any(${ids}) order by lower(s.name), v.number desc`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.fileId);
  return ids.map((id) => groups.get(id) ?? []);
}

export interface ChunkRow {
  readonly id: string;
  readonly fileId: string;
  readonly projectId: string;
  readonly title: string;
  readonly position: number;
  readonly heading: string;
  readonly content: string;
}

const chunkColumns = sql`c.id, c.file_id as "fileId", k.project_id as "projectId", f.original_name as title,
  c.position, c.heading, c.content`;
const chunksFrom = sql`from knowledge_chunks c join knowledge_files k on k.file_id = c.file_id
  join files f on f.id = c.file_id`;

/** In the order of the document. */
export async function listChunks(
  db: Db,
  fileId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`select ${chunkColumns} ${chunksFrom} where c.file_id = ${fileId}
    order by c.position limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function findChunk(db: Db, id: string): Promise<ChunkRow | undefined> {
  const { rows } = await sql<ChunkRow>`select ${chunkColumns} ${chunksFrom} where c.id = ${id}`.execute(db);
  return rows[0];
}
