// The filters of a search as SQL conditions on history_entries, one by one, so that any of them can be left out.
import type { FacetName, HistoryFilters } from "@parley/bot-data";
import { type RawBuilder, sql } from "kysely";
import type { Database, Db } from "#platform/database.ts";

export interface Scope {
  readonly projectId: string;
  /** Undefined: all customers of the project. */
  readonly customerId: string | undefined;
}

/** How the words of the search are looked for. */
export type Match = { by: "NONE" } | { by: "WORDS"; query: string } | { by: "LETTERS"; ids: string[] };

export type FilterName = FacetName | "text" | "from" | "to" | "nodeIds" | "visitorId";

export function conditionsOf(
  scope: Scope,
  filters: HistoryFilters,
  match: Match,
  without?: FilterName,
): RawBuilder<unknown> {
  const named = Object.entries(filterConditions(filters, match)).filter(
    ([name, condition]) => name !== without && condition !== undefined,
  );
  const place = scope.customerId
    ? sql`e.project_id = ${scope.projectId} and e.customer_id = ${scope.customerId}`
    : sql`e.project_id = ${scope.projectId}`;
  return sql.join([place, ...named.map(([, condition]) => condition)], sql` and `);
}

export function activeFilters(filters: HistoryFilters, match: Match): string[] {
  return Object.entries(filterConditions(filters, match))
    .filter(([, condition]) => condition !== undefined)
    .map(([name]) => name);
}

function filterConditions(
  filters: HistoryFilters,
  match: Match,
): Record<FilterName, RawBuilder<unknown> | undefined> {
  const { from, to, environments, outcomes, languages, channelIds, botIds, versionIds } = filters;
  return {
    text: matchCondition(match),
    // The day is the project's; the index knows the moment, which is at most a day away from it.
    from:
      from === undefined
        ? undefined
        : sql`e.day >= ${from}::date and e.started_at >= ${from}::date - interval '1 day'`,
    to:
      to === undefined
        ? undefined
        : sql`e.day <= ${to}::date and e.started_at < ${to}::date + interval '2 days'`,
    environments: oneOf(environments, (list) => sql`e.environment = any(${list}::text[])`),
    channelIds: oneOf(channelIds, (list) => sql`e.pype_id = any(${list}::uuid[])`),
    botIds: oneOf(botIds, (list) => sql`e.bot_id = any(${list}::uuid[])`),
    versionIds: oneOf(versionIds, (list) => sql`e.version_ids && ${list}::uuid[]`),
    outcomes: oneOf(outcomes, (list) => sql`e.outcome = any(${list}::text[])`),
    languages: oneOf(languages, (list) => sql`e.language = any(${list}::text[])`),
    intents: oneOf(filters.intents, (list) => sql`e.intents && ${list}::text[]`),
    labels: oneOf(filters.labels, (list) => sql`e.labels && ${list}::text[]`),
    nodeIds: oneOf(filters.nodeIds, (list) => sql`e.node_ids && ${list}::text[]`),
    flags: oneOf(filters.flags, (list) =>
      sql.join(
        list.map((flag) => flagConditions[flag]),
        sql` and `,
      ),
    ),
    visitorId:
      filters.visitorId === undefined
        ? undefined
        : sql`exists (select 1 from conversations c where c.id = e.conversation_id and c.visitor_id = ${filters.visitorId})`,
  };
}

function oneOf<T>(list: T[], condition: (list: T[]) => RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  return list.length === 0 ? undefined : condition(list);
}

export const flagConditions = {
  HANDED_OFF: sql`e.was_handed_off`,
  FALLBACK: sql`e.fallback_count > 0`,
  LOW_CONFIDENCE: sql`e.low_confidence_count > 0`,
  ERROR: sql`e.has_error`,
} as const;

function matchCondition(match: Match): RawBuilder<unknown> | undefined {
  if (match.by === "WORDS") return sql`e.words @@ ${match.query}::tsquery`;
  return match.by === "LETTERS" ? sql`e.conversation_id = any(${match.ids}::uuid[])` : undefined;
}

/** "" when the search holds no word, such as "!?". The last word may be unfinished. */
export async function wordsQuery(db: Db, text: string): Promise<string> {
  const isUnfinished = /[\p{L}\p{N}]{3}$/u.test(text);
  const { rows } = await sql<{ query: string }>`
    select websearch_to_tsquery('simple', unaccent(${text}))::text as query`.execute(db);
  const query = rows[0]?.query ?? "";
  return query !== "" && isUnfinished ? `${query}:*` : query;
}

const mostCloseOnes = 500;
// Two letters of "refund" the wrong way round are still alike.
const alikeEnough = 0.4;

/** Conversations with something that looks like the search: part of a word, or a word with a slip in it. */
export async function closeMatches(db: Database, scope: Scope, text: string): Promise<string[]> {
  try {
    return await lookAlikes(db, scope, text);
  } catch (error) {
    // A guess at what somebody meant is worth a second of everybody's database, not more.
    if (error instanceof Error && "code" in error && error.code === queryCanceled) return [];
    throw error;
  }
}

const queryCanceled = "57014";
const mostMilliseconds = 1_000;

async function lookAlikes(db: Database, scope: Scope, text: string): Promise<string[]> {
  const plain = text.trim();
  if (plain.length < 3) return [];
  const pattern = `%${plain.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(alikeEnough)}, true),
      set_config('statement_timeout', ${String(mostMilliseconds)}, true)`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      select e.conversation_id as id from history_entries e
      where e.project_id = ${scope.projectId} and (e.letters like lower(unaccent(${pattern})) or lower(unaccent(${plain})) <% e.letters)
      limit ${mostCloseOnes}`.execute(tx);
    return rows.map((row) => row.id);
  });
}
