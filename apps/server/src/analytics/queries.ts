import type { AnalyticsFigures } from "@parley/bot-data";
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { DayRange } from "./range.ts";

export interface Narrowing {
  readonly projectId: string;
  readonly customerId: string | undefined;
  readonly environment: string | undefined;
  readonly channelId: string | undefined;
}

function where({ projectId, customerId, environment, channelId }: Narrowing, { from, to }: DayRange) {
  const conditions = [
    sql`a.project_id = ${projectId}`,
    sql`a.day between ${from}::date and ${to}::date`,
    ...(customerId ? [sql`a.customer_id = ${customerId}`] : []),
    ...(environment ? [sql`a.environment = ${environment}`] : []),
    ...(channelId ? [sql`a.pype_id = ${channelId}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const sums = sql`sum(a.conversations) as conversations, sum(a.ended) as ended, sum(a.solved) as solved,
  sum(a.handed_off) as "handedOff", sum(a.turns) as turns, sum(a.fallbacks) as fallbacks,
  sum(a.low_confidence) as "lowConfidence", sum(a.errors) as errors, sum(a.input_tokens) as "inputTokens",
  sum(a.output_tokens) as "outputTokens", sum(a.cost) as cost`;

export async function projectDay(db: Db, projectId: string): Promise<{ timeZone: string; today: string }> {
  const { rows } = await sql<{ timeZone: string; today: string }>`
    select coalesce(z.identifier, 'UTC') as "timeZone",
      (now() at time zone coalesce(z.identifier, 'UTC'))::date::text as today
    from projects p left join time_zones z on z.id = p.time_zone_id where p.id = ${projectId}`.execute(db);
  return rows[0] ?? { timeZone: "UTC", today: new Date().toISOString().slice(0, 10) };
}

/** By day; days without anything are not in it. */
export async function figuresByDay(db: Db, narrowing: Narrowing, range: DayRange) {
  const { rows } = await sql<AnalyticsFigures & { day: string }>`
    select a.day::text as day, ${sums} from analytics_days a where ${where(narrowing, range)}
    group by a.day order by a.day`.execute(db);
  return rows;
}

/** Most conversations first; versions that only closed conversations last. */
export async function figuresByVersion(db: Db, narrowing: Narrowing, range: DayRange) {
  const { rows } = await sql<
    AnalyticsFigures & { versionId: string; botName: string; number: number | null }
  >`
    select f."versionId", coalesce(b.name, '') as "botName", v.number, f.* from (
      select a.bot_version_id as "versionId", ${sums} from analytics_days a where ${where(narrowing, range)}
      group by a.bot_version_id) f
      left join bot_versions v on v.id = f."versionId" left join bots b on b.id = v.bot_id
    order by f.conversations desc, f.turns desc, f."versionId" limit 50`.execute(db);
  return rows;
}

/** Most conversations first. */
export async function figuresByChannel(db: Db, narrowing: Narrowing, range: DayRange) {
  const { rows } = await sql<AnalyticsFigures & { channelId: string; name: string; environment: string }>`
    select coalesce(p.name, '') as name, f.* from (
      select a.pype_id as "channelId", a.environment, ${sums} from analytics_days a where ${where(narrowing, range)}
      group by a.pype_id, a.environment) f left join pypes p on p.id = f."channelId"
    order by f.conversations desc, f.environment, f."channelId" limit 50`.execute(db);
  return rows;
}

/** Most frequent first. */
export async function topNames(
  db: Db,
  kind: "intent" | "node",
  narrowing: Narrowing,
  range: DayRange,
  limit: number,
) {
  const { rows } = await sql<{ name: string; times: number; versionIds: string[] }>`
    select a.name, sum(a.times) as times, array_agg(distinct a.bot_version_id) as "versionIds"
    from analytics_counts a where a.kind = ${kind} and ${where(narrowing, range)}
    group by a.name having sum(a.times) > 0 order by times desc, a.name limit ${limit}`.execute(db);
  return rows;
}

export async function responseSpans(db: Db, narrowing: Narrowing, range: DayRange) {
  const { rows } = await sql<{ day: string; versionId: string; span: number; times: number }>`
    select a.day::text as day, a.bot_version_id as "versionId", a.name::int as span, sum(a.times) as times
    from analytics_counts a where a.kind = 'ms' and ${where(narrowing, range)} group by 1, 2, 3`.execute(db);
  return rows;
}

/** One row per day, customer, environment, channel and version, oldest first. */
export async function exportRows(db: Db, narrowing: Narrowing, range: DayRange) {
  const { rows } = await sql<Record<string, string | number>>`
    select a.day::text as day, k.name as customer, a.environment, coalesce(p.name, '') as channel,
      coalesce(b.name, '') as bot, v.number as version, a.conversations, a.ended, a.solved,
      a.handed_off as "handedOff", a.turns, a.fallbacks, a.low_confidence as "lowConfidence", a.errors,
      a.input_tokens as "inputTokens", a.output_tokens as "outputTokens", a.cost
    from analytics_days a left join customers k on k.id = a.customer_id left join pypes p on p.id = a.pype_id
      left join bot_versions v on v.id = a.bot_version_id left join bots b on b.id = v.bot_id
    where ${where(narrowing, range)}
    order by a.day, k.name, a.environment, p.name, v.number limit 100000`.execute(db);
  return rows;
}

export async function choicesOf(db: Db, { projectId, customerId }: Narrowing) {
  const customers = await db
    .selectFrom("customers")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .execute();
  const { rows: channels } = await sql<{ id: string; name: string }>`
    select id, name || ' (' || environment || ')' as name from pypes where project_id = ${projectId}
      and (${customerId ?? null}::uuid is null or customer_id = ${customerId ?? null}::uuid)
    order by lower(name), environment, id`.execute(db);
  return { customers, channels };
}
