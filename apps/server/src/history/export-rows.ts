import type { HistoryItem } from "@parley/bot-data";
import type { Db } from "#platform/database.ts";
import { createMasker } from "./mask.ts";
import { messagesOf, turnsOf } from "./transcript.ts";

type Row = Record<string, string | number>;

export async function conversationRow(db: Db, item: HistoryItem, isRevealed: boolean): Promise<Row> {
  const messages = await messagesOf(db, item.id, createMasker(isRevealed));
  return {
    ...placeOf(item),
    lastActivityAt: item.lastActivityAt,
    status: item.status,
    outcome: item.outcome,
    turns: item.turnCount,
    messages: item.messageCount,
    fallbacks: item.fallbackCount,
    lowConfidence: item.lowConfidenceCount,
    handedOff: item.wasHandedOff ? "yes" : "no",
    failed: item.hasError ? "yes" : "no",
    intents: item.intents.join("; "),
    labels: item.labels.join("; "),
    tokens: item.tokens,
    cost: item.cost,
    transcript: messages
      .filter((message) => message.text !== "")
      .map((message) => `${message.author}: ${message.text}`)
      .join("\n"),
  };
}

export async function turnRows(db: Db, item: HistoryItem, isRevealed: boolean): Promise<Row[]> {
  const masker = createMasker(isRevealed);
  const [messages, turns] = [await messagesOf(db, item.id, masker), await turnsOf(db, item.id, masker)];
  const said = (turn: number, author: string) =>
    messages
      .filter((message) => message.turn === turn && message.author === author && message.text !== "")
      .map((message) => message.text)
      .join("\n");
  return turns.map((turn) => ({
    ...placeOf(item),
    turn: turn.turn,
    at: turn.createdAt,
    kind: turn.kind,
    visitor: said(turn.turn, "visitor"),
    answer: said(turn.turn, "bot"),
    intent: turn.intent ?? "",
    score: turn.intentScore ?? "",
    lowConfidence: turn.isLowConfidence ? "yes" : "no",
    fallback: turn.isFallback ? "yes" : "no",
    nodes: turn.nodes.map((node) => node.title).join(" > "),
    model: turn.model ?? "",
    inputTokens: turn.inputTokens,
    outputTokens: turn.outputTokens,
    cost: turn.cost,
    ms: turn.ms,
    sources: turn.sources.map((source) => source.title).join("; "),
    error: turn.error ?? "",
  }));
}

function placeOf(item: HistoryItem): Row {
  return {
    conversation: item.id,
    startedAt: item.startedAt,
    customer: item.customerName,
    environment: item.environment,
    channel: item.channelName ?? "",
    bot: item.botName ?? "",
    version: item.versionNumber ?? "",
    language: item.language,
  };
}
