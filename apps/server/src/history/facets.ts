// How many conversations each further filter would leave. Counted among the newest matches up to a bound:
// exact where people look at single conversations, quick where there are millions (decision 075).
import type { FacetName, HistoryFacets, HistoryFilters } from "@parley/bot-data";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { conditionsOf, flagConditions, type Match, type Scope } from "./conditions.ts";

const mostCounted = 5_000;
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

async function countValues(db: Db, scope: Scope, filters: HistoryFilters, match: Match, without?: FacetName) {
  const flags = Object.entries(flagConditions).map(
    ([name, condition]) => sql`select 'flags', ${name}::text, count(*) from e where ${condition}`,
  );
  const { rows } = await sql<{ facet: FacetName | "total"; value: string | null; count: number }>`
    with e as materialized (
      select e.environment, e.pype_id, e.bot_id, e.version_ids, e.outcome, e.language, e.intents, e.labels,
        e.was_handed_off, e.fallback_count, e.low_confidence_count, e.has_error
      from history_entries e where ${conditionsOf(scope, filters, match, without)}
      order by e.started_at desc, e.conversation_id desc limit ${mostCounted + 1})
    select 'total' as facet, null as value, count(*) as count from e
    union all select 'environments', environment, count(*) from e group by 2
    union all select 'channelIds', pype_id::text, count(*) from e group by 2
    union all select 'botIds', bot_id::text, count(*) from e group by 2
    union all select 'outcomes', outcome, count(*) from e group by 2
    union all select 'languages', language, count(*) from e group by 2
    union all select 'versionIds', version::text, count(*) from e, unnest(version_ids) as version group by 2
    union all select 'intents', intent, count(*) from e, unnest(intents) as intent group by 2
    union all select 'labels', label, count(*) from e, unnest(labels) as label group by 2
    union all ${sql.join(flags, sql` union all `)}`.execute(db);
  const values: HistoryFacets = {};
  for (const { facet, value, count } of rows.toSorted((a, b) => b.count - a.count)) {
    if (facet === "total" || value === null || count === 0) continue;
    const list = (values[facet] ??= []);
    if (list.length < mostValues) list.push({ value, label: value, count });
  }
  const total = rows.find((row) => row.facet === "total")?.count ?? 0;
  return {
    values,
    total: { count: Math.min(total, mostCounted), isAtLeast: total > mostCounted },
  };
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
