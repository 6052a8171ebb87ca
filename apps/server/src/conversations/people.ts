// People in a conversation: asking for one, one who comes, speaks and leaves.
import { botOfDraft } from "./runnable-bots.ts";
import { Conflict } from "#platform/errors.ts";
import type { Chat } from "./chat.ts";
import type { Content } from "./content.ts";
import { type Draft, notice, openTurn } from "./draft.ts";
import { finishPhase, settle, startBot } from "./phases.ts";
import { runBot } from "./run-bot.ts";

export interface Person {
  readonly name: string;
  /** At the built-in desk. */
  readonly userId?: string | undefined;
}

export function personTakes(draft: Draft, person: Person): void {
  if (draft.status === "ENDED") throw new Conflict("This conversation has ended.");
  if (draft.status === "AGENT") {
    if (draft.agentId === (person.userId ?? null)) return;
    if (person.userId && draft.agentId) throw new Conflict("A colleague has taken this conversation.");
  }
  draft.status = "AGENT";
  draft.agentId = person.userId ?? null;
  if (person.userId) draft.externalAgentId = null;
  draft.handOffEnd = "TAKEN";
  notice(draft, "joined", `${person.name} has joined.`);
}

/** To a colleague at the same desk, by whoever has the conversation. */
export function personHandsOver(draft: Draft, from: Person, to: Person): void {
  if (draft.status !== "AGENT" || draft.agentId !== (from.userId ?? null))
    throw new Conflict("Take the conversation over before you hand it on.");
  if (to.userId === from.userId) return;
  draft.agentId = to.userId ?? null;
  notice(draft, "joined", `${to.name} has joined.`);
}

export function personSays(
  draft: Draft,
  person: Person,
  content: Content,
  clientMessageId: string | undefined,
): void {
  if (draft.status !== "AGENT" || draft.agentId !== (person.userId ?? null)) personTakes(draft, person);
  draft.messages.push({
    author: "agent",
    authorName: person.name,
    userId: person.userId,
    content,
    clientMessageId,
  });
}

/** Hands the conversation on: back to the bot, or to its end. */
export async function personIsDone(
  chat: Chat,
  draft: Draft,
  { isBackToBot, outcome }: { isBackToBot: boolean; outcome?: string },
): Promise<void> {
  if (draft.status === "ENDED") return;
  draft.status = "BOT";
  draft.handOffEnd = "DONE";
  if (outcome) draft.outcome = outcome;
  notice(draft, "left", isBackToBot ? "The assistant is back." : "Our colleague has left the conversation.");
  const spoken = draft.messages.length;
  const bot = await botOfDraft(chat.services.db, draft);
  const { awaiting } = draft.state;
  if (bot && awaiting?.kind === "effect" && awaiting.effectType === "handOff") {
    runBot(draft, bot, { type: "effectResult", effectId: awaiting.effectId, ok: true }, "agent-done");
    await settle(chat, draft, bot);
  } else if (bot && isBackToBot && draft.state.status === "new") {
    startBot(draft, bot, "agent-done");
    await settle(chat, draft, bot);
  }
  const hasMore = draft.messages.length > spoken || draft.pendingEffect !== null || draft.timers.length > 0;
  if (isBackToBot || hasMore) return;
  openTurn(draft, "agent-done");
  draft.outcome ||= "handed-off";
  await finishPhase(chat, draft);
}

/** Nobody came: the flow goes on where it says so; people-first channels start their bot. */
export async function nobodyCame(chat: Chat, draft: Draft): Promise<void> {
  if (draft.status !== "WAITING") return;
  draft.status = "BOT";
  draft.externalAgentId = null;
  draft.handOffEnd = "UNAVAILABLE";
  const spoken = draft.messages.length;
  const bot = await botOfDraft(chat.services.db, draft);
  const { awaiting } = draft.state;
  if (bot && awaiting?.kind === "effect" && awaiting.effectType === "handOff") {
    const error = "Nobody took the conversation.";
    runBot(draft, bot, { type: "effectResult", effectId: awaiting.effectId, ok: false, error }, "agent-done");
    await settle(chat, draft, bot);
  } else if (bot && draft.state.status === "new") {
    startBot(draft, bot);
    await settle(chat, draft, bot);
  }
  if (draft.messages.length === spoken) notice(draft, "nobody-available", "Nobody is available right now.");
}
