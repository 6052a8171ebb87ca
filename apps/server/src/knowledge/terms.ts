// The words of a question, how rare each is in the files at hand, and what a misspelt one was meant to be.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface Term {
  readonly lexeme: string;
  /** Chunks that hold it. */
  readonly chunks: number;
  /** Rare words say more about what is asked than common ones. */
  readonly weight: number;
}

const mostTerms = 16;
const likeness = 0.45;

export async function termsOf(db: Db, fileIds: readonly string[], question: string): Promise<Term[]> {
  const { rows } = await sql<{ lexeme: string; chunks: number | null; total: number }>`
    select q.lexeme, (select sum(t.chunks)::int from knowledge_terms t
        where t.lexeme = q.lexeme and t.file_id = any(${fileIds})) as chunks,
      (select coalesce(sum(chunk_count), 0)::int from knowledge_files where file_id = any(${fileIds})) as total
    from unnest(to_tsvector('english', ${question.slice(0, 2_000)})) q limit 64`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (total === 0) return [];
  const known = rows.flatMap((row) => (row.chunks ? [{ lexeme: row.lexeme, chunks: row.chunks }] : []));
  const unknown = rows.filter((row) => !row.chunks && row.lexeme.length >= 4).map((row) => row.lexeme);
  const corrected = unknown.length > 0 ? await similarTerms(db, fileIds, unknown.slice(0, 6)) : [];
  const seen = new Set(known.map((term) => term.lexeme));
  return [...known, ...corrected.filter((term) => !seen.has(term.lexeme))]
    .map(({ lexeme, chunks }) => ({
      lexeme,
      chunks,
      weight: Math.log(1 + (total - chunks + 0.5) / (chunks + 0.5)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTerms);
}

/** The closest word of the files for each word they do not hold. */
async function similarTerms(db: Db, fileIds: readonly string[], lexemes: readonly string[]) {
  const { rows } = await sql<{ lexeme: string; chunks: number }>`
    select found.lexeme, found.chunks from unnest(${lexemes}::text[]) as asked,
      lateral (select t.lexeme, sum(t.chunks)::int as chunks from knowledge_terms t
        where t.lexeme % asked and t.file_id = any(${fileIds}) and similarity(t.lexeme, asked) > ${likeness}
        group by t.lexeme order by similarity(t.lexeme, asked) desc, t.lexeme limit 1) found`.execute(db);
  return rows;
}
