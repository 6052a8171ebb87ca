// A project whose visitors have talked a lot, generated in SQL: conversations, messages, turns, and the searchable
// rows as the fold makes them (which takes minutes for this many and is not what is measured).
import { sql } from "kysely";
import type { Database } from "../apps/server/src/platform/database.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { anAccount, aProject } from "../apps/server/src/testing/builders.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";

export interface Talk {
  readonly projectId: string;
  readonly customerIds: readonly string[];
  readonly channelIds: readonly string[];
  /** Frequent ones first, as in a language. */
  readonly words: readonly string[];
}

const turnsEach = 8;
const vocabulary = 8_000;
const sentences = 60_000;

export async function fillHistory(db: Database, turns: number): Promise<Talk> {
  // The builders of the tests need no more of a server than its database.
  const server = { db } as unknown as TestServer;
  const accountId = await anAccount(server);
  const projectId = await aProject(server, { accountId });
  const customerIds = [newId(), newId(), newId()];
  const channelIds: string[] = [];
  for (const [index, id] of customerIds.entries()) {
    await db
      .insertInto("customers")
      .values({ id, project_id: projectId, name: `Shop ${index}` })
      .execute();
    const [pypeId, botId] = [newId(), newId()];
    const owner = { project_id: projectId, customer_id: id };
    await db
      .insertInto("pypes")
      .values({ id: pypeId, ...owner, environment: "Live", name: "Website" })
      .execute();
    await db
      .insertInto("bots")
      .values({ id: botId, ...owner, name: "Nori" })
      .execute();
    channelIds.push(pypeId);
  }
  const words = Array.from({ length: vocabulary }, (_, index) => wordOf(index));
  await db.connection().execute(async (one) => {
    // Loading, not running: no trigger, no foreign keys, and the commit may be lost with the machine.
    await sql`set session_replication_role = replica`.execute(one);
    await sql`set synchronous_commit = off`.execute(one);
    await sql`set statement_timeout = 0`.execute(one);
    await writeSentences(one, words);
    await writeConversations(one, projectId, Math.ceil(turns / turnsEach));
    await writeEntries(one);
    await sql`set session_replication_role = default`.execute(one);
    await sql`set statement_timeout = 30000`.execute(one);
  });
  await sql`vacuum analyze`.execute(db);
  return { projectId, customerIds, channelIds, words };
}

/** Made-up words of two or three syllables: "kelo", "samidu". */
export function wordOf(index: number): string {
  const syllables = "ka lo mi su te ra ne bo di fu ga he jo ki la mu no pe ri sa".split(" ");
  const parts: string[] = [];
  for (let rest = index + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    parts.push(syllables[rest % syllables.length] ?? "");
  }
  return parts.join("");
}

async function writeSentences(db: Database, words: readonly string[]): Promise<void> {
  await sql`create table bench_words as
    select place - 1 as id, word from unnest(${[...words]}::text[]) with ordinality as w(word, place)`.execute(
    db,
  );
  await sql`alter table bench_words add primary key (id)`.execute(db);
  // The cube makes few words frequent and most of them rare.
  await sql`create table bench_sentences as
    select n as id, string_agg(w.word, ' ') as text
    from generate_series(0, ${sentences - 1}) as n cross join lateral generate_series(1, 6 + n % 7) as k
      join bench_words w on w.id = floor(${words.length} * power((hashint8(n * 31 + k) & 1048575) / 1048576.0, 3))::int
    group by n`.execute(db);
  await sql`alter table bench_sentences add primary key (id)`.execute(db);
}

