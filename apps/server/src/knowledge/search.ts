// Finds the passages a question is about: by words, weighted by how rare they are, and by meaning where the
// files carry embeddings (decision 058).
import { sql } from "kysely";
import type { CredentialRow } from "#domains/llm";
import type { Db } from "#platform/database.ts";
import type { Services } from "../context.ts";
import { cosine, embedTexts, vectorsOf } from "./embeddings.ts";
import type { ChunkRow } from "./queries.ts";
import { type Term, termsOf } from "./terms.ts";

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
const mostCandidateChunks = 1_500;
const embeddingTimeoutMs = 3_000;
const leastMeaning = 0.25;

export async function searchFiles(services: SearchServices, options: SearchOptions): Promise<Hit[]> {
  const { db } = services;
  if (options.fileIds.length === 0 || options.question.trim() === "") return [];
  const files = await searchableFiles(db, options.projectId, options.fileIds);
  if (files.length === 0) return [];
  const fileIds = files.map((file) => file.id);
  const [words, meanings] = await Promise.all([
    searchWords(db, fileIds, options.question),
    searchMeaning(services, files, options),
  ]);
  return merge(db, words, meanings, options.limit);
}

interface SearchableFile {
  readonly id: string;
  readonly embeddingModel: string;
  readonly indexedAt: Date | null;
}

/** A file of another project is as good as none. */
async function searchableFiles(
  db: Db,
  projectId: string,
  fileIds: readonly string[],
): Promise<SearchableFile[]> {
  return db
    .selectFrom("knowledge_files")
    .select(["file_id as id", "embedding_model as embeddingModel", "indexed_at as indexedAt"])
    .where("project_id", "=", projectId)
    .where("file_id", "in", [...fileIds])
    .where("chunk_count", ">", 0)
    .execute();
}

type WordHit = ChunkRow & { wordScore: number; matchedTerms: string[] };

async function searchWords(db: Db, fileIds: readonly string[], question: string): Promise<WordHit[]> {
  const terms = await termsOf(db, fileIds, question);
  const first = terms[0];
  if (!first) return [];
  const total = terms.reduce((sum, term) => sum + term.weight, 0);
  const score = sql.join(
    terms.map(
      (term) =>
        sql`case when c.search @@ ${quoted(term.lexeme)}::tsquery then ${term.weight}::float8 else 0 end`,
    ),
    sql` + `,
  );
  const any = leadingTerms(terms)
    .map((term) => quoted(term.lexeme))
    .join(" | ");
  const all = terms.map((term) => quoted(term.lexeme)).join(" | ");
  // Covering more of the question counts most; words that stand close together and often break ties.
  const { rows } = await sql<ChunkRow & { wordScore: number; found: string[] }>`
    select c.id, c.file_id as "fileId", k.project_id as "projectId", f.original_name as title, c.position, c.heading,
      c.content, s.score as "wordScore", tsvector_to_array(c.search) as found
    from (
      select c.id, 0.85 * (${score}) / ${total}::float8 + 0.1 * ts_rank_cd(c.search, ${all}::tsquery, 32)
        + case when c.search @@ websearch_to_tsquery('english', ${question.slice(0, 2_000)}) then 0.05 else 0 end as score
      from knowledge_chunks c where c.file_id = any(${fileIds}) and c.search @@ ${any}::tsquery
      order by score desc, c.id limit ${candidates}
    ) s join knowledge_chunks c on c.id = s.id join knowledge_files k on k.file_id = c.file_id
      join files f on f.id = c.file_id
    order by s.score desc, c.id`.execute(db);
  return rows.map(({ found, ...row }) => ({
    ...row,
    matchedTerms: terms.map((term) => term.lexeme).filter((lexeme) => found.includes(lexeme)),
  }));
}

/** The rarest words lead to the candidates; common ones only help to rank them. */
function leadingTerms(terms: readonly Term[]): Term[] {
  const leading: Term[] = [];
  let chunks = 0;
  for (const term of terms) {
    if (leading.length > 0 && chunks + term.chunks > mostCandidateChunks) break;
    leading.push(term);
    chunks += term.chunks;
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
