// Plays the visitor's side of a conversation to another version and sets its answers beside the recorded ones.
// Nothing happens outside: scripts, calls and models answer what they answered then (decision 077).
import type { ReplayData } from "@parley/bot-data";
import {
  type ConversationState,
  type Effect,
  type FlowEvent,
  initialState,
  type JsonObject,
  nodeById,
  nodeTitle,
  step,
  wantsNlu,
} from "@parley/flow";
import { findVersion, loadRunnableBot, type RunnableBot, understand } from "#domains/bots";
import { botContent, plainText, visitorEvent } from "#domains/conversations";
import { meaningFor } from "#domains/nlu";
import { NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { maskText } from "./mask.ts";
import { type RecordedAnswers, readRecording, type RecordedTurn, type Recording } from "./recording.ts";
import type { HistoryRow } from "./search.ts";

const mostEffectsPerTurn = 30;

export async function replay(
  ctx: Context,
  projectId: string,
  entry: HistoryRow,
  versionId: string,
): Promise<ReplayData> {
  const version = isId(versionId) ? await findVersion(ctx.db, projectId, versionId) : undefined;
  if (!version) throw new NotFound("version");
  const bot = await loadRunnableBot(ctx.db, version.id);
  const recording = await readRecording(ctx.db, entry.id);
  const { closingVersionId } = recording;
  const closing = closingVersionId === null ? undefined : await loadRunnableBot(ctx.db, closingVersionId);
  const turns = playAll(bot, recording, await meaningsOf(ctx, bot, recording), closing);
  return {
    versionId: version.id,
    versionNumber: version.number,
    recordedVersionNumber: entry.versionNumber,
    turns,
    changedCount: turns.filter((turn) => !turn.isSame).length,
  };
}

/** What each text of the visitor means, for a model that wants to know. */
async function meaningsOf(
  ctx: Context,
  bot: RunnableBot,
  recording: Recording,
): Promise<Map<string, Int8Array>> {
  const meanings = new Map<string, Int8Array>();
  for (const { content } of recording.turns) {
    const event = content && visitorEvent(content);
    if (event?.type !== "text" || meanings.has(event.text)) continue;
    const meaning = await meaningFor(ctx, bot.model, event.text);
    if (meaning) meanings.set(event.text, meaning);
  }
  return meanings;
}

function playAll(
  bot: RunnableBot,
  recording: Recording,
  meanings: ReadonlyMap<string, Int8Array>,
  closing: RunnableBot | undefined,
): ReplayData["turns"] {
  let state = initialState(recording.variables);
  return recording.turns.map((turn) => {
    const hadEnded = state.status === "ended";
    const played = play(bot, state, turn, recording.answers, meanings);
    state = played.state;
    if (closing && state.status === "ended" && !hadEnded) {
      played.texts.push(...openingOf(closing, state, recording.answers));
    }
    const recorded = turn.botTexts.map(maskText);
    const replayed = played.texts.map(maskText);
    return {
      turn: turn.turn,
      visitor: turn.content ? maskText(plainText(turn.content)) : "",
      recorded,
      replayed,
      isSame: recorded.join("\n") === replayed.join("\n"),
      recordedIntent: turn.intent,
      replayedIntent: played.intent,
      recordedNodes: turn.nodes,
      replayedNodes: played.nodes,
      remarks: played.remarks,
    };
  });
}

interface Played {
  state: ConversationState;
  texts: string[];
  nodes: string[];
  intent: string | null;
  remarks: string[];
}

function play(
  bot: RunnableBot,
  before: ConversationState,
  turn: RecordedTurn,
  answers: RecordedAnswers,
  meanings: ReadonlyMap<string, Int8Array>,
): Played {
  const played = nothingPlayed(before);
  let event = eventOf(turn, played);
  if (event?.type === "text" && wantsNlu(bot.flow, before)) {
    const found = understand(bot, event.text, turn.at, meanings.get(event.text));
    if (found) {
      played.intent = found.isOutOfScope ? null : found.nlu.intent;
      event = { ...event, nlu: found.nlu };
    }
  }
  runSteps(bot, played, event, answers);
  return played;
}

const nothingPlayed = (state: ConversationState): Played => ({
  state,
  texts: [],
  nodes: [],
  intent: null,
  remarks: [],
});

/** What the closing bot said first, for the visitor heard it in the same breath. */
function openingOf(closing: RunnableBot, ended: ConversationState, answers: RecordedAnswers): string[] {
  const played = nothingPlayed(initialState(ended.variables));
  runSteps(closing, played, { type: "start", platform: "web" }, answers);
  return played.texts;
}

function runSteps(
  bot: RunnableBot,
  played: Played,
  first: FlowEvent | undefined,
  answers: RecordedAnswers,
): void {
  let event = first;
  for (let asked = 0; event && asked < mostEffectsPerTurn; asked += 1) {
    event = runStep(bot, played, event, answers);
  }
}

/** One step; answers the event that follows from what the flow asked for, if there is one. */
function runStep(
  bot: RunnableBot,
  played: Played,
  event: FlowEvent,
  answers: RecordedAnswers,
): FlowEvent | undefined {
  const result = step(bot.flow, played.state, event, { nluThreshold: 0.01, slots: bot.slots });
  played.state = result.state;
  for (const { nodeId } of result.trace) {
    const node = nodeById(bot.flow, nodeId);
    const title = node ? nodeTitle(node) : "";
    if (title !== "" && played.nodes.at(-1) !== title) played.nodes.push(title);
  }
  played.texts.push(...result.outputs.map((output) => plainText(botContent(output))).filter(isSaid));
  if (result.error && result.error.code !== "no_start") played.texts.push(bot.config.errorMessage);
  if (result.isUnhandled) sayUnhandled(bot, played, event, answers);
  const effect = result.effects.find(isAnswered);
  return effect && resultOf(effect, played, answers);
}

const isSaid = (text: string) => text !== "";

function isAnswered(effect: Effect): boolean {
  return ["runScript", "httpRequest", "llmTask", "knowledgeAnswer"].includes(effect.type);
}

function resultOf(effect: Effect, played: Played, answers: RecordedAnswers): FlowEvent {
  const answer = answers.take(effect);
  if (!answer) {
    played.remarks.push(`${effectWords[effect.type] ?? effect.type} was not part of the recording.`);
    return { type: "effectResult", effectId: effect.id, ok: false, error: "Not part of the recording." };
  }
  played.texts.push(...answer.said);
  played.state = { ...played.state, variables: { ...played.state.variables, ...answer.variables } };
  const { ok, value, error } = answer;
  return { type: "effectResult", effectId: effect.id, ok, value, ...(error && { error }) };
}

const effectWords: Readonly<Record<string, string>> = {
  runScript: "A script",
  httpRequest: "A call to another system",
  llmTask: "A question to the model",
  knowledgeAnswer: "A question to the documents",
};

function sayUnhandled(bot: RunnableBot, played: Played, event: FlowEvent, answers: RecordedAnswers): void {
  if (event.type === "text" && bot.agent !== undefined) {
    const answer = answers.take({ type: "llmTask", taskId: "" });
    const text = answer ? textIn(answer.value) : "";
    if (text === "") played.remarks.push("A question to the model was not part of the recording.");
    played.texts.push(text || bot.config.fallbackMessage);
    return;
  }
  if (played.texts.length === 0) played.texts.push(bot.config.fallbackMessage);
}

function textIn(value: unknown): string {
  const text = value !== null && typeof value === "object" ? (value as JsonObject)["text"] : undefined;
  return typeof text === "string" ? text : "";
}

function eventOf(turn: RecordedTurn, played: Played): FlowEvent | undefined {
  const { awaiting, status } = played.state;
  if (status === "ended") {
    played.remarks.push("This version had already ended the conversation.");
    return undefined;
  }
  switch (turn.kind) {
    case "start":
      return { type: "start", platform: "web" };
    case "timer":
      if (awaiting?.kind === "timer") return { type: "timer", effectId: awaiting.effectId };
      played.remarks.push("This version was not waiting for a timer.");
      return undefined;
    case "agent-done":
      if (awaiting?.kind === "effect" && awaiting.effectType === "handOff") {
        return { type: "effectResult", effectId: awaiting.effectId, ok: true };
      }
      played.remarks.push("This version had not asked for a person.");
      return undefined;
    default:
      return turn.content && visitorEvent(turn.content);
  }
}
