// How many conversations each further filter would leave. Counted among the newest matches up to a bound:
// exact where people look at single conversations, quick where there are millions (decision 075).
import type { FacetName, HistoryFacets, HistoryFilters } from "@parley/bot-data";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { conditionsOf, flagConditions, type Match, newest, phraseOf, type Scope } from "./conditions.ts";

const mostCounted = 500;
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

const counted = sql`e.started_at, e.conversation_id, e.environment, e.pype_id, e.bot_id, e.outcome, e.language,
  e.version_ids, e.intents, e.labels, e.was_handed_off, e.fallback_count, e.low_confidence_count, e.has_error`;

/** One short count for each facet over the rows that are already there: much quicker than one count of everything. */
const countOf: Record<FacetName, RawBuilder<unknown>> = {
  ...mapValues(
    plainFacets,
    (column, name) => sql`select ${sql.lit(name)} as facet, ${column}::text as value, count(*) as count
      from matching e where ${column} is not null group by ${column}`,
  ),
  ...mapValues(
    listFacets,
    (column, name) => sql`select ${sql.lit(name)}, value, count(*)
      from matching e, unnest(${column}) as value group by value`,
  ),
  flags: sql.join(
    Object.entries(flagConditions).map(
      ([name, condition]) =>
        sql`select 'flags', ${sql.lit(name)}, count(*) from matching e where ${condition} having count(*) > 0`,
    ),
    sql` union all `,
  ),
};
const everyFacet = sql.join(Object.values(countOf), sql` union all `);

async function countValues(db: Db, scope: Scope, filters: HistoryFilters, match: Match, only?: FacetName) {
  const phrase = phraseOf(match);
  const conditions = conditionsOf(scope, filters, phrase?.wordsOnly ?? match, only);
  const columns = phrase ? sql`${counted}, e.words` : counted;
  const isPhrase = phrase ? sql`e.words @@ ${phrase.query}::tsquery` : sql`true`;
  const { rows } = await sql<{ facet: FacetName | "total" | "looked"; value: string; count: number }>`
    with looked as materialized (${newest(columns, conditions, phrase?.wordsOnly ?? match, mostCounted + 1)}),
      matching as materialized (select ${counted} from looked e where ${isPhrase})
    select facet, value, count from (
      ${only === undefined ? everyFacet : countOf[only]}
      union all select 'total', '', count(*) from matching
      union all select 'looked', '', count(*) from looked) counts(facet, value, count)
    order by count desc, facet, value`.execute(db);
  const values: HistoryFacets = {};
  const sums = { total: 0, looked: 0 };
  for (const { facet, value, count } of rows) {
    if (facet === "total" || facet === "looked") {
      sums[facet] = count;
      continue;
    }
    const list = (values[facet] ??= []);
    if (list.length < mostValues) list.push({ value, label: value, count });
  }
  return {
    values,
    total: { count: Math.min(sums.total, mostCounted), isAtLeast: sums.looked > mostCounted },
  };
}

function mapValues<Name extends string>(
  facets: Record<Name, RawBuilder<unknown>>,
  make: (column: RawBuilder<unknown>, name: Name) => RawBuilder<unknown>,
): Record<Name, RawBuilder<unknown>> {
  const entries = Object.entries(facets) as [Name, RawBuilder<unknown>][];
  return Object.fromEntries(entries.map(([name, column]) => [name, make(column, name)])) as Record<
    Name,
    RawBuilder<unknown>
  >;
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
