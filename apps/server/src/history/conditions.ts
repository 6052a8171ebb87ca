// The filters of a search as SQL conditions on history_entries, one by one, so that any of them can be left out.
import type { FacetName, HistoryFilters } from "@parley/bot-data";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { CloseWords } from "./close-words.ts";
import type { Frequency } from "./frequency.ts";

export interface Scope {
  readonly projectId: string;
  /** Undefined: all customers of the project. */
  readonly customerId: string | undefined;
}

/** How the words of the search are looked for. */
export type Match =
  | { by: "NONE" }
  | ({ by: "WORDS"; query: string } & Partial<Frequency>)
  /** Nobody said the words; these look like them. */
  | ({ by: "LETTERS" } & CloseWords)
  | { by: "SIGNS"; ids: string[] };

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
    // Last, because PostgreSQL asks in this order, and the words of a conversation lie beside its row.
    text: matchCondition(match),
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
  if (match.by === "WORDS" || match.by === "LETTERS") return sql`e.words @@ ${match.query}::tsquery`;
  return match.by === "SIGNS" ? sql`e.conversation_id = any(${match.ids}::uuid[])` : undefined;
}

/** "" when the search holds no word, such as "!?". The last word may be unfinished. */
export async function wordsQuery(db: Db, text: string): Promise<string> {
  const isUnfinished = /[\p{L}\p{N}]{3}$/u.test(text);
  const { rows } = await sql<{ query: string }>`
    select websearch_to_tsquery('simple', unaccent(${text}))::text as query`.execute(db);
  const query = rows[0]?.query ?? "";
  return query !== "" && isUnfinished ? `${query}:*` : query;
}

/**
 * The newest of those that match. PostgreSQL does not know how rare a word is and may read all conversations from the
 * newest on to find it; who does (decision 160) has them collected by the index of words first, then sorted.
 */
export function newest(
  columns: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  match: Match,
  limit: number,
): RawBuilder<unknown> {
  const order = sql`order by e.started_at desc, e.conversation_id desc limit ${limit}`;
  const isRare =
    "atMost" in match &&
    match.atMost !== undefined &&
    // Where a page would be full only after reading more rows than the index finds.
    match.atMost ** 2 < limit * (match.of ?? 0);
  return isRare
    ? sql`select * from (select ${columns} from history_entries e where ${conditions} offset 0) e ${order}`
    : sql`select ${columns} from history_entries e where ${conditions} ${order}`;
}

const mostLookedThrough = 2_000;

/** Conversations with signs that are no word, such as "!?" or a face: looked for in the newest ones only. */
export async function withSigns(db: Db, scope: Scope, text: string): Promise<string[]> {
  const place = scope.customerId ? sql`customer_id = ${scope.customerId}` : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from (
      select conversation_id from history_entries where project_id = ${scope.projectId} and ${place}
      order by started_at desc, conversation_id desc limit ${mostLookedThrough}) e
    where exists (select 1 from conversation_messages m where m.conversation_id = e.conversation_id
      and m.author <> 'system' and position(lower(${text}) in lower(m.text)) > 0)`.execute(db);
  return rows.map((row) => row.id);
}

const phraseOperator = /<(?:-|\d+)>/;

/**
 * Whether words stand side by side has to be read from each conversation, so it is asked only of those that have
 * them all. Undefined when the search holds no phrase, or one that must not occur.
 */
export function phraseOf(match: Match): { wordsOnly: Match; query: string } | undefined {
  if (match.by !== "WORDS" || !phraseOperator.test(match.query) || match.query.includes("!"))
    return undefined;
  const words = match.query.replaceAll(new RegExp(phraseOperator, "g"), "&");
  return { wordsOnly: { ...match, query: words }, query: match.query };
}
