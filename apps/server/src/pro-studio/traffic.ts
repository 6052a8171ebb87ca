// How often visitors came to each node and where they gave up, from what real conversations recorded (decision 115).
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { OwnerRow } from "./queries.ts";

export interface NodeTraffic {
  readonly nodeId: string;
  readonly visits: number;
  readonly conversations: number;
  readonly left: number;
}

export interface Traffic {
  readonly days: number;
  readonly conversations: number;
  readonly nodes: NodeTraffic[];
}

interface Options {
  readonly days: number;
  /** Only what this version answered; otherwise every version of the solution. */
  readonly onlyThisVersion: boolean;
}

/** Nodes visited most come first. A node that is asked and then answered in the next turn was visited once. */
export async function listTraffic(
  db: Db,
  owner: OwnerRow,
  { days, onlyThisVersion }: Options,
): Promise<Traffic> {
  const { rows } = await sql<NodeTraffic & { all: number }>`
    with bot as (
      select b.id, b.project_id, b.customer_id, v.bot_version_id
      from solution_versions v join solutions s on s.id = v.solution_id join bots b on b.id = s.bot_id
      where v.id = ${owner.solutionVersionId}
    ), visit as (
      select t.conversation_id, t.turn, n.place, n.node,
        lag(n.node) over (partition by t.conversation_id order by t.turn, n.place) as before
      from bot join conversation_turns t on t.project_id = bot.project_id and t.customer_id = bot.customer_id
          and t.bot_id = bot.id and t.created_at > now() - make_interval(days => ${days})
          and (not ${onlyThisVersion} or t.bot_version_id = bot.bot_version_id)
        join conversations c on c.id = t.conversation_id and not c.is_test,
        lateral unnest(t.node_ids) with ordinality as n (node, place)
    ), last_seen as (
      select distinct on (conversation_id) conversation_id, node from visit
      order by conversation_id, turn desc, place desc
    ), gone as (
      select l.node, count(*)::int as times
      from last_seen l join conversations c on c.id = l.conversation_id
      where c.status = 'ENDED' and c.outcome in ('abandoned', 'failed')
      group by l.node
    )
    select v.node as "nodeId", count(*)::int as visits, count(distinct v.conversation_id)::int as conversations,
      coalesce(max(g.times), 0)::int as "left", (select count(distinct conversation_id) from visit)::int as "all"
    from visit v left join gone g on g.node = v.node
    where v.node is distinct from v.before
    group by v.node order by visits desc, v.node`.execute(db);
  return {
    days,
    conversations: rows[0]?.all ?? 0,
    nodes: rows.map(({ nodeId, visits, conversations, left }) => ({ nodeId, visits, conversations, left })),
  };
}
