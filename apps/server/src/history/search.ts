// The search itself: newest first, one page at a time from a place in the list rather than a page number, so
// that new conversations do not push the next page around.
import type { HistoryFilters, HistoryItem, HistorySearchBody, HistorySearchData } from "@parley/bot-data";
import { sql } from "kysely";
import type { Database, Db } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { closeWords } from "./close-words.ts";
import {
  activeFilters,
  conditionsOf,
  type Match,
  newest,
  phraseOf,
  type Scope,
  withSigns,
  wordsQuery,
} from "./conditions.ts";
import { facetsOf } from "./facets.ts";
import { foldChanges } from "./fold.ts";
import { frequencyOf } from "./frequency.ts";
import { piecesOf, searchTerms } from "./highlight.ts";
import { maskText } from "./mask.ts";

export async function searchHistory(
  db: Database,
  scope: Scope,
  body: HistorySearchBody,
): Promise<HistorySearchData> {
  await foldChanges(db);
  return search(db, scope, body);
}

/** Without folding first: for exports, which begin with it. */
export async function search(
  db: Database,
  scope: Scope,
  body: HistorySearchBody,
): Promise<HistorySearchData> {
  const { after, limit, withFacets, ...filters } = body;
  const text = filters.text.trim();
  const place = after === undefined ? undefined : readPlace(after);
  let match: Match = place?.isByLetters
    ? ((await closeMatch(db, scope, text)) ?? { by: "SIGNS", ids: [] })
    : await matchOf(db, scope, text);
  let rows = await pageOf(db, scope, filters, match, place, limit + 1);
  // Who writes quotes or a minus sign means exactly that.
  const isExact = /"|(^|\s)-/.test(text);
  if (rows.length === 0 && !place && match.by === "WORDS" && !isExact) {
    const close = await closeMatch(db, scope, text);
    if (close) rows = await pageOf(db, scope, filters, close, undefined, limit + 1);
    if (close && rows.length > 0) match = close;
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const [facets, snippets] = await Promise.all([
    withFacets ? facetsOf(db, scope, filters, match) : undefined,
    snippetsOf(db, shown, match, text),
  ]);
  return {
    conversations: shown.map((row) => ({ ...toItem(row), snippet: snippets.get(row.id) ?? [] })),
    next: last && rows.length > limit ? writePlace(last, match.by === "LETTERS") : null,
    total: facets
      ? // A phrase may have been found further back than it was counted.
        { ...facets.total, count: Math.max(facets.total.count, shown.length) }
      : { count: shown.length, isAtLeast: rows.length > limit },
    facets: facets?.values ?? null,
    matchedBy: match.by === "SIGNS" ? "WORDS" : match.by,
    dropToFind: shown.length === 0 && !place ? await dropToFind(db, scope, filters, match) : [],
  };
}

async function matchOf(db: Db, scope: Scope, text: string): Promise<Match> {
  if (text === "") return { by: "NONE" };
  const query = await wordsQuery(db, text);
  if (query === "") return { by: "SIGNS", ids: await withSigns(db, scope, text) };
  return { by: "WORDS", query, ...(await frequencyOf(db, scope.projectId, query)) };
}

async function closeMatch(db: Database, scope: Scope, text: string): Promise<Match | undefined> {
  const meant = await closeWords(db, scope.projectId, text);
  return meant && { by: "LETTERS", ...meant };
}

export type HistoryRow = Omit<HistoryItem, "snippet" | "startedAt" | "lastActivityAt"> & {
  startedAt: Date;
  lastActivityAt: Date;
  firstText: string;
  /** With all its digits, for the place in the list. */
  exactStart: string;
};

// Of conversations that have all words of a phrase; older ones are not read for it.
const mostReadForPhrase = 20_000;

type Place = { startedAt: string; id: string; isByLetters: boolean };

async function pageOf(
  db: Db,
  scope: Scope,
  filters: HistoryFilters,
  match: Match,
  place: Place | undefined,
  limit: number,
): Promise<HistoryRow[]> {
  const older = place
    ? sql` and (e.started_at, e.conversation_id) < (${place.startedAt}::timestamptz, ${place.id}::uuid)`
    : sql``;
  const phrase = phraseOf(match);
  const wanted = sql`${conditionsOf(scope, filters, phrase?.wordsOnly ?? match)}${older}`;
  const listed = sql`e.conversation_id, e.started_at`;
  const found = phrase
    ? // Read one after the other from the newest on, and no further than the page needs.
      sql`select * from (${newest(sql`${listed}, e.words`, wanted, phrase.wordsOnly, mostReadForPhrase)}) e
        where e.words @@ ${phrase.query}::tsquery
        order by e.started_at desc, e.conversation_id desc limit ${limit}`
    : newest(listed, wanted, match, limit);
  const { rows } = await sql<HistoryRow>`
    select ${itemColumns} from (${found}) found join history_entries e on e.conversation_id = found.conversation_id
      ${itemJoins}
    order by e.started_at desc, e.conversation_id desc`.execute(db);
  return rows;
}

const itemColumns = sql`e.conversation_id as id, e.customer_id as "customerId", k.name as "customerName", e.environment,
  p.name as "channelName", b.id as "botId", b.name as "botName", v.id as "versionId", v.number as "versionNumber",
  e.status, e.outcome, e.language, e.started_at as "startedAt", e.last_activity_at as "lastActivityAt",
  e.turn_count as "turnCount", e.message_count as "messageCount", e.fallback_count as "fallbackCount",
  e.low_confidence_count as "lowConfidenceCount", e.was_handed_off as "wasHandedOff", e.has_error as "hasError",
  e.intents, e.labels, e.tokens, e.cost, e.first_text as "firstText", e.started_at::text as "exactStart"`;
const itemJoins = sql`join customers k on k.id = e.customer_id left join pypes p on p.id = e.pype_id
  left join bots b on b.id = e.bot_id left join bot_versions v on v.id = e.bot_version_id`;

export async function findEntry(db: Db, projectId: string, id: string): Promise<HistoryRow | undefined> {
  const { rows } = await sql<HistoryRow>`select ${itemColumns} from history_entries e ${itemJoins}
    where e.project_id = ${projectId} and e.conversation_id = ${id}`.execute(db);
  return rows[0];
}

export function toItem(row: HistoryRow): Omit<HistoryItem, "snippet"> {
  const { firstText: _firstText, exactStart: _exactStart, ...item } = row;
  return {
    ...item,
    startedAt: row.startedAt.toISOString(),
    lastActivityAt: row.lastActivityAt.toISOString(),
  };
}

/** The first message that has the most of the words that were looked for; without words, how the visitor began. */
async function snippetsOf(db: Db, rows: readonly HistoryRow[], match: Match, text: string) {
  const terms = match.by === "LETTERS" ? match.terms : searchTerms(text);
  const found = new Map(rows.map((row) => [row.id, piecesOf(maskText(row.firstText), [])]));
  if (match.by === "NONE" || terms.length === 0 || rows.length === 0) return found;
  const any = terms.map((term) => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  // With one word the first message is the best, and no other has to be read.
  const best =
    any.length === 1
      ? sql`sequence`
      : sql`(select count(*) from unnest(${any}::text[]) as t(term) where lower(unaccent(text)) like t.term) desc, sequence`;
  const { rows: texts } = await sql<{ id: string; text: string }>`
    select w.id, m.text from unnest(${rows.map((row) => row.id)}::uuid[]) as w(id)
      join lateral (select text from conversation_messages where conversation_id = w.id and author <> 'system'
        and lower(unaccent(text)) like any(${any}) order by ${best} limit 1) m on true`.execute(db);
  for (const row of texts) found.set(row.id, piecesOf(maskText(row.text), terms));
  return found;
}

async function dropToFind(db: Db, scope: Scope, filters: HistoryFilters, match: Match): Promise<string[]> {
  const names = activeFilters(filters, match);
  const helpful: string[] = [];
  for (const name of names) {
    const { rows } = await sql<{ found: boolean }>`select exists (select 1 from history_entries e
      where ${conditionsOf(scope, filters, match, name as never)}) as found`.execute(db);
    if (rows[0]?.found) helpful.push(name);
  }
  return helpful;
}

function writePlace(row: HistoryRow, isByLetters: boolean): string {
  return Buffer.from(`${isByLetters ? "L" : "W"} ${row.id} ${row.exactStart}`).toString("base64url");
}

function readPlace(after: string): Place {
  const [kind, id, ...time] = Buffer.from(after, "base64url").toString("utf8").split(" ");
  const startedAt = time.join(" ");
  if (!isId(id) || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:?\d\d)?$/.test(startedAt)) {
    throw new Invalid("searchBody.after", "This is not a place in the list. Search again from the start.");
  }
  return { startedAt, id, isByLetters: kind === "L" };
}
