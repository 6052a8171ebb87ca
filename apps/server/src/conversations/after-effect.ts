// Carries out the effect a conversation waits for and gives the flow its result.
import type { Json } from "@parley/flow";
import { advance } from "./advance.ts";
import type { Chat } from "./chat.ts";
import type { Conversation, PendingEffect } from "./conversation.ts";
import { type Draft, openTurn, say } from "./draft.ts";
import { type EffectOutcome, perform } from "./effects.ts";
import { settle } from "./phases.ts";
import { runBot } from "./run-bot.ts";
import { botOfDraft, runnableBot } from "./runnable-bots.ts";
import { draftOf } from "./draft.ts";

/** Someone else has already given the flow its result. */
class Superseded extends Error {}

export async function afterEffect(
  chat: Chat,
  conversation: Conversation,
  effect: PendingEffect,
): Promise<void> {
  chat.working.add(conversation.id);
  try {
    const bot = await botOfDraft(chat.services.db, draftOf(conversation));
    if (!bot) return;
    const outcome = await perform(chat.services, conversation, bot, effect, (text) =>
      chat.onDelta?.(conversation.id, effect.id, text),
    );
    await advance(chat, conversation.id, (draft) => applyOutcome(chat, draft, effect, outcome));
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  } finally {
    chat.working.delete(conversation.id);
  }
}

async function applyOutcome(
  chat: Chat,
  draft: Draft,
  effect: PendingEffect,
  outcome: EffectOutcome,
): Promise<void> {
  if (draft.pendingEffect?.id !== effect.id) throw new Superseded();
  const versionId = draft.phase === "END" ? draft.endBotVersionId : draft.botVersionId;
  if (versionId === null) throw new Superseded();
  const bot = await runnableBot(chat.services.db, versionId, draft.conversation.isTest);
  const turn = openTurn(draft, "effect");
  turn.effects.push(outcome.record);
  draft.state = { ...draft.state, variables: { ...draft.state.variables, ...outcome.variables } };
  for (const text of outcome.said) say(draft, text);
  if (effect.isHost) {
    draft.pendingEffect = null;
    sayHostAnswer(draft, outcome, bot.config.fallbackMessage);
  } else {
    const { ok, value, error } = outcome;
    runBot(
      draft,
      bot,
      { type: "effectResult", effectId: effect.id, ok, value, ...(error && { error }) },
      "effect",
    );
    await settle(chat, draft, bot);
  }
  const isSilent = draft.messages.length === 0 && draft.pendingEffect === null && draft.timers.length === 0;
  if (!outcome.ok && isSilent) {
    turn.error = outcome.error ?? "The bot could not answer.";
    say(draft, bot.config.errorMessage);
  }
  // A person has taken over meanwhile: the bot keeps its words to itself.
  if (draft.conversation.status === "AGENT") draft.messages.length = 0;
}

function sayHostAnswer(draft: Draft, outcome: EffectOutcome, fallback: string): void {
  const value: Json = outcome.value;
  const answer = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  const { text, sources } = answer as { text?: Json; sources?: Json };
  if (!outcome.ok || typeof text !== "string" || text === "") return say(draft, fallback);
  if (Array.isArray(sources)) draft.turn?.sources.push(...sources);
  draft.messages.push({
    author: "bot",
    content: { type: "text", text, effectId: outcome.record.effectId, ...(sources && { sources }) },
  });
}
