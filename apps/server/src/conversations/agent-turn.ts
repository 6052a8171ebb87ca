// Where the chat asks a solution's language model. One place, so that the rest of the runtime knows no models.
import type { Json } from "@parley/flow";
import type { RunnableBot } from "#domains/bots";
import { runAgentTurn } from "#domains/solutions";
import type { Services } from "../context.ts";

export interface AgentQuestion {
  readonly bot: RunnableBot;
  readonly taskId: string;
  readonly knowledgeOnly: boolean;
  readonly history: readonly { role: "visitor" | "bot"; text: string }[];
  readonly text: string;
  readonly variables: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly onDelta?: ((text: string) => void) | undefined;
}

export interface AgentAnswer {
  readonly text: string;
  readonly citations: readonly { fileId: string; title: string; passage: string; chunkId: string }[];
  readonly usage: {
    readonly provider: string;
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number;
  };
  readonly isIncomplete: boolean;
}

/** Bots that were not compiled from a solution have no model to ask. */
export async function askAgent(services: Services, question: AgentQuestion): Promise<AgentAnswer> {
  const { bot, taskId, knowledgeOnly, history, text, variables, signal, onDelta } = question;
  if (bot.agent === undefined) throw new NoModel();
  return runAgentTurn(services, {
    projectId: bot.projectId,
    agent: bot.agent,
    ...(taskId !== "" && { taskId }),
    knowledgeOnly,
    history: [...history],
    text,
    variables,
    signal,
    ...(onDelta && { onDelta }),
  });
}

export class NoModel extends Error {
  override message = "This bot has no language model: it was not made from a solution.";
}

export function sourcesOf(answer: AgentAnswer): Json {
  return answer.citations.map(({ fileId, title, passage, chunkId }) => ({ fileId, title, passage, chunkId }));
}
