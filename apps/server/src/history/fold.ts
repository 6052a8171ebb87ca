// Keeps the searchable rows and the figures in step with the conversations (decision 075). What changed stands
// in conversation_changes; folding it takes the old contribution of a conversation away and adds the new one,
// so that figures stay right however late or often something changes.
import { sql } from "kysely";
import type { Database, Db } from "#platform/database.ts";

const batchSize = 500;
// Kept per conversation for search; what comes after is found by its filters only.
const searchedCharacters = 60_000;
/** Stands for "none" where an id is part of a key. */
export const noId = "00000000-0000-0000-0000-000000000000";

/** Folds what has changed so far, at most `batches` times 500 conversations; answers how many there were. */
export async function foldChanges(db: Database, batches = 4): Promise<number> {
  let folded = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    if (!(await hasChanges(db))) break;
    const count = await foldBatch(db);
    folded += count;
    if (count === 0) break;
  }
  return folded;
}

async function hasChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from conversation_changes limit 1`.execute(db);
  return rows.length > 0;
}

function foldBatch(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One at a time: two that fold the same conversation would both take away the same old contribution.
    await lockHistory(tx);
    const { rows } = await sql<{ conversation_id: string }>`
      delete from conversation_changes where id in (select id from conversation_changes order by id limit ${batchSize})
      returning conversation_id`.execute(tx);
    const ids = [...new Set(rows.map((row) => row.conversation_id))];
    if (ids.length > 0) await refreshEntries(tx, ids);
    return rows.length;
  });
}

/** Until the end of the transaction. */
export async function lockHistory(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('history fold', 0))`.execute(tx);
}

/** Marks conversations as changed, for changes outside their own row such as labels. */
export async function noteChanges(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`insert into conversation_changes (conversation_id) select unnest(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

const measures = [
  "conversations",
  "ended",
  "solved",
  "handed_off",
  "turns",
  "fallbacks",
  "low_confidence",
  "errors",
  "input_tokens",
  "output_tokens",
  "cost",
] as const;

const summed = sql.join(
  measures.map((name) => sql`sum(${sql.ref(`r.${name}`)}) as ${sql.ref(name)}`),
  sql`, `,
);
const signed = sql.join(
  measures.map((name) => sql`sum(d.sign * ${sql.ref(`r.${name}`)})`),
  sql`, `,
);
const added = sql.join(
  measures.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`analytics_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ),
  sql`, `,
);
const measureColumns = sql.join(measures.map((name) => sql.ref(name)));
const measureTypes = sql.join(measures.map((name) => sql`${sql.ref(name)} numeric`));

