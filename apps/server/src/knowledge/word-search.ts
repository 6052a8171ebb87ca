// By words, weighted by how rare they are (decision 058). Covering more of the question counts most; words that
// stand close together and often break ties.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { ChunkRow } from "./queries.ts";
import { type Term, termsOf } from "./terms.ts";
import { standsAt, type WordIndex, wordIndexesOf } from "./word-index.ts";

export type WordHit = ChunkRow & { wordScore: number; matchedTerms: string[] };

interface SearchedFile {
  readonly id: string;
  readonly indexedAt: Date | null;
  readonly chunkCount: number;
}

interface Place {
  readonly file: number;
  readonly position: number;
  readonly covered: number;
  readonly matched: string[];
}

const candidates = 30;
const mostPlaces = 4_000;
const coverWeight = 0.85;

export async function searchWords(
  db: Db,
  files: readonly SearchedFile[],
  question: string,
  lexemes: readonly string[],
  limit: number,
): Promise<WordHit[]> {
  const indexes = await wordIndexesOf(db, files);
  const chunkCount = files.reduce((sum, file) => sum + file.chunkCount, 0);
  const terms = termsOf(indexes, chunkCount, lexemes);
  if (terms.length === 0) return [];
  const places = withChance(bestPlaces(indexes, terms), limit);
  const all = terms.map((term) => quoted(term.lexeme)).join(" | ");
  const { rows } = await sql<ChunkRow & { rank: number; isWhole: boolean; place: number }>`
    select c.id, c.file_id as "fileId", k.project_id as "projectId", f.original_name as title, c.position, c.heading,
      c.content, ts_rank_cd(c.search, ${all}::tsquery, 32) as rank,
      c.search @@ websearch_to_tsquery('english', ${question.slice(0, 2_000)}) as "isWhole", place.number::int as place
    from unnest(${places.map((place) => files[place.file]?.id ?? "")}::uuid[], ${places.map((place) => place.position)}::int[])
        with ordinality as place(file_id, position, number)
      join knowledge_chunks c on c.file_id = place.file_id and c.position = place.position
      join knowledge_files k on k.file_id = c.file_id join files f on f.id = c.file_id`.execute(db);
  return rows
    .map(({ place, rank, isWhole, ...row }) => ({
      ...row,
      wordScore: coverWeight * (places[place - 1]?.covered ?? 0) + 0.1 * rank + (isWhole ? 0.05 : 0),
      matchedTerms: places[place - 1]?.matched ?? [],
    }))
    .toSorted((a, b) => b.wordScore - a.wordScore || (a.id < b.id ? -1 : 1));
}

/** The places that hold most of the question, best first. */
function bestPlaces(indexes: readonly WordIndex[], terms: readonly Term[]): Place[] {
  const total = terms.reduce((sum, term) => sum + term.weight, 0);
  const leading = leadingTerms(terms);
  return indexes
    .flatMap((index, file) => {
      const scores = new Map<number, number>();
      for (const { lexeme, weight } of leading)
        for (const position of index.places.get(lexeme) ?? [])
          scores.set(position, (scores.get(position) ?? 0) + weight);
      return [...scores].map(([position, score]) => ({ file, position, score }));
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, candidates)
    .map(({ file, position }) => {
      const index = indexes[file];
      const matched = terms.filter((term) => index && standsAt(index, term.lexeme, position));
      const covered = matched.reduce((sum, term) => sum + term.weight, 0) / total;
      return { file, position, covered, matched: matched.map((term) => term.lexeme) };
    })
    .toSorted((a, b) => b.covered - a.covered);
}

/** Without those that even the highest rank would not bring among the first. */
function withChance(places: readonly Place[], limit: number): Place[] {
  const bar = coverWeight * (places[limit - 1]?.covered ?? 0);
  return places.filter((place) => coverWeight * place.covered + (1 - coverWeight) >= bar);
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
