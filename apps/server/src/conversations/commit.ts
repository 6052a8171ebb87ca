// Writes steps of conversations: state, messages, trace and outbox rows in one statement, so that all of a step
// is there or nothing is, at the price of one trip to the database. The version is the fence: of two servers that
// worked from the same state, one writes and the other finds nothing to update. Steps of different conversations
// that are ready at the same moment share the statement and its wait for the disk (commit-queue.ts).
import { CompiledQuery } from "kysely";
import type { Tx } from "#platform/database.ts";
import { plainText, type Content, type Message } from "./content.ts";
import { placeOf, type Conversation } from "./conversation.ts";
import type { Draft } from "./draft.ts";

/** Its one parameter is a list of stepRow(). Answers the conversations that moved. */
export const commitStatement = `
with given as materialized (
  select * from jsonb_to_recordset($1::jsonb) as g(id uuid, version bigint, state jsonb, status text, phase text,
    outcome text, agent_id uuid, external_agent_id uuid, end_bot_id uuid, end_bot_version_id uuid, bot_id uuid, bot_version_id uuid,
    pending_effect jsonb,
    lease_seconds float8, message_count int, turn_count int, visitor_message_count int, has_error boolean,
    low_confidence_count int, messages jsonb, turns jsonb, events jsonb)
), moved as (
  update conversations c set
    state = g.state, status = g.status, phase = g.phase, outcome = g.outcome, agent_id = g.agent_id,
    external_agent_id = g.external_agent_id, end_bot_id = g.end_bot_id, end_bot_version_id = g.end_bot_version_id,
    bot_id = g.bot_id, bot_version_id = g.bot_version_id, pending_effect = g.pending_effect,
    effect_lease_until = case when g.pending_effect is null then null
      when c.pending_effect ->> 'id' = g.pending_effect ->> 'id' then c.effect_lease_until
      else now() + make_interval(secs => g.lease_seconds) end,
    last_sequence = c.last_sequence + g.message_count, turn_count = g.turn_count, version = c.version + 1,
    last_activity_at = now(), visitor_message_count = c.visitor_message_count + coalesce(g.visitor_message_count, 0),
    was_handed_off = c.was_handed_off or g.status in ('WAITING', 'AGENT'),
    handed_off_at = case when g.status = 'WAITING' and c.status <> 'WAITING' then now() else c.handed_off_at end,
    has_error = c.has_error or coalesce(g.has_error, false),
    low_confidence_count = c.low_confidence_count + coalesce(g.low_confidence_count, 0),
    ended_at = case when g.status = 'ENDED' then coalesce(c.ended_at, now()) end
  from given g
  where c.id = any(array(select id from given)) and c.id = g.id and c.version = g.version
  returning c.id, c.customer_id, c.project_id, c.turn_count, g.messages, g.turns, g.events
), said as (
  insert into conversation_messages
    (conversation_id, sequence, customer_id, turn, author, author_name, user_id, content, text, client_message_id)
  select moved.id, m.sequence, moved.customer_id, moved.turn_count, m.author, coalesce(m.author_name, ''), m.user_id, m.content,
    coalesce(m.text, m.content ->> 'text'), m.client_message_id
  from moved, jsonb_to_recordset(moved.messages) as m(sequence int, author text, author_name text, user_id uuid, content jsonb, text text, client_message_id text)
  returning 1
), traced as (
  insert into conversation_turns
    (conversation_id, turn, project_id, customer_id, bot_id, bot_version_id, kind, visitor_sequence, intent, intent_score,
     is_low_confidence, is_fallback, entities, node_ids, trace, effects, sources, model, input_tokens, output_tokens, cost, ms, error)
  select moved.id, moved.turn_count, moved.project_id, moved.customer_id, t.bot_id, t.bot_version_id, t.kind, t.visitor_sequence,
    t.intent, t.intent_score, coalesce(t.is_low_confidence, false), coalesce(t.is_fallback, false), coalesce(t.entities, '[]'),
    coalesce(t.node_ids, '{}'), coalesce(t.trace, '[]'), coalesce(t.effects, '[]'), coalesce(t.sources, '[]'),
    t.model, coalesce(t.input_tokens, 0), coalesce(t.output_tokens, 0), coalesce(t.cost, 0), coalesce(t.ms, 0), t.error
  from moved, jsonb_to_recordset(moved.turns) as t(bot_id uuid, bot_version_id uuid, kind text, visitor_sequence int, intent text,
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
  select e.topic, e.payload from moved, jsonb_to_recordset(moved.events) as e(topic text, payload jsonb)
  returning 1
)
select id, now() as at from moved`;

export interface Committed {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
}

