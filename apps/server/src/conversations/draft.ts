// What one step of a conversation is about to write. Nothing of it exists before commit() says so.
import type { ConversationState, Json, JsonObject, TraceEntry } from "@parley/flow";
import type { NewMessage } from "./content.ts";
import type { Conversation, PendingEffect, Status } from "./conversation.ts";

export interface EffectRecord {
  readonly effectId: string;
  readonly nodeId: string;
  readonly type: string;
  readonly name: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly attempts: number;
  readonly error?: string;
  readonly logs?: readonly string[];
  readonly model?: string;
  readonly provider?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cost?: number;
  readonly value?: Json;
  readonly variables?: JsonObject;
  readonly said?: readonly string[];
}

export interface TurnTrace {
  /** A new turn, or the continuation of the one under way. */
  readonly isNew: boolean;
  readonly kind: "start" | "visitor" | "timer" | "agent-done" | "effect";
  visitorSequence: number | null;
  intent: string | null;
  intentScore: number | null;
  entities: Json;
  isLowConfidence: boolean;
  isFallback: boolean;
  /** With the version where it is not the turn's own: the closing bot may begin in the turn that ended the first. */
  trace: (TraceEntry & { versionId?: string })[];
  effects: EffectRecord[];
  sources: Json[];
  error: string | null;
  ms: number;
}

export interface HandOffRequest {
  readonly effectId: string | null;
  readonly skillTag: string;
  readonly team: string;
  readonly note: string;
}

export interface Draft {
  readonly conversation: Conversation;
  state: ConversationState;
  status: Status;
  phase: "START" | "END";
  outcome: string;
  botId: string | null;
  botVersionId: string | null;
  agentId: string | null;
  externalAgentId: string | null;
  endBotId: string | null;
  endBotVersionId: string | null;
  pendingEffect: PendingEffect | null;
  readonly messages: NewMessage[];
  /** The channel's settings decided something: they must not be remembered ones. */
  hasAskedChannel: boolean;
  turn: TurnTrace | undefined;
  timers: { effectId: string; delayMs: number }[];
  handOff: HandOffRequest | undefined;
  /** How the open hand-off ended, when it did. */
  handOffEnd: "TAKEN" | "DONE" | "UNAVAILABLE" | undefined;
  events: { topic: string; payload: JsonObject }[];
  /** Sent to the intent inbox: what nobody understood. */
  doubt: { text: string; intent: string | undefined; score: number | undefined } | undefined;
}

export function draftOf(conversation: Conversation): Draft {
  return {
    conversation,
    state: conversation.state,
    status: conversation.status,
    phase: conversation.phase,
    outcome: conversation.outcome,
    botId: conversation.botId,
    botVersionId: conversation.botVersionId,
    agentId: conversation.agentId,
    externalAgentId: conversation.externalAgentId,
    endBotId: conversation.endBotId,
    endBotVersionId: conversation.endBotVersionId,
    pendingEffect: conversation.pendingEffect,
    messages: [],
    hasAskedChannel: false,
    turn: undefined,
    timers: [],
    handOff: undefined,
    handOffEnd: undefined,
    events: [],
    doubt: undefined,
  };
}

export function openTurn(draft: Draft, kind: TurnTrace["kind"]): TurnTrace {
  draft.turn ??= {
    isNew: kind !== "effect",
    kind,
    visitorSequence: null,
    intent: null,
    intentScore: null,
    entities: [],
    isLowConfidence: false,
    isFallback: false,
    trace: [],
    effects: [],
    sources: [],
    error: null,
    ms: 0,
  };
  return draft.turn;
}

export function say(draft: Draft, text: string): void {
  draft.messages.push({ author: "bot", content: { type: "text", text } });
}

export function notice(draft: Draft, code: string, text: string): void {
  draft.messages.push({ author: "system", content: { type: "notice", code, text } });
}
