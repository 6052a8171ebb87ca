// How many conversations each further filter would leave. Counted among the newest matches up to a bound:
// exact where people look at single conversations, quick where there are millions (decision 075).
import type { FacetName, HistoryFacets, HistoryFilters } from "@parley/bot-data";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { conditionsOf, flagConditions, type Match, newest, phraseOf, type Scope } from "./conditions.ts";

const mostCounted = 1_000;
const mostValues = 12;

export async function facetsOf(db: Db, scope: Scope, filters: HistoryFilters, match: Match) {
  const all = await countValues(db, scope, filters, match);
  const values: HistoryFacets = { ...all.values };
  // A facet with a choice in it offers the others of its kind, so it is counted without that choice.
  await Promise.all(
    chosenFacets(filters).map(async (name) => {
      const alone = await countValues(db, scope, filters, match, name);
      values[name] = alone.values[name] ?? [];
    }),
  );
  return { total: all.total, values: await withLabels(db, scope, values) };
}

function chosenFacets(filters: HistoryFilters): FacetName[] {
  const names = ["environments", "channelIds", "botIds", "versionIds", "outcomes", "languages"] as const;
  return names.filter((name) => filters[name].length > 0);
}

const plainFacets = {
  environments: sql`e.environment`,
  channelIds: sql`e.pype_id`,
  botIds: sql`e.bot_id`,
  outcomes: sql`e.outcome`,
  languages: sql`e.language`,
} as const;
const listFacets = {
  versionIds: sql`e.version_ids::text[]`,
  intents: sql`e.intents`,
  labels: sql`e.labels`,
} as const;

/** Everything a match has to offer as one list, such as ["outcomes resolved", "intents refund"], counted in one pass. */
const offers = sql`array[${sql.join(
  Object.entries(plainFacets).map(([name, column]) => sql`${sql.lit(`${name} `)} || ${column}::text`),
)}] || ${sql.join(
  [
    ...Object.entries(listFacets).map(
      ([name, column]) => sql`array(select ${sql.lit(`${name} `)} || each from unnest(${column}) as each)`,
    ),
    ...Object.entries(flagConditions).map(
      ([name, condition]) => sql`case when ${condition} then array[${sql.lit(`flags ${name}`)}] end`,
    ),
  ],
  sql` || `,
)}`;

const counted = sql`e.started_at, e.conversation_id, e.environment, e.pype_id, e.bot_id, e.outcome, e.language,
  e.version_ids, e.intents, e.labels, e.was_handed_off, e.fallback_count, e.low_confidence_count, e.has_error, e.words`;

async function countValues(db: Db, scope: Scope, filters: HistoryFilters, match: Match, without?: FacetName) {
  const phrase = phraseOf(match);
  const conditions = conditionsOf(scope, filters, phrase?.wordsOnly ?? match, without);
  const isPhrase = phrase ? sql`e.words @@ ${phrase.query}::tsquery` : sql`true`;
  const { rows } = await sql<{ offer: string; count: number }>`
    with looked as materialized (${newest(counted, conditions, phrase?.wordsOnly ?? match, mostCounted + 1)})
    select offer, count(*) as count from looked e, unnest(array['total'] || ${offers}) as offer
      where offer is not null and ${isPhrase} group by offer
    union all select 'looked', count(*) from looked
    order by count desc, offer`.execute(db);
  const values: HistoryFacets = {};
  for (const { offer, count } of rows) {
    const [facet, value] = splitOffer(offer);
    if (facet === undefined) continue;
    const list = (values[facet] ??= []);
    if (list.length < mostValues) list.push({ value, label: value, count });
  }
  const countOf = (name: string) => rows.find(({ offer }) => offer === name)?.count ?? 0;
  return {
    values,
    total: { count: Math.min(countOf("total"), mostCounted), isAtLeast: countOf("looked") > mostCounted },
  };
}

function splitOffer(offer: string): [FacetName | undefined, string] {
  const at = offer.indexOf(" ");
  // Written by the query above; "total" and "looked" are no facets.
  return at < 0 ? [undefined, ""] : [offer.slice(0, at) as FacetName, offer.slice(at + 1)];
}

async function withLabels(db: Db, scope: Scope, facets: HistoryFacets): Promise<HistoryFacets> {
  const idsOf = (name: FacetName) => (facets[name] ?? []).map(({ value }) => value);
  const { rows } = await sql<{ id: string; label: string }>`
    select id::text, name as label from pypes where project_id = ${scope.projectId} and id = any(${idsOf("channelIds")}::uuid[])
    union all select id::text, name from bots where project_id = ${scope.projectId} and id = any(${idsOf("botIds")}::uuid[])
    union all select v.id::text, b.name || ' ' || v.number from bot_versions v join bots b on b.id = v.bot_id
      where b.project_id = ${scope.projectId} and v.id = any(${idsOf("versionIds")}::uuid[])`.execute(db);
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  const named = (name: FacetName) =>
    (facets[name] ?? []).map((entry) => ({ ...entry, label: labels.get(entry.value) ?? "" }));
  return {
    ...facets,
    channelIds: named("channelIds"),
    botIds: named("botIds"),
    versionIds: named("versionIds"),
  };
}
