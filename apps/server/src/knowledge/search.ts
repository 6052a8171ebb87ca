// Finds the passages a question is about: by words, weighted by how rare they are, and by meaning where the
// files carry embeddings (decision 058).
import { sql } from "kysely";
import type { CredentialRow } from "#domains/llm";
import type { Db } from "#platform/database.ts";
import type { Services } from "../context.ts";
import { cosine, embedTexts, vectorsOf } from "./embeddings.ts";
import type { ChunkRow } from "./queries.ts";
import { searchWords, type WordHit } from "./word-search.ts";

export interface Hit extends ChunkRow {
  /** From 0 to 1. */
  readonly score: number;
  readonly wordScore: number;
  readonly meaningScore: number | null;
  readonly matchedTerms: string[];
}

export interface SearchOptions {
  readonly projectId: string;
  readonly fileIds: readonly string[];
  readonly question: string;
  readonly limit: number;
  /** For meaning; without it only words are compared. */
  readonly credential?: CredentialRow | Promise<CredentialRow | undefined> | undefined;
  readonly signal?: AbortSignal | undefined;
}

type SearchServices = Pick<Services, "db" | "outgoing" | "secrets" | "log">;

const candidates = 30;
const embeddingTimeoutMs = 3_000;
const leastMeaning = 0.25;

export async function searchFiles(services: SearchServices, options: SearchOptions): Promise<Hit[]> {
  const { db } = services;
  if (options.fileIds.length === 0 || options.question.trim() === "") return [];
  const files = await searchableFiles(db, options);
  if (files.length === 0) return [];
  // Where meaning counts too, a passage far down by its words may still come first.
  const wanted = files.some((file) => file.embeddingModel !== "") ? candidates : options.limit;
  const [words, meanings] = await Promise.all([
    searchWords(db, files, options.question, files[0]?.lexemes ?? [], wanted),
    searchMeaning(services, files, options),
  ]);
  return merge(db, words, meanings, options.limit);
}

interface SearchableFile {
  readonly id: string;
  readonly embeddingModel: string;
  readonly indexedAt: Date | null;
  readonly chunkCount: number;
  /** Of the question, the same for every file. */
  readonly lexemes: string[];
}

/** A file of another project is as good as none. The question is taken apart in the same statement. */
async function searchableFiles(
  db: Db,
  { projectId, fileIds, question }: SearchOptions,
): Promise<SearchableFile[]> {
  const { rows } = await sql<SearchableFile>`
    select k.file_id as id, k.embedding_model as "embeddingModel", k.indexed_at as "indexedAt",
      k.chunk_count as "chunkCount", asked.lexemes
    from knowledge_files k, (select tsvector_to_array(to_tsvector('english', ${question.slice(0, 2_000)})) as lexemes) asked
    where k.project_id = ${projectId} and k.file_id = any(${fileIds}) and k.chunk_count > 0`.execute(db);
  return rows.map((row) => ({ ...row, lexemes: row.lexemes.slice(0, 64) }));
}

interface MeaningHit {
  readonly id: string;
  readonly meaningScore: number;
}

async function searchMeaning(
  services: SearchServices,
  files: readonly SearchableFile[],
  { credential: given, question, signal }: SearchOptions,
): Promise<Map<string, number>> {
  const credential = await given;
  const embedded = files.filter((file) => credential && file.embeddingModel === credential.embeddingModel);
  if (!credential || credential.embeddingModel === "" || embedded.length === 0) return new Map();
  try {
    const [asked] =
      (await embedTexts(services, credential, [question.slice(0, 2_000)], {
        timeoutMs: embeddingTimeoutMs,
        ...(signal && { signal }),
      })) ?? [];
    if (!asked) return new Map();
    const hits: MeaningHit[] = [];
    for (const file of embedded) {
      const { chunkIds, vectors } = await vectorsOf(services.db, file.id, file.indexedAt);
      vectors.forEach((vector, at) => {
        const meaningScore = cosine(asked, vector);
        const id = chunkIds[at];
        if (id && meaningScore > leastMeaning) hits.push({ id, meaningScore });
      });
    }
    const best = hits.toSorted((a, b) => b.meaningScore - a.meaningScore).slice(0, candidates);
    return new Map(best.map((hit) => [hit.id, hit.meaningScore]));
  } catch (error) {
    // Words still find something; the answer must not wait for a provider that fails.
    services.log.info({ error, credentialId: credential.id }, "a question could not be embedded");
    return new Map();
  }
}

async function merge(
  db: Db,
  words: readonly WordHit[],
  meanings: ReadonlyMap<string, number>,
  limit: number,
): Promise<Hit[]> {
  const hasMeaning = meanings.size > 0;
  const byId = new Map(words.map((hit) => [hit.id, hit]));
  const others = [...meanings.keys()].filter((id) => !byId.has(id));
  for (const chunk of others.length > 0 ? await chunksByIds(db, others) : [])
    byId.set(chunk.id, { ...chunk, wordScore: 0, matchedTerms: [] });
  return [...byId.values()]
    .map((hit): Hit => {
      const meaningScore = meanings.get(hit.id) ?? null;
      const score = hasMeaning ? (hit.wordScore + (meaningScore ?? 0)) / 2 : hit.wordScore;
      return { ...hit, meaningScore, score: Math.min(1, Math.max(0, score)) };
    })
    .toSorted((a, b) => b.score - a.score || a.id.localeCompare(b.id))
    .slice(0, limit);
}

async function chunksByIds(db: Db, ids: readonly string[]): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`select c.id, c.file_id as "fileId", k.project_id as "projectId",
      f.original_name as title, c.position, c.heading, c.content
    from knowledge_chunks c join knowledge_files k on k.file_id = c.file_id join files f on f.id = c.file_id
    where c.id = any(${ids})`.execute(db);
  return rows;
}
