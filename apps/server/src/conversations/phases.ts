// From the starting bot over people to the closing bot (decision 071).
import { type FlowEvent, initialState } from "@parley/flow";
import { deployedVersionId, type RunnableBot } from "#domains/bots";
import type { Chat } from "./chat.ts";
import { type Draft, notice, type TurnTrace } from "./draft.ts";
import { runBot } from "./run-bot.ts";
import { runnableBot } from "./runnable-bots.ts";

/** What follows from what the bot just did: it may have asked for a person, or be done. */
export async function settle(chat: Chat, draft: Draft, bot: RunnableBot): Promise<void> {
  if (draft.handOff) routeHandOff(draft, bot);
  if (draft.state.status === "ended") await finishPhase(chat, draft);
}

function routeHandOff(draft: Draft, bot: RunnableBot): void {
  const { routing, integrationId } = draft.conversation;
  const effectId = draft.handOff?.effectId;
  draft.hasAskedChannel = true;
  if (routing !== "BOT_ONLY") {
    draft.status = "WAITING";
    draft.externalAgentId = integrationId;
    return;
  }
  draft.handOff = undefined;
  const spoken = draft.messages.length;
  if (effectId) {
    const event: FlowEvent = { type: "effectResult", effectId, ok: false, error: "Only bots answer here." };
    runBot(draft, bot, event, "effect");
  }
  // A flow could ask for a person again and again; one refusal per step is enough.
  draft.handOff = undefined;
  if (draft.messages.length === spoken) notice(draft, "nobody-available", "Nobody is available right now.");
}

export async function finishPhase(chat: Chat, draft: Draft): Promise<void> {
  const { conversation } = draft;
  if (draft.phase === "START") {
    draft.outcome = draft.state.outcome || draft.outcome || "resolved";
    if (await startEndBot(chat, draft)) return;
  }
  end(draft, draft.outcome || "resolved");
  if (conversation.status !== "ENDED") notice(draft, "ended", "The conversation has ended.");
}

export function end(draft: Draft, outcome: string): void {
  draft.status = "ENDED";
  draft.outcome = outcome;
  draft.pendingEffect = null;
  draft.timers = [];
}

async function startEndBot(chat: Chat, draft: Draft): Promise<boolean> {
  const { nextEndBotId, environment, isTest } = draft.conversation;
  draft.hasAskedChannel = true;
  const { db } = chat.services;
  const versionId = nextEndBotId ? await deployedVersionId(db, nextEndBotId, environment) : undefined;
  if (!nextEndBotId || !versionId) return false;
  const bot = await runnableBot(db, versionId, isTest);
  Object.assign(draft, {
    phase: "END",
    status: "BOT",
    endBotId: nextEndBotId,
    endBotVersionId: versionId,
    pendingEffect: null,
    state: initialState(draft.state.variables),
  } satisfies Partial<Draft>);
  startBot(draft, bot, draft.turn?.kind ?? "start");
  if (draft.handOff) draft.handOff = undefined;
  if (draft.state.status === "ended") {
    end(draft, draft.outcome);
    notice(draft, "ended", "The conversation has ended.");
  }
  return true;
}

export function startBot(draft: Draft, bot: RunnableBot, kind: TurnTrace["kind"] = "start"): void {
  runBot(draft, bot, { type: "start", platform: "web" }, kind);
}
