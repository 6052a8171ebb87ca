import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { DeskView } from "#generated/resolvers.ts";

export interface ConversationRow {
  id: string;
  projectId: string;
  customerId: string;
  environment: string;
  status: "BOT" | "WAITING" | "AGENT" | "ENDED";
  phase: string;
  isTest: boolean;
  customerName: string;
  channelName: string | null;
  streamName: string | null;
  botId: string | null;
  botName: string | null;
  botVersionId: string | null;
  botVersionNumber: number | null;
  visitorId: string;
  visitorIdentity: unknown;
  pageUrl: string;
  language: string;
  outcome: string;
  agentId: string | null;
  agentName: string | null;
  externalAgentName: string | null;
  lastSequence: number;
  visitorMessageCount: number;
  wasHandedOff: boolean;
  hasError: boolean;
  startedAt: Date;
  lastActivityAt: Date;
  handedOffAt: Date | null;
  endedAt: Date | null;
}

const selected = sql`select c.id, c.project_id as "projectId", c.customer_id as "customerId", c.environment, c.status,
    c.phase, c.is_test as "isTest", k.name as "customerName", p.name as "channelName", s.name as "streamName",
    c.bot_id as "botId", b.name as "botName", c.bot_version_id as "botVersionId", v.number as "botVersionNumber",
    c.visitor_id as "visitorId", c.visitor_identity as "visitorIdentity", c.page_url as "pageUrl", c.language,
    c.outcome, c.agent_id as "agentId", nullif(concat_ws(' ', u.first_name, u.last_name), '') as "agentName",
    i.integration_name as "externalAgentName", c.last_sequence as "lastSequence",
    c.visitor_message_count as "visitorMessageCount", c.was_handed_off as "wasHandedOff", c.has_error as "hasError",
    c.started_at as "startedAt", c.last_activity_at as "lastActivityAt", c.handed_off_at as "handedOffAt",
    c.ended_at as "endedAt"
  from conversations c join customers k on k.id = c.customer_id
    left join pypes p on p.id = c.pype_id left join streams s on s.id = c.stream_id
    left join bots b on b.id = c.bot_id left join bot_versions v on v.id = c.bot_version_id
    left join users u on u.id = c.agent_id left join external_agent_integrations i on i.id = c.external_agent_id`;

export async function findConversation(
  db: Db,
  projectId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } =
    await sql<ConversationRow>`${selected} where c.project_id = ${projectId} and c.id = ${id}`.execute(db);
  return rows[0];
}

/** Those who wait longest first; everything else by its last activity. */
export async function deskConversations(
  db: Db,
  filter: { projectId: string; view: DeskView; userId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<ConversationRow[]> {
  const views = {
    WAITING: sql`c.status = 'WAITING' order by c.handed_off_at, c.id`,
    MINE: sql`c.status = 'AGENT' and c.agent_id = ${filter.userId} order by c.last_activity_at desc, c.id`,
    PEOPLE: sql`c.status in ('WAITING', 'AGENT') order by c.last_activity_at desc, c.id`,
    BOTS: sql`c.status = 'BOT' and c.visitor_message_count > 0 order by c.last_activity_at desc, c.id`,
  } as const;
  const { rows } = await sql<ConversationRow>`${selected}
    where c.project_id = ${filter.projectId} and not c.is_test and ${views[filter.view]}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** For DataLoaders: the last words of each conversation. */
export async function lastTexts(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select w.id, m.text from unnest(${[...ids]}::uuid[]) as w(id)
      join lateral (select text from conversation_messages where conversation_id = w.id and text <> ''
        and author <> 'system' order by sequence desc limit 1) m on true`.execute(db);
  return ids.map((id) => rows.find((row) => row.id === id)?.text ?? "");
}

/** In the order they happened. */
export function turnsOf(db: Db, conversationId: string) {
  return db
    .selectFrom("conversation_turns")
    .select([
      "turn",
      "kind",
      "bot_version_id as botVersionId",
      "visitor_sequence as visitorSequence",
      "intent",
      "intent_score as intentScore",
      "is_low_confidence as isLowConfidence",
      "is_fallback as isFallback",
      "entities",
      "node_ids as nodeIds",
      "trace",
      "effects",
      "sources",
      "model",
      "input_tokens as inputTokens",
      "output_tokens as outputTokens",
      "cost",
      "ms",
      "error",
      "created_at as createdAt",
    ])
    .where("conversation_id", "=", conversationId)
    .orderBy("turn")
    .execute();
}

const noteColumns = ["id", "author_name as authorName", "text", "created_at as createdAt"] as const;

export function notesOf(db: Db, conversationId: string) {
  return db
    .selectFrom("conversation_notes")
    .select(noteColumns)
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at")
    .execute();
}

export async function handOffsOf(db: Db, conversationId: string): Promise<unknown[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select h.id, h.status, h.skill_tag as "skillTag", h.team, h.note, h.requested_at as "requestedAt",
      h.taken_at as "takenAt", h.done_at as "doneAt", concat_ws(' ', u.first_name, u.last_name) as "agentName"
    from conversation_hand_offs h left join users u on u.id = h.agent_id
    where h.conversation_id = ${conversationId} order by h.requested_at`.execute(db);
  return rows;
}

export function listCannedReplies(db: Db, projectId: string) {
  return db
    .selectFrom("canned_replies")
    .select(["id", "title", "text", "version"])
    .where("project_id", "=", projectId)
    .orderBy((eb) => eb.fn("lower", ["title"]))
    .execute();
}

const deliveryColumns = [
  "d.id",
  "d.conversation_id as conversationId",
  "d.kind",
  "d.status",
  "d.attempts",
  "d.response_status as responseStatus",
  "d.response_body as responseBody",
  "d.error",
  "d.ms",
  "d.created_at as createdAt",
  "d.delivered_at as deliveredAt",
] as const;

const deliveriesIn = (db: Db, projectId: string) =>
  db
    .selectFrom("external_agent_deliveries as d")
    .innerJoin("external_agent_integrations as i", "i.id", "d.integration_id")
    .select(deliveryColumns)
    .select("d.integration_id as integrationId")
    .where("i.project_id", "=", projectId);

/** Newest first. */
export function listDeliveries(db: Db, projectId: string, externalAgentId: string, limit: number) {
  return deliveriesIn(db, projectId)
    .where("d.integration_id", "=", externalAgentId)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id", "desc")
    .limit(limit)
    .execute();
}

export function findDelivery(db: Db, projectId: string, id: string) {
  return deliveriesIn(db, projectId).where("d.id", "=", id).executeTakeFirst();
}

export function findIntegration(db: Db, projectId: string, id: string) {
  return db
    .selectFrom("external_agent_integrations")
    .select(["id", "project_id", "integration_name", "environment", "signing_secret_encrypted"])
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}