async function writeConversations(db: Database, projectId: string, count: number): Promise<void> {
  await sql`insert into conversations (id, project_id, customer_id, environment, pype_id, bot_id, status, token_hash, visitor_id,
      language, outcome, last_sequence, turn_count, visitor_message_count, was_handed_off, low_confidence_count, state,
      started_at, last_activity_at, ended_at)
    select gen_random_uuid(), ${projectId}, p.customer_id, 'Live', p.id, b.id, 'ENDED', '\\x00', 'visitor-' || n % 40000,
      (array['en', 'en', 'en', 'de', 'fr', 'es'])[1 + n / 7 % 6], (array['resolved', 'resolved', 'abandoned', 'handed-off'])[1 + n / 5 % 4],
      ${2 * turnsEach}, ${turnsEach}, ${turnsEach}, n % 4 = 3, (n % 5 = 0)::int, '{}',
      at, at + interval '6 minutes', at + interval '6 minutes'
    from generate_series(1, ${count}) as n
      cross join lateral (select now() - n * interval '4 minutes' as at) t
      join (select *, row_number() over (order by id) - 1 as place from pypes where project_id = ${projectId}) p on p.place = n % 3
      join bots b on b.customer_id = p.customer_id`.execute(db);
  await sql`insert into conversation_messages (conversation_id, sequence, customer_id, turn, author, content, text, created_at)
    select c.id, m, c.customer_id, (m + 1) / 2, case when m % 2 = 1 then 'visitor' else 'bot' end,
      jsonb_build_object('type', 'text', 'text', s.text), s.text, c.started_at + m * interval '20 seconds'
    from conversations c cross join generate_series(1, ${2 * turnsEach}) as m
      join bench_sentences s on s.id = abs(hashtextextended(c.id::text, m)) % ${sentences}
    where c.project_id = ${projectId}`.execute(db);
  await sql`insert into conversation_turns (conversation_id, turn, project_id, customer_id, bot_id, kind, visitor_sequence,
      intent, intent_score, is_fallback, node_ids, ms, created_at)
    select c.id, t, c.project_id, c.customer_id, c.bot_id, 'visitor', 2 * t - 1, 'intent-' || k % 40, 0.8, k % 15 = 0,
      array['node-' || k % 120], 20 + k % 300, c.started_at + t * interval '40 seconds'
    from conversations c cross join generate_series(1, ${turnsEach}) as t
      cross join lateral (select abs(hashtextextended(c.id::text, 100 + t)) as k) h
    where c.project_id = ${projectId}`.execute(db);
}

async function writeEntries(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'history_entries' and indexdef like '%USING gin%'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  await sql`insert into history_entries (conversation_id, project_id, customer_id, environment, pype_id, bot_id, bot_version_id,
      status, outcome, language, day, started_at, last_activity_at, turn_count, message_count, fallback_count,
      low_confidence_count, was_handed_off, has_error, intents, node_ids, version_ids, labels, tokens, cost, first_text,
      words, contribution)
    select c.id, c.project_id, c.customer_id, c.environment, c.pype_id, c.bot_id, null, c.status, c.outcome, c.language,
      c.started_at::date, c.started_at, c.last_activity_at, c.turn_count, ${2 * turnsEach}, t.fallbacks,
      c.low_confidence_count, c.was_handed_off, false, t.intents, t.nodes, '{}',
      case when m.first_text < 'c' then array['Follow up'] else '{}' end, 0, 0, m.first_text,
      to_tsvector('simple', m.text), '{}'
    from conversations c
      join (select conversation_id, string_agg(text, E'\\n' order by sequence) as text, min(text) as first_text
        from conversation_messages group by 1) m on m.conversation_id = c.id
      join (select conversation_id, array_agg(distinct intent) as intents, array_agg(distinct node_ids[1]) as nodes,
          count(*) filter (where is_fallback) as fallbacks
        from conversation_turns group by 1) t on t.conversation_id = c.id`.execute(db);
  for (const { definition } of rows) await sql.raw(definition).execute(db);
  await sql`insert into history_words (project_id, word, conversations)
    select project_id, word, count(*) from history_entries, unnest(tsvector_to_array(words)) as word group by 1, 2`.execute(
    db,
  );
}
