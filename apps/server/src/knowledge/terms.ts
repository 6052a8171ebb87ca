// The words of a question, how rare each is in the files at hand, where they stand, and what a misspelt one was
// meant to be.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface Term {
  readonly lexeme: string;
  /** Chunks that hold it. */
  readonly chunks: number;
  /** Rare words say more about what is asked than common ones. */
  readonly weight: number;
}

export interface Files {
  readonly projectId: string;
  readonly fileIds: readonly string[];
  readonly chunkCount: number;
}

const mostTerms = 16;
const likeness = 0.45;

/** Rarest first. */
export async function termsOf(db: Db, files: Files, question: string): Promise<Term[]> {
  const { fileIds, chunkCount } = files;
  const { rows } = await sql<{ lexeme: string; chunks: number | null }>`
    select q.lexeme, (select sum(t.chunks)::int from knowledge_terms t
      where t.lexeme = q.lexeme and t.file_id = any(${fileIds})) as chunks
    from unnest(to_tsvector('english', ${question.slice(0, 2_000)})) q limit 64`.execute(db);
  const known = rows.flatMap((row) => (row.chunks ? [{ lexeme: row.lexeme, chunks: row.chunks }] : []));
  const unknown = rows.filter((row) => !row.chunks && row.lexeme.length >= 4).map((row) => row.lexeme);
  const corrected = unknown.length > 0 ? await similarTerms(db, files, unknown.slice(0, 6)) : [];
  const seen = new Set(known.map((term) => term.lexeme));
  return [...known, ...corrected.filter((term) => !seen.has(term.lexeme))]
    .map(({ lexeme, chunks }) => ({
      lexeme,
      chunks,
      weight: Math.log(1 + (chunkCount - chunks + 0.5) / (chunks + 0.5)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTerms);
}

/** The closest word of the files, with the same first letter, for each word they do not hold. */
async function similarTerms(db: Db, { projectId, fileIds }: Files, lexemes: readonly string[]) {
  const { rows } = await sql<{ lexeme: string; chunks: number }>`
    select found.lexeme, found.chunks from unnest(${lexemes}::text[]) as asked,
      lateral (select near.lexeme, sum(t.chunks)::int as chunks
        from (select w.lexeme, similarity(w.lexeme, asked) as likeness from knowledge_words w
          where w.project_id = ${projectId} and w.initial = left(asked, 1)
            and length(w.lexeme) between length(asked) - 2 and length(asked) + 2
            and similarity(w.lexeme, asked) > ${likeness}
          order by 2 desc, 1 limit 5) near
          join knowledge_terms t on t.lexeme = near.lexeme and t.file_id = any(${fileIds})
        group by near.lexeme, near.likeness order by near.likeness desc, near.lexeme limit 1) found`.execute(
    db,
  );
  return rows;
}

/** Per word, "place of the file:positions" lists; the files are numbered from 1 in the order given. */
export async function postingsOf(db: Db, fileIds: readonly string[], lexemes: readonly string[]) {
  const { rows } = await sql<{ lexeme: string; postings: string }>`
    select t.lexeme, string_agg(f.place || ':' || array_to_string(t.positions, ','), ';') as postings
    from unnest(${fileIds}::uuid[]) with ordinality as f(id, place)
      join knowledge_terms t on t.file_id = f.id and t.lexeme = any(${lexemes})
    group by t.lexeme`.execute(db);
  return rows;
}
