// How many conversations a search by words can find at most, from the word list of the project.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface Frequency {
  /** Undefined where the search holds alternatives or exclusions. */
  readonly atMost: number | undefined;
  /** Conversations there are, roughly. */
  readonly of: number;
}

const mostTerms = 12;

export async function frequencyOf(db: Db, projectId: string, query: string): Promise<Frequency> {
  const terms = [...query.matchAll(/'((?:[^']|'')*)'(:\*)?/g)].map(([, word = "", isBeginning]) => ({
    word: word.replaceAll("''", "'").replaceAll("\\\\", "\\"),
    isBeginning: isBeginning !== undefined,
  }));
  if (/[|!]/.test(query) || terms.length === 0 || terms.length > mostTerms)
    return { atMost: undefined, of: 0 };
  const counts = terms.map(({ word, isBeginning }): RawBuilder<unknown> => {
    const said = isBeginning
      ? sql`word like ${`${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
      : sql`word = ${word}`;
    return sql`(select coalesce(sum(conversations), 0) from history_words where project_id = ${projectId} and ${said})`;
  });
  const { rows } = await sql<{ atMost: number; of: number }>`
    select least(${sql.join(counts)})::float8 as "atMost", ${conversationsThere} as "of"`.execute(db);
  return rows[0] ?? { atMost: undefined, of: 0 };
}

export const conversationsThere = sql`(select greatest(reltuples, 0)::float8 from pg_class where oid = 'history_entries'::regclass)`;
