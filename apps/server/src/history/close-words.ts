// What somebody may have meant: each word of a search that nobody said is replaced by words that were said and
// look like it, a slip of the pen away or with those letters inside. Looked up in the word list of the project
// (decision 160), so that the search itself stays one by words.
import { sql } from "kysely";
import type { Database, Db } from "#platform/database.ts";
import { conversationsThere, type Frequency } from "./frequency.ts";

export interface CloseWords extends Frequency {
  /** A tsquery: for each word of the search, any of those it may have meant. */
  readonly query: string;
  readonly terms: readonly string[];
}

const mostTerms = 8;
const mostLookedAt = 500;
const mostMeant = 12;
// Two slips leave a word of six letters with two triples of letters in thirteen.
const alikeEnough = 0.15;
const queryCanceled = "57014";
const mostMilliseconds = 1_000;

/** Undefined when some word of the search looks like none that was said. */
export async function closeWords(
  db: Database,
  projectId: string,
  text: string,
): Promise<CloseWords | undefined> {
  try {
    return await db.transaction().execute((tx) => resolve(tx, projectId, text));
  } catch (error) {
    // A guess at what somebody meant is worth a second of everybody's database, not more.
    if (error instanceof Error && "code" in error && error.code === queryCanceled) return undefined;
    throw error;
  }
}

async function resolve(tx: Db, projectId: string, text: string): Promise<CloseWords | undefined> {
  const { rows } = await sql<{
    plain: string;
    of: number;
  }>`select lower(unaccent(${text})) as plain, ${conversationsThere} as "of",
    set_config('pg_trgm.similarity_threshold', ${String(alikeEnough)}, true),
    set_config('statement_timeout', ${String(mostMilliseconds)}, true)`.execute(tx);
  const given = [...new Set(rows[0]?.plain.match(/[\p{L}\p{M}\p{N}]+/gu))].slice(0, mostTerms);
  const meant: Known[][] = [];
  for (const term of given) {
    const words = await meantBy(tx, projectId, term);
    // Of "a", "an" and the like nobody is sure; of longer words one is.
    if (words.length === 0 && term.length > 2) return undefined;
    if (words.length > 0) meant.push(words);
  }
  if (meant.length === 0) return undefined;
  return {
    query: meant.map((words) => `(${words.map(({ word }) => quoted(word)).join(" | ")})`).join(" & "),
    terms: [...new Set(meant.flatMap((words) => words.map(({ word }) => word)))],
    atMost: Math.min(...meant.map((words) => words.reduce((sum, word) => sum + word.conversations, 0))),
    of: rows[0]?.of ?? 0,
  };
}

interface Known {
  readonly word: string;
  readonly conversations: number;
}

async function meantBy(tx: Db, projectId: string, term: string): Promise<Known[]> {
  const known = await sql<Known>`select word, conversations from history_words
    where project_id = ${projectId} and word = ${term}`.execute(tx);
  if (known.rows.length > 0) return known.rows;
  const inside = `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<Known & { isInside: boolean }>`
    (select word, conversations, false as "isInside" from history_words
      where project_id = ${projectId} and word % ${term} and abs(length(word) - ${term.length}) <= 2
      order by similarity(word, ${term}) desc, conversations desc, word limit ${mostLookedAt})
    union all
    (select word, conversations, true from history_words where project_id = ${projectId} and word like ${inside}
      order by conversations desc, word limit ${mostMeant})`.execute(tx);
  const near = nearest(
    term,
    rows.filter((row) => !row.isInside),
  );
  const words = new Map([...near, ...rows.filter((row) => row.isInside)].map((row) => [row.word, row]));
  return [...words.values()].slice(0, mostMeant);
}

/** Those with the fewest slips, at most one in a short word and two in a longer one. */
function nearest(term: string, words: readonly Known[]): Known[] {
  const allowed = term.length < 5 ? 1 : 2;
  const measured = words.map((known) => ({ known, slips: slipsBetween(term, known.word) }));
  const fewest = Math.min(allowed, ...measured.map(({ slips }) => slips));
  return measured.filter(({ slips }) => slips <= fewest).map(({ known }) => known);
}

/** Letters left out, added, exchanged for another or for their neighbour. */
export function slipsBetween(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, wanted] of b.entries()) {
      const at = (list: number[], index: number) => list[index] ?? Number.POSITIVE_INFINITY;
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === wanted;
      next.push(
        Math.min(
          at(row, j + 1) + 1,
          at(next, j) + 1,
          at(row, j) + (letter === wanted ? 0 : 1),
          isSwapped ? at(before, j - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

function quoted(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
