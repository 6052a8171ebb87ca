// Writes a step of a conversation: state, messages, trace and outbox rows in one statement, so that all of
// it is there or nothing is, at the price of one trip to the database. The version is the fence: of two
// servers that worked from the same state, one writes and the other finds nothing to update.
import { CompiledQuery } from "kysely";
import type { Tx } from "#platform/database.ts";
import type pg from "pg";
import { plainText, type Content, type Message } from "./content.ts";
import { placeOf, type Conversation } from "./conversation.ts";
import type { Draft } from "./draft.ts";

const statement = `
with moved as (
  update conversations set
    state = $3::jsonb, status = $4, phase = $5, outcome = $6, agent_id = $7, external_agent_id = $8,
    end_bot_id = $9, bot_id = $21, bot_version_id = $22, end_bot_version_id = $10, pending_effect = $11::jsonb,
    effect_lease_until = case when $11::jsonb is null then null
      when pending_effect ->> 'id' = $11::jsonb ->> 'id' then effect_lease_until
      else now() + make_interval(secs => $12::float8) end,
    last_sequence = last_sequence + $13, turn_count = $14, version = version + 1, last_activity_at = now(),
    visitor_message_count = visitor_message_count + $15,
    was_handed_off = was_handed_off or $4 in ('WAITING', 'AGENT'),
    handed_off_at = case when $4 = 'WAITING' and status <> 'WAITING' then now() else handed_off_at end,
    has_error = has_error or $16, low_confidence_count = low_confidence_count + $17,
    ended_at = case when $4 = 'ENDED' then coalesce(ended_at, now()) end
  where id = $1 and version = $2
  returning id, customer_id, project_id, turn_count
), said as (
  insert into conversation_messages
    (conversation_id, sequence, customer_id, turn, author, author_name, user_id, content, text, client_message_id)
  select moved.id, m.sequence, moved.customer_id, moved.turn_count, m.author, m.author_name, m.user_id, m.content, m.text, m.client_message_id
  from moved, jsonb_to_recordset($18::jsonb) as m(sequence int, author text, author_name text, user_id uuid, content jsonb, text text, client_message_id text)
  returning 1
), traced as (
  insert into conversation_turns
    (conversation_id, turn, project_id, customer_id, bot_id, bot_version_id, kind, visitor_sequence, intent, intent_score,
     is_low_confidence, is_fallback, entities, node_ids, trace, effects, sources, model, input_tokens, output_tokens, cost, ms, error)
  select moved.id, moved.turn_count, moved.project_id, moved.customer_id, t.bot_id, t.bot_version_id, t.kind, t.visitor_sequence,
    t.intent, t.intent_score, t.is_low_confidence, t.is_fallback, t.entities, t.node_ids, t.trace, t.effects, t.sources,
    t.model, t.input_tokens, t.output_tokens, t.cost, t.ms, t.error
  from moved, jsonb_to_recordset($19::jsonb) as t(bot_id uuid, bot_version_id uuid, kind text, visitor_sequence int, intent text,
    intent_score real, is_low_confidence boolean, is_fallback boolean, entities jsonb, node_ids text[], trace jsonb,
    effects jsonb, sources jsonb, model text, input_tokens int, output_tokens int, cost numeric, ms int, error text)
  on conflict (conversation_id, turn) do update set
    node_ids = conversation_turns.node_ids || excluded.node_ids, trace = conversation_turns.trace || excluded.trace,
    effects = conversation_turns.effects || excluded.effects, sources = conversation_turns.sources || excluded.sources,
    model = coalesce(excluded.model, conversation_turns.model),
    input_tokens = conversation_turns.input_tokens + excluded.input_tokens,
    output_tokens = conversation_turns.output_tokens + excluded.output_tokens,
    cost = conversation_turns.cost + excluded.cost,
    is_fallback = conversation_turns.is_fallback or excluded.is_fallback,
    ms = extract(epoch from now() - conversation_turns.created_at) * 1000,
    error = coalesce(excluded.error, conversation_turns.error)
  returning 1
), told as (
  insert into outbox (topic, payload)
  select e.topic, e.payload from moved, jsonb_to_recordset($20::jsonb) as e(topic text, payload jsonb)
  returning 1
)
select now() as at from moved`;

export interface Committed {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
}

