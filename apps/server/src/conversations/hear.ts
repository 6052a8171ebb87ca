// What happens when the visitor says something, when a wait is over, and when a conversation begins.
import { botConfig } from "@parley/bot-data";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunnableBot } from "#domains/bots";
import { meaningFor } from "#domains/nlu";
import { Conflict, PublicError } from "#platform/errors.ts";
import type { Chat } from "./chat.ts";
import { type Content, visitorEvent } from "./content.ts";
import { type Draft, notice, openTurn, say, type TurnTrace } from "./draft.ts";
import { personIsDone } from "./people.ts";
import { end, finishPhase, settle, startBot } from "./phases.ts";
import { runBot } from "./run-bot.ts";
import { botOfDraft } from "./runnable-bots.ts";

export async function hear(
  chat: Chat,
  draft: Draft,
  content: Content,
  clientMessageId: string | undefined,
): Promise<void> {
  if (draft.status === "ENDED") throw new Conflict("This conversation has ended. Start a new one.");
  draft.messages.push({ author: "visitor", content, clientMessageId });
  if (draft.status !== "BOT") {
    if (isCallForBot(content)) await personIsDone(chat, draft, { isBackToBot: true });
    return;
  }
  const event = visitorEvent(content);
  if (!event) return;
  await withBot(chat, draft, "visitor", async (bot) => {
    const meaning =
      event.type === "text" ? await meaningFor(chat.services, bot.model, event.text) : undefined;
    openTurn(draft, "visitor").visitorSequence = draft.conversation.lastSequence + 1;
    runBot(draft, bot, event, "visitor", meaning);
  });
}

/** The bot is silent while a person answers, and comes back when the visitor asks for it. */
function isCallForBot(content: Content): boolean {
  if (content.type === "command") return content.command === "bot";
  return content.type === "text" && content.text.trim().toLowerCase() === "/bot";
}

export async function begin(chat: Chat, draft: Draft): Promise<void> {
  if (draft.conversation.turnCount > 0) return;
  const { routing, botVersionId, integrationId } = draft.conversation;
  if (routing === "AGENT_FIRST" || (botVersionId === null && routing !== "BOT_ONLY")) {
    openTurn(draft, "start");
    draft.status = "WAITING";
    draft.externalAgentId = integrationId;
    draft.handOff = { effectId: null, skillTag: "", team: "", note: "" };
    notice(draft, "waiting", "One moment, we are looking for a colleague.");
    return;
  }
  await withBot(chat, draft, "start", (bot) => startBot(draft, bot));
}

export async function timerIsOver(chat: Chat, draft: Draft, effectId: string): Promise<void> {
  const { awaiting } = draft.state;
  const isAwaited = awaiting?.kind === "timer" && awaiting.effectId === effectId;
  if (!isAwaited || draft.status !== "BOT") return;
  await withBot(chat, draft, "timer", (bot) => runBot(draft, bot, { type: "timer", effectId }, "timer"));
}

/** The visitor is done: the closing bot has the last word, once. */
export async function visitorEnds(chat: Chat, draft: Draft): Promise<void> {
  if (draft.status === "ENDED") return;
  if (draft.status !== "BOT") draft.handOffEnd = "DONE";
  if (draft.phase === "END") {
    end(draft, draft.outcome);
    notice(draft, "ended", "The conversation has ended.");
    return;
  }
  await finishPhase(chat, draft);
}

/** As often as the channel says; then the visitor is told that something is wrong, and is not left alone. */
async function withBot(
  chat: Chat,
  draft: Draft,
  kind: TurnTrace["kind"],
  run: (bot: RunnableBot) => void | Promise<void>,
): Promise<void> {
  const { retryAttempts, retryTimeoutMs, id } = draft.conversation;
  const until = performance.now() + retryTimeoutMs;
  const before = { ...draft, messages: [...draft.messages] };
  let reason = "No version of the bot is deployed in this environment.";
  for (let attempt = 1; attempt <= retryAttempts && performance.now() < until; attempt += 1) {
    try {
      const bot = await botOfDraft(chat.services.db, draft);
      if (!bot) break;
      await run(bot);
      await settle(chat, draft, bot);
      return;
    } catch (error) {
      if (error instanceof PublicError && error.extensions["code"] === "CONFLICT") throw error;
      chat.services.log.warn({ error, conversationId: id, attempt }, "a bot failed to answer");
      reason = error instanceof Error ? error.message : String(error);
      Object.assign(draft, before, { messages: [...before.messages] });
      await sleep(50 * attempt);
    }
  }
  openTurn(draft, kind).error = reason;
  say(draft, botConfig.parse({}).errorMessage);
}
