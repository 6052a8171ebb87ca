// One turn of an agent. It never throws because of a model: it answers with the fallback within its deadline and
// says so. Every turn leaves a record of what it used (decision 057).
import { type CredentialRow, findCredential, maySpend, recordUsage } from "#domains/llm";
import { type Hit, searchFiles } from "#domains/knowledge";
import type { Services } from "../../context.ts";
import { type Agent, agentSchema, defaultFallback } from "../agent-format.ts";
import { enterRoom } from "./bulkhead.ts";
import { askModel } from "./model-turn.ts";
import { answerFromPassages } from "./passages-answer.ts";
import { type AgentTurnInput, type AgentTurnResult, citationsIn, type Turn } from "./turn.ts";

const passagesPerTurn = 6;

interface Answer {
  readonly text: string;
  readonly isIncomplete: boolean;
  readonly failure: string | null;
}

export async function runAgentTurn(services: Services, input: AgentTurnInput): Promise<AgentTurnResult> {
  const began = performance.now();
  const agent = agentSchema.safeParse(input.agent).data ?? agentSchema.parse({});
  const deadline = AbortSignal.timeout(agent.deadlineMs);
  const signal = AbortSignal.any([input.signal, deadline]);
  const spent = { steps: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 };
  const progress = {
    passages: [] as Hit[],
    toolCalls: [],
    credential: undefined as CredentialRow | undefined,
  };
  let answer: Answer;
  try {
    answer = await inRoom(input.projectId, signal, () =>
      answerTurn(services, input, agent, signal, spent, progress),
    );
  } catch (error) {
    services.log.warn({ error, projectId: input.projectId }, "a turn of an agent failed");
    answer = { text: "", isIncomplete: true, failure: "Something went wrong on our side." };
  }
  const isNoAnswer = input.knowledgeOnly === true && /^\W*no answer\W*$/i.test(answer.text);
  const text = isNoAnswer
    ? ""
    : answer.text || (answer.isIncomplete ? agent.fallbackMessage || defaultFallback : "");
  const { credential, passages, toolCalls } = progress;
  const ms = Math.round(performance.now() - began);
  const usage = {
    provider: credential?.providerName ?? "",
    model: credential?.model ?? "",
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
  };
  const cost = await recordUsage(services.db, {
    ...usage,
    projectId: input.projectId,
    solutionId: agent.solutionId,
    solutionVersionId: agent.solutionVersionId,
    credentialId: credential?.id ?? null,
    source: input.source ?? "CHAT",
    ms,
    passages: passages.map(({ id, fileId, title, score }) => ({ chunkId: id, fileId, title, score })),
    toolCalls,
    isIncomplete: answer.isIncomplete,
    failure: answer.failure,
  }).catch((error: unknown) => {
    services.log.error({ error, projectId: input.projectId }, "what a turn used could not be recorded");
    return 0;
  });
  return {
    text,
    citations: citationsIn(text, passages),
    usage: { ...usage, cost },
    ms,
    toolCalls,
    isIncomplete: answer.isIncomplete,
    failure: answer.failure,
  };
}

async function inRoom(projectId: string, signal: AbortSignal, run: () => Promise<Answer>): Promise<Answer> {
  const leave = await enterRoom(projectId, signal);
  if (!leave) return failed("Too many conversations of this project wait for a model.");
  try {
    return await run();
  } finally {
    leave();
  }
}

async function answerTurn(
  services: Services,
  input: AgentTurnInput,
  agent: Agent,
  signal: AbortSignal,
  spent: Turn["spent"],
  progress: { passages: Hit[]; toolCalls: Turn["toolCalls"]; credential: CredentialRow | undefined },
): Promise<Answer> {
  // Side by side: a visitor waits for the slowest, not for the sum.
  const found = credentialOf(services, input, agent);
  const [credential, passages, isWithinBudget] = await Promise.all([
    found,
    findPassages(services, input, agent, found, signal),
    maySpend(services.db, input.projectId),
  ]);
  if (!credential) return failed("No model is chosen, or its credential was deleted.");
  progress.credential = credential;
  progress.passages.push(...passages);
  if (input.knowledgeOnly && progress.passages.length === 0)
    return { text: "", isIncomplete: false, failure: "Nothing in the files fits the question." };
  const turn: Turn = {
    services,
    agent,
    credential,
    input,
    signal,
    endsAt: performance.now() + agent.deadlineMs,
    passages: progress.passages,
    toolCalls: progress.toolCalls,
    spent,
  };
  if (credential.kind === "parley-passages") {
    const { text, failure } = answerFromPassages(turn);
    if (text !== "") input.onDelta?.(text);
    return { text, isIncomplete: false, failure };
  }
  if (!isWithinBudget) return failed("The project's budget for this month is used up.");
  return askModel(turn);
}

/** A credential of another project is as good as none. */
async function credentialOf(
  services: Services,
  { projectId }: AgentTurnInput,
  { credentialId }: Agent,
): Promise<CredentialRow | undefined> {
  const found = credentialId ? await findCredential(services.db, credentialId) : undefined;
  return found?.projectId === projectId ? found : undefined;
}

async function findPassages(
  services: Services,
  input: AgentTurnInput,
  agent: Agent,
  credential: Promise<CredentialRow | undefined>,
  signal: AbortSignal,
): Promise<Hit[]> {
  if (agent.fileIds.length === 0) return [];
  try {
    return await searchFiles(services, {
      projectId: input.projectId,
      fileIds: agent.fileIds,
      question: input.text,
      limit: passagesPerTurn,
      credential,
      signal,
    });
  } catch (error) {
    // Without passages a model can still answer, or say that it cannot.
    services.log.warn({ error, projectId: input.projectId }, "the files could not be searched");
    return [];
  }
}

function failed(failure: string): Answer {
  return { text: "", isIncomplete: true, failure };
}