/** Undefined when somebody else moved the conversation first: read it again and decide anew. */
export async function commit(
  writer: { pool: pg.Pool } | { tx: Tx },
  draft: Draft,
  leaseSeconds: number,
): Promise<Committed | undefined> {
  const values = valuesOf(draft, leaseSeconds);
  const { rows } =
    "tx" in writer
      ? await writer.tx.executeQuery<{ at: Date }>(CompiledQuery.raw(statement, values))
      : await writer.pool.query<{ at: Date }>({ name: "commit-conversation", text: statement, values });
  const at = rows[0]?.at;
  if (!at) return undefined;
  const before = draft.conversation;
  return {
    conversation: {
      ...before,
      state: draft.state,
      status: draft.status,
      phase: draft.phase,
      outcome: draft.outcome,
      botId: draft.botId,
      botVersionId: draft.botVersionId,
      agentId: draft.agentId,
      externalAgentId: draft.externalAgentId,
      endBotId: draft.endBotId,
      endBotVersionId: draft.endBotVersionId,
      pendingEffect: draft.pendingEffect,
      lastSequence: before.lastSequence + draft.messages.length,
      turnCount: turnCountOf(draft),
      version: before.version + 1,
    },
    messages: draft.messages.map((message, index) => ({
      sequence: before.lastSequence + index + 1,
      author: message.author,
      authorName: message.authorName ?? "",
      content: message.content,
      clientMessageId: message.clientMessageId ?? null,
      createdAt: at.toISOString(),
    })),
  };
}

function turnCountOf(draft: Draft): number {
  return draft.conversation.turnCount + (draft.turn?.isNew ? 1 : 0);
}

function valuesOf(draft: Draft, leaseSeconds: number): unknown[] {
  const { conversation: before, turn } = draft;
  return [
    before.id,
    before.version,
    JSON.stringify(draft.state),
    draft.status,
    draft.phase,
    draft.outcome,
    draft.agentId,
    draft.externalAgentId,
    draft.endBotId,
    draft.endBotVersionId,
    draft.pendingEffect === null ? null : JSON.stringify(draft.pendingEffect),
    leaseSeconds,
    draft.messages.length,
    turnCountOf(draft),
    draft.messages.filter((message) => message.author === "visitor").length,
    turn?.error != null,
    turn?.isLowConfidence ? 1 : 0,
    JSON.stringify(
      draft.messages.map((message, index) => messageRow(message, before.lastSequence + index + 1)),
    ),
    JSON.stringify(turn ? [turnRow(draft, turn)] : []),
    JSON.stringify(outboxRows(draft)),
    draft.botId,
    draft.botVersionId,
  ];
}

function messageRow(message: Draft["messages"][number], sequence: number) {
  return {
    sequence,
    author: message.author,
    author_name: message.authorName ?? "",
    user_id: message.userId ?? null,
    content: message.content,
    text: searchable(message.content),
    client_message_id: message.clientMessageId ?? null,
  };
}

const searchable = (content: Content) => plainText(content).slice(0, 20_000);

function turnRow(draft: Draft, turn: NonNullable<Draft["turn"]>) {
  const isEnd = draft.phase === "END" && draft.endBotVersionId !== null;
  const models = turn.effects.filter((effect) => effect.model !== undefined);
  const sum = (pick: (effect: (typeof models)[number]) => number | undefined) =>
    models.reduce((total, effect) => total + (pick(effect) ?? 0), 0);
  return {
    bot_id: isEnd ? draft.endBotId : draft.botId,
    bot_version_id: isEnd ? draft.endBotVersionId : draft.botVersionId,
    kind: turn.kind === "effect" ? "visitor" : turn.kind,
    visitor_sequence: turn.visitorSequence,
    intent: turn.intent,
    intent_score: turn.intentScore,
    is_low_confidence: turn.isLowConfidence,
    is_fallback: turn.isFallback,
    entities: turn.entities,
    node_ids: [...new Set(turn.trace.map((entry) => entry.nodeId).filter((id) => id !== ""))],
    trace: turn.trace,
    effects: turn.effects,
    sources: turn.sources,
    model: models.at(-1)?.model ?? null,
    input_tokens: sum((effect) => effect.inputTokens),
    output_tokens: sum((effect) => effect.outputTokens),
    cost: sum((effect) => effect.cost),
    ms: Math.round(turn.ms),
    error: turn.error,
  };
}

function outboxRows(draft: Draft): { topic: string; payload: unknown }[] {
  const { conversation: before } = draft;
  const place = placeOf(before);
  const moved = {
    ...place,
    sequence: before.lastSequence + draft.messages.length,
    status: draft.status,
    isBusy: draft.pendingEffect !== null,
  };
  return [
    { topic: "conversation-message", payload: moved },
    ...(draft.status === "ENDED" && before.status !== "ENDED"
      ? [{ topic: "conversation-ended", payload: { ...place, outcome: draft.outcome } }]
      : []),
    ...(draft.status === "WAITING" && before.status !== "WAITING"
      ? [{ topic: "conversation-handed-off", payload: { ...place, skillTag: draft.handOff?.skillTag ?? "" } }]
      : []),
    ...draft.events.map((event) => ({ topic: event.topic, payload: { ...place, ...event.payload } })),
  ];
}