/** Inside a transaction of the caller. Undefined when somebody else moved the conversation first. */
export async function commitWithin(tx: Tx, step: Step): Promise<Committed | undefined> {
  const query = CompiledQuery.raw(commitStatement, [stepsAsJson([step])]);
  const { rows } = await tx.executeQuery<{ id: string; at: Date }>(query);
  return rows[0] && committedOf(step.draft, rows[0].at);
}

export interface Step {
  readonly draft: Draft;
  readonly leaseSeconds: number;
}

export function committedOf(draft: Draft, at: Date): Committed {
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

/**
 * What the statement takes as its parameter. PostgreSQL spends a third of a turn on reading it, so what is empty is left
 * out: the statement knows what stands for nothing.
 */
export function stepsAsJson(steps: readonly Step[]): string {
  return JSON.stringify(steps.map(stepRow));
}

function stepRow({ draft, leaseSeconds }: Step) {
  const { conversation: before, turn } = draft;
  const visitorMessages = draft.messages.filter((message) => message.author === "visitor").length;
  return {
    id: before.id,
    version: before.version,
    state: draft.state,
    status: draft.status,
    phase: draft.phase,
    outcome: draft.outcome,
    agent_id: draft.agentId ?? undefined,
    external_agent_id: draft.externalAgentId ?? undefined,
    end_bot_id: draft.endBotId ?? undefined,
    end_bot_version_id: draft.endBotVersionId ?? undefined,
    bot_id: draft.botId ?? undefined,
    bot_version_id: draft.botVersionId ?? undefined,
    pending_effect: draft.pendingEffect ?? undefined,
    lease_seconds: draft.pendingEffect ? leaseSeconds : undefined,
    message_count: draft.messages.length,
    turn_count: turnCountOf(draft),
    visitor_message_count: visitorMessages || undefined,
    has_error: turn?.error != null || undefined,
    low_confidence_count: turn?.isLowConfidence ? 1 : undefined,
    messages: draft.messages.map((message, index) => messageRow(message, before.lastSequence + index + 1)),
    turns: turn ? [turnRow(draft, turn)] : undefined,
    events: outboxRows(draft),
  };
}

function messageRow(message: Draft["messages"][number], sequence: number) {
  const { content } = message;
  const text = searchable(content);
  return {
    sequence,
    author: message.author,
    author_name: message.authorName || undefined,
    user_id: message.userId ?? undefined,
    content,
    text: content.type === "text" && content.text === text ? undefined : text,
    client_message_id: message.clientMessageId ?? undefined,
  };
}

const searchable = (content: Content) => plainText(content).slice(0, 20_000);

function turnRow(draft: Draft, turn: NonNullable<Draft["turn"]>) {
  // A turn is its listener's: what the closing bot says in the turn that ended the first bot is only noted there.
  const own = turn.trace.filter((entry) => entry.versionId === undefined);
  const isEnd =
    draft.phase === "END" &&
    draft.endBotVersionId !== null &&
    (draft.conversation.phase === "END" || own.length === 0);
  const models = turn.effects.filter((effect) => effect.model !== undefined);
  const sum = (pick: (effect: (typeof models)[number]) => number | undefined) =>
    models.reduce((total, effect) => total + (pick(effect) ?? 0), 0) || undefined;
  const nodeIds = new Set((isEnd ? turn.trace : own).map((entry) => entry.nodeId).filter((id) => id !== ""));
  return {
    bot_id: (isEnd ? draft.endBotId : draft.botId) ?? undefined,
    bot_version_id: (isEnd ? draft.endBotVersionId : draft.botVersionId) ?? undefined,
    kind: turn.kind === "effect" ? "visitor" : turn.kind,
    visitor_sequence: turn.visitorSequence ?? undefined,
    intent: turn.intent ?? undefined,
    intent_score: turn.intentScore ?? undefined,
    is_low_confidence: turn.isLowConfidence || undefined,
    is_fallback: turn.isFallback || undefined,
    entities: unlessEmpty(turn.entities),
    node_ids: unlessEmpty([...nodeIds]),
    trace: unlessEmpty(turn.trace),
    effects: unlessEmpty(turn.effects),
    sources: unlessEmpty(turn.sources),
    model: models.at(-1)?.model,
    input_tokens: sum((effect) => effect.inputTokens),
    output_tokens: sum((effect) => effect.outputTokens),
    cost: sum((effect) => effect.cost),
    ms: Math.round(turn.ms) || undefined,
    error: turn.error ?? undefined,
  };
}

function unlessEmpty<T>(list: T): T | undefined {
  return Array.isArray(list) && list.length === 0 ? undefined : list;
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
