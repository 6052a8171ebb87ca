// What one turn of an agent carries around: its limits, what it found and what it did.
import type { CredentialRow } from "#domains/llm";
import type { Hit } from "#domains/knowledge";
import type { Services } from "../../context.ts";
import type { Agent } from "../agent-format.ts";

export interface AgentMessage {
  readonly role: "visitor" | "bot";
  readonly text: string;
}

export interface AgentTurnInput {
  readonly projectId: string;
  /** agent.json, as it was parsed. */
  readonly agent: unknown;
  readonly taskId?: string | undefined;
  readonly knowledgeOnly?: boolean | undefined;
  readonly history: readonly AgentMessage[];
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
  readonly onDelta?: ((text: string) => void) | undefined;
  readonly source?: "CHAT" | "TRY" | "EVALUATION" | undefined;
}

export interface Citation {
  /** As it stands in brackets in the text. */
  readonly number: number;
  readonly fileId: string;
  readonly title: string;
  readonly passage: string;
  readonly chunkId: string;
}

export interface ToolCallRecord {
  readonly name: string;
  readonly arguments: unknown;
  readonly ok: boolean;
  readonly ms: number;
  readonly error?: string;
}

export interface AgentTurnResult {
  readonly text: string;
  readonly citations: Citation[];
  readonly usage: {
    readonly provider: string;
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
  };
  readonly ms: number;
  readonly toolCalls: ToolCallRecord[];
  readonly isIncomplete: boolean;
  /** For the person who builds the agent; null when all went well. */
  readonly failure: string | null;
}

/** Shared by the supervisor and its sub-agents. */
export interface Turn {
  readonly services: Services;
  readonly agent: Agent;
  readonly credential: CredentialRow;
  readonly input: AgentTurnInput;
  readonly signal: AbortSignal;
  readonly endsAt: number;
  /** In the order of their numbers, beginning with 1. */
  readonly passages: Hit[];
  readonly toolCalls: ToolCallRecord[];
  readonly spent: Spent;
}

/** Steps and tool calls count when they begin: what runs side by side must not pass the limit together. */
export interface Spent {
  steps: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
}

export function tokensLeft(turn: Turn): number {
  return turn.agent.maxTokens - turn.spent.inputTokens - turn.spent.outputTokens;
}

export function stepsLeft(turn: Turn): number {
  return turn.agent.maxSteps - turn.spent.steps;
}

/** Takes one of the turn's model calls; `kept` are left for others. */
export function claimStep(turn: Turn, kept: number): void {
  if (stepsLeft(turn) <= kept) throw new Error("No steps are left in this turn.");
  turn.spent.steps += 1;
}

/** Adds passages that are not there yet and answers all the numbers asked for. */
export function numberPassages(turn: Turn, hits: readonly Hit[]): { number: number; hit: Hit }[] {
  return hits.map((hit) => {
    const known = turn.passages.findIndex((passage) => passage.id === hit.id);
    if (known >= 0) return { number: known + 1, hit };
    turn.passages.push(hit);
    return { number: turn.passages.length, hit };
  });
}

/** Passages the text names in brackets, in the order of their first mention. */
export function citationsIn(text: string, passages: readonly Hit[]): Citation[] {
  const numbers = new Set([...text.matchAll(/\[(\d{1,2})\]/g)].map(([, number]) => Number(number)));
  return [...numbers].flatMap((number) => {
    const hit = passages[number - 1];
    return hit
      ? [{ number, fileId: hit.fileId, title: hit.title, passage: hit.content, chunkId: hit.id }]
      : [];
  });
}
