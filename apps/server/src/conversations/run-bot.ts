// One step of the bot inside a draft: what the flow says becomes messages, what it asks for becomes work.
import { type Effect, type FlowEvent, step, type StepResult, wantsNlu } from "@parley/flow";
import { type RunnableBot, understand } from "#domains/bots";
import { botContent } from "./content.ts";
import { type Draft, openTurn, say, type TurnTrace } from "./draft.ts";

const clock = () => performance.now();

/** `meaning` belongs to the text of the event, for models that want it. */
export function runBot(
  draft: Draft,
  bot: RunnableBot,
  event: FlowEvent,
  kind: TurnTrace["kind"],
  meaning?: Int8Array,
): void {
  const begun = clock();
  const turn = openTurn(draft, kind);
  const heard = event.type === "text" ? withUnderstanding(draft, bot, event, turn, meaning) : event;
  const result = step(bot.flow, draft.state, heard, { clock, nluThreshold: 0.01, slots: bot.slots });
  draft.state = result.state;
  const isGuest = draft.phase !== draft.conversation.phase;
  turn.trace.push(
    ...(isGuest ? result.trace.map((entry) => ({ ...entry, versionId: bot.versionId })) : result.trace),
  );
  for (const output of result.outputs) {
    if (output.type === "text" && Array.isArray(output.sources)) turn.sources.push(...output.sources);
    draft.messages.push({ author: "bot", content: botContent(output) });
  }
  noteFallback(draft, bot, event, result, turn, meaning);
  draft.pendingEffect = stillPending(draft);
  for (const effect of result.effects) takeEffect(draft, effect);
  if (result.error && result.error.code !== "no_start") {
    turn.error = result.error.message;
    say(draft, bot.config.errorMessage);
  }
  if (result.isUnhandled) answerUnhandled(draft, bot, event);
  turn.ms += clock() - begun;
}

/** What was asked for earlier and is still waited for. */
function stillPending({ pendingEffect, state }: Draft): Draft["pendingEffect"] {
  if (!pendingEffect || pendingEffect.isHost) return pendingEffect;
  const isAwaited = state.awaiting?.kind === "effect" && state.awaiting.effectId === pendingEffect.id;
  return isAwaited ? pendingEffect : null;
}

function withUnderstanding(
  draft: Draft,
  bot: RunnableBot,
  event: Extract<FlowEvent, { type: "text" }>,
  turn: TurnTrace,
  meaning: Int8Array | undefined,
): FlowEvent {
  if (!wantsNlu(bot.flow, draft.state)) return event;
  const found = understand(bot, event.text, new Date(), meaning);
  if (!found) return event;
  turn.intent = found.isOutOfScope ? null : found.nlu.intent;
  turn.intentScore = found.guess?.score ?? null;
  turn.entities = found.nlu.entities;
  const isAsked = draft.state.awaiting?.kind === "answer" || draft.state.awaiting?.kind === "slot";
  turn.isLowConfidence = found.isOutOfScope && !isAsked;
  return { ...event, nlu: found.nlu };
}

function noteFallback(
  draft: Draft,
  bot: RunnableBot,
  event: FlowEvent,
  result: StepResult,
  turn: TurnTrace,
  meaning: Int8Array | undefined,
): void {
  const visited = new Set(result.trace.map((entry) => entry.nodeId));
  const isFallback =
    result.isUnhandled || bot.flow.nodes.some((node) => node.intent === "*" && visited.has(node.id));
  if (!isFallback) return;
  turn.isFallback = true;
  if (event.type !== "text" || !bot.model) return;
  const found = understand(bot, event.text, new Date(), meaning);
  draft.doubt = { text: event.text, intent: found?.guess?.intent, score: found?.guess?.score };
}

function takeEffect(draft: Draft, effect: Effect): void {
  switch (effect.type) {
    case "timer":
      draft.timers.push({ effectId: effect.id, delayMs: effect.delayMs });
      return;
    case "command":
      draft.messages.push({
        author: "bot",
        content: { type: "command", command: effect.command, arguments: effect.arguments },
      });
      return;
    case "analyticsEvent": {
      const { name, nodeName, skillTag } = effect;
      draft.events.push({ topic: "conversation-event", payload: { name, nodeName, skillTag } });
      return;
    }
    case "handOff": {
      const { id, skillTag, team, note } = effect;
      draft.handOff = { effectId: id, skillTag, team, note };
      return;
    }
    default:
      draft.pendingEffect = effect;
  }
}

/** The flow has nothing to say: a solution's model may have, otherwise the bot says that it is lost. */
function answerUnhandled(draft: Draft, bot: RunnableBot, event: FlowEvent): void {
  if (event.type === "text" && bot.agent !== undefined) {
    const id = `host-${draft.conversation.version}`;
    const { text: prompt } = event;
    draft.pendingEffect = {
      type: "llmTask",
      id,
      nodeId: "",
      taskId: "",
      prompt,
      hasHistory: true,
      isHost: true,
    };
    return;
  }
  if (draft.messages.at(-1)?.author !== "bot") say(draft, bot.config.fallbackMessage);
}
