// Finds the passages a question is about: by words, weighted by how rare they are, and by meaning where the
// files carry embeddings (decision 058).
import { sql } from "kysely";
import type { CredentialRow } from "#domains/llm";
import type { Db } from "#platform/database.ts";
import type { Services } from "../context.ts";
import { cosine, embedTexts, vectorsOf } from "./embeddings.ts";
import type { ChunkRow } from "./queries.ts";
import { type Files, postingsOf, type Term, termsOf } from "./terms.ts";

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
  readonly credential?: CredentialRow | undefined;
  readonly signal?: AbortSignal | undefined;
}

type SearchServices = Pick<Services, "db" | "outgoing" | "secrets" | "log">;

const candidates = 30;
const mostPlaces = 4_000;
const embeddingTimeoutMs = 3_000;
const leastMeaning = 0.25;

export async function searchFiles(services: SearchServices, options: SearchOptions): Promise<Hit[]> {
  const { db } = services;
  if (options.fileIds.length === 0 || options.question.trim() === "") return [];
  const files = await searchableFiles(db, options.projectId, options.fileIds);
  if (files.length === 0) return [];
  const searched = {
    projectId: options.projectId,
    fileIds: files.map((file) => file.id),
    chunkCount: files.reduce((sum, file) => sum + file.chunkCount, 0),
  };
  const [words, meanings] = await Promise.all([
    searchWords(db, searched, options.question),
    searchMeaning(services, files, options),
  ]);
  return merge(db, words, meanings, options.limit);
}

interface SearchableFile {
  readonly id: string;
  readonly embeddingModel: string;
  readonly indexedAt: Date | null;
  readonly chunkCount: number;
}

/** A file of another project is as good as none. */
async function searchableFiles(
  db: Db,
  projectId: string,
  fileIds: readonly string[],
): Promise<SearchableFile[]> {
  return db
    .selectFrom("knowledge_files")
    .select([
      "file_id as id",
      "embedding_model as embeddingModel",
      "indexed_at as indexedAt",
      "chunk_count as chunkCount",
    ])
    .where("project_id", "=", projectId)
    .where("file_id", "in", [...fileIds])
    .where("chunk_count", ">", 0)
    .execute();
}

type WordHit = ChunkRow & { wordScore: number; matchedTerms: string[] };

async function searchWords(db: Db, files: Files, question: string): Promise<WordHit[]> {
  const terms = await termsOf(db, files, question);
  const leading = leadingTerms(terms);
  if (leading.length === 0) return [];
  const best = await bestPlaces(db, files.fileIds, leading);
  const total = terms.reduce((sum, term) => sum + term.weight, 0);
  const all = terms.map((term) => quoted(term.lexeme)).join(" | ");
  // Covering more of the question counts most; words that stand close together and often break ties.
  const { rows } = await sql<ChunkRow & { rank: number; isWhole: boolean; found: string[] }>`
    select c.id, c.file_id as "fileId", k.project_id as "projectId", f.original_name as title, c.position, c.heading,
      c.content, ts_rank_cd(c.search, ${all}::tsquery, 32) as rank,
      c.search @@ websearch_to_tsquery('english', ${question.slice(0, 2_000)}) as "isWhole",
      tsvector_to_array(c.search) as found
    from unnest(${best.map((place) => place.fileId)}::uuid[], ${best.map((place) => place.position)}::int[])
        as place(file_id, position)
      join knowledge_chunks c on c.file_id = place.file_id and c.position = place.position
      join knowledge_files k on k.file_id = c.file_id join files f on f.id = c.file_id`.execute(db);
  return rows
    .map(({ found, rank, isWhole, ...row }) => {
      const words = new Set(found);
      const matched = terms.filter((term) => words.has(term.lexeme));
      const covered = matched.reduce((sum, term) => sum + term.weight, 0) / total;
      return {
        ...row,
        wordScore: 0.85 * covered + 0.1 * rank + (isWhole ? 0.05 : 0),
        matchedTerms: matched.map((term) => term.lexeme),
      };
    })
    .toSorted((a, b) => b.wordScore - a.wordScore || (a.id < b.id ? -1 : 1));
}

/** The places that hold most of the question, by the weight of the words alone. */
async function bestPlaces(db: Db, fileIds: readonly string[], terms: readonly Term[]) {
  const weights = new Map(terms.map((term) => [term.lexeme, term.weight]));
  const scores = new Map<string, number>();
  for (const { lexeme, postings } of await postingsOf(db, fileIds, [...weights.keys()])) {
    const weight = weights.get(lexeme) ?? 0;
    for (const list of postings.split(";")) {
      const [file, positions = ""] = list.split(":");
      for (const position of positions.split(",")) {
        const key = `${file}:${position}`;
        scores.set(key, (scores.get(key) ?? 0) + weight);
      }
    }
  }
  return [...scores]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, candidates)
    .map(([key]) => {
      const [file, position] = key.split(":");
      return { fileId: fileIds[Number(file) - 1] ?? "", position: Number(position) };
    });
}

/** The rarest words lead to the candidates; common ones only help to rank them. */
function leadingTerms(terms: readonly Term[]): Term[] {
  const leading: Term[] = [];
  let places = 0;
  for (const term of terms) {
    if (leading.length > 0 && places + term.chunks > mostPlaces) break;
    leading.push(term);
    places += term.chunks;
  }
  return leading;
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

interface MeaningHit {
  readonly id: string;
  readonly meaningScore: number;
}

async function searchMeaning(
  services: SearchServices,
  files: readonly SearchableFile[],
  { credential, question, signal }: SearchOptions,
): Promise<Map<string, number>> {
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