async function refreshEntries(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`
  with conversation as (
    select c.*, (c.started_at at time zone coalesce(z.identifier, 'UTC'))::date as day,
      coalesce(c.pype_id, e.pype_id) as kept_pype_id, coalesce(c.bot_version_id, e.bot_version_id) as kept_version_id
    from conversations c join projects p on p.id = c.project_id left join time_zones z on z.id = p.time_zone_id
      -- A deleted channel or bot leaves its conversations where they were.
      left join history_entries e on e.conversation_id = c.id
    where c.id = any(${[...ids]}::uuid[]) and not c.is_test and c.visitor_message_count > 0
  ), turn as (
    select t.*, coalesce(t.bot_version_id, c.kept_version_id, ${noId}::uuid) as version_id
    from conversation_turns t join conversation c on c.id = t.conversation_id
  ), parts as (
    select id as conversation_id, coalesce(kept_version_id, ${noId}::uuid) as version_id, 1 as conversations,
      (status = 'ENDED')::int as ended,
      (status = 'ENDED' and not was_handed_off and outcome not in ('abandoned', 'failed', 'handed-off'))::int as solved,
      was_handed_off::int as handed_off, 0 as turns, 0 as fallbacks, 0 as low_confidence, 0 as errors,
      0::bigint as input_tokens, 0::bigint as output_tokens, 0::numeric as cost
    from conversation
    union all
    select conversation_id, version_id, 0, 0, 0, 0, count(*) filter (where kind = 'visitor'),
      count(*) filter (where is_fallback), count(*) filter (where is_low_confidence),
      count(*) filter (where error is not null), sum(input_tokens), sum(output_tokens), sum(cost)
    from turn group by conversation_id, version_id
  ), day_rows as (
    select conversation_id, jsonb_agg(to_jsonb(v) - 'conversation_id') as rows
    from (select r.conversation_id, r.version_id, ${summed} from parts r group by r.conversation_id, r.version_id) v
    group by conversation_id
  ), happened as (
    select conversation_id, version_id, 'intent' as kind, intent as name from turn where intent is not null
    union all
    select conversation_id, version_id, 'node', node from turn, unnest(node_ids) as node
    union all
    -- Four spans per doubling: a percentile read from them is at most a tenth off (decision 076).
    select conversation_id, version_id, 'ms', floor(4 * ln(greatest(ms, 1)::float8) / ln(2::float8) + 1e-9)::int::text
    from turn where kind = 'visitor' and visitor_sequence is not null
  ), count_rows as (
    select conversation_id, jsonb_agg(jsonb_build_object('version_id', version_id, 'kind', kind, 'name', name, 'times', times)) as rows
    from (select conversation_id, version_id, kind, name, count(*) as times from happened group by 1, 2, 3, 4) h
    group by conversation_id
  ), said as (
    select m.conversation_id, count(*) as message_count,
      left(string_agg(m.text, E'\n' order by m.sequence) filter (where m.text <> '' and m.author <> 'system'), ${searchedCharacters}) as text,
      left((array_agg(m.text order by m.sequence) filter (where m.author = 'visitor' and m.text <> ''))[1], 300) as first_text
    from conversation_messages m join conversation c on c.id = m.conversation_id group by m.conversation_id
  ), summary as (
    select conversation_id, count(*) filter (where kind = 'visitor') as turns,
      count(*) filter (where is_fallback) as fallbacks,
      sum(input_tokens + output_tokens) as tokens, sum(cost) as cost,
      coalesce(array_agg(distinct intent) filter (where intent is not null), '{}') as intents,
      array_agg(distinct version_id) as version_ids
    from turn group by conversation_id
  ), visited as (
    select conversation_id, array_agg(distinct node) as node_ids from turn, unnest(node_ids) as node group by conversation_id
  ), labelled as (
    select l.conversation_id, array_agg(l.label order by l.label) as labels
    from conversation_labels l join conversation c on c.id = l.conversation_id group by l.conversation_id
  ), old as (
    select conversation_id, project_id, contribution from history_entries where conversation_id = any(${[...ids]}::uuid[])
  ), written as (
    insert into history_entries (conversation_id, project_id, customer_id, environment, pype_id, bot_id, bot_version_id,
      status, outcome, language, day, started_at, last_activity_at, turn_count, message_count, fallback_count,
      low_confidence_count, was_handed_off, has_error, intents, node_ids, version_ids, labels, tokens, cost,
      first_text, words, contribution)
    select c.id, c.project_id, c.customer_id, c.environment, c.kept_pype_id, c.bot_id, c.kept_version_id, c.status, c.outcome,
      c.language, c.day, c.started_at, c.last_activity_at, coalesce(summary.turns, 0), coalesce(said.message_count, 0),
      coalesce(summary.fallbacks, 0), c.low_confidence_count, c.was_handed_off, c.has_error,
      coalesce(summary.intents, '{}'), coalesce(visited.node_ids, '{}'), coalesce(summary.version_ids, '{}'),
      coalesce(labelled.labels, '{}'), coalesce(summary.tokens, 0), coalesce(summary.cost, 0),
      coalesce(said.first_text, ''), to_tsvector('simple', unaccent(coalesce(said.text, ''))),
      jsonb_build_object('day', c.day, 'customer_id', c.customer_id, 'environment', c.environment,
        'pype_id', coalesce(c.kept_pype_id, ${noId}::uuid), 'rows', day_rows.rows, 'counts', coalesce(count_rows.rows, '[]'))
    from conversation c join day_rows on day_rows.conversation_id = c.id
      left join count_rows on count_rows.conversation_id = c.id left join said on said.conversation_id = c.id
      left join summary on summary.conversation_id = c.id left join visited on visited.conversation_id = c.id
      left join labelled on labelled.conversation_id = c.id
    on conflict (conversation_id) do update set pype_id = excluded.pype_id, bot_id = excluded.bot_id,
      bot_version_id = excluded.bot_version_id, status = excluded.status, outcome = excluded.outcome,
      language = excluded.language, day = excluded.day, last_activity_at = excluded.last_activity_at,
      turn_count = excluded.turn_count, message_count = excluded.message_count, fallback_count = excluded.fallback_count,
      low_confidence_count = excluded.low_confidence_count, was_handed_off = excluded.was_handed_off,
      has_error = excluded.has_error, intents = excluded.intents, node_ids = excluded.node_ids,
      version_ids = excluded.version_ids, labels = excluded.labels, tokens = excluded.tokens, cost = excluded.cost,
      first_text = excluded.first_text, words = excluded.words,
      contribution = excluded.contribution
    returning conversation_id, project_id, contribution
  ), difference as (
    select project_id, contribution, 1 as sign from written
    union all
    select old.project_id, old.contribution, -1 from old join written on written.conversation_id = old.conversation_id
  ), counted as (
    insert into analytics_counts (project_id, kind, day, customer_id, environment, pype_id, bot_version_id, name, times)
    select d.project_id, n.kind, (d.contribution ->> 'day')::date, (d.contribution ->> 'customer_id')::uuid,
      d.contribution ->> 'environment', (d.contribution ->> 'pype_id')::uuid, n.version_id, n.name, sum(d.sign * n.times)
    from difference d, jsonb_to_recordset(d.contribution -> 'counts') as n(version_id uuid, kind text, name text, times int)
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(d.sign * n.times) <> 0
    on conflict (project_id, kind, day, customer_id, environment, pype_id, bot_version_id, name)
      do update set times = analytics_counts.times + excluded.times
  )
  insert into analytics_days (project_id, day, customer_id, environment, pype_id, bot_version_id, ${measureColumns})
  select d.project_id, (d.contribution ->> 'day')::date, (d.contribution ->> 'customer_id')::uuid,
    d.contribution ->> 'environment', (d.contribution ->> 'pype_id')::uuid, r.version_id, ${signed}
  from difference d, jsonb_to_recordset(d.contribution -> 'rows') as r(version_id uuid, ${measureTypes})
  group by 1, 2, 3, 4, 5, 6
  on conflict (project_id, day, customer_id, environment, pype_id, bot_version_id) do update set ${added}`.execute(
    tx,
  );
}
