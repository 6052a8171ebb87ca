// A turn with a language model: the supervisor streams, may search, call declared tools and hand work to tasks.
// Whatever the endpoint does, this ends by the turn's deadline with what there is until then.
import {
  generateText,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type ToolSet,
} from "ai";
import { failureSentence, languageModelOf } from "#domains/llm";
import { conversation, supervisorPrompt, taskPrompt } from "./prompt.ts";
import { safeStream } from "./safe-text.ts";
import { toolsOf } from "./tools.ts";
import { claimStep, numberPassages, stepsLeft, tokensLeft, type Turn } from "./turn.ts";

export interface ModelAnswer {
  readonly text: string;
  readonly isIncomplete: boolean;
  readonly failure: string | null;
}

const usualOutputTokens = 1_024;
const firstWordMs = 20_000;
const silenceMs = 10_000;
/** Tasks leave the supervisor a step to put what they found into words. */
const supervisorSteps = 1;

export async function askModel(turn: Turn): Promise<ModelAnswer> {
  const model = languageModelOf(
    turn.services,
    turn.credential,
    Math.max(1, Math.ceil(turn.endsAt - performance.now())),
  );
  if (!model) return { text: "", isIncomplete: true, failure: "This provider is no model." };
  const { agent, input } = turn;
  const variables = input.variables ?? {};
  const passages = numberPassages(turn, [...turn.passages]);
  const task = input.taskId ? agent.tasks.find((it) => it.id === input.taskId) : undefined;
  const isTask = input.taskId !== undefined && input.taskId !== "";
  const knowledgeOnly = input.knowledgeOnly === true;
  const instructions = isTask
    ? taskPrompt(agent, task, passages, variables)
    : supervisorPrompt(agent, passages, { knowledgeOnly, variables });
  const runTask = (taskId: string, request: string) => subAgent(turn, model, taskId, request);
  const tools =
    !turn.credential.supportsTools || knowledgeOnly ? {} : toolsOf(turn, isTask ? undefined : runTask);
  return stream(turn, model, instructions, tools);
}

async function stream(
  turn: Turn,
  model: LanguageModel,
  instructions: string,
  tools: ToolSet,
): Promise<ModelAnswer> {
  const messages = conversation(turn.input.history, turn.input.text);
  const safe = safeStream();
  let text = "";
  let failure: string | null = null;
  let reason = "";
  let wasCut = false;
  let step = "";
  const show = (shown: string) => {
    if (shown === "") return;
    text += shown;
    turn.input.onDelta?.(shown);
  };
  try {
    const result = streamText({
      ...callSettings(turn, model, instructions, messages, tools),
      timeout: { firstChunkMs: firstWordMs, chunkMs: silenceMs },
      // Errors arrive as parts of the stream; printing them is the log's business.
      onError: () => undefined,
    });
    for await (const part of untilAborted(result.fullStream, turn.signal)) {
      if (part.type === "text-delta") {
        step += part.text;
        show(safe.push(part.text));
      } else if (part.type === "start-step" && text !== "" && !text.endsWith("\n")) show("\n\n");
      else if (part.type === "finish-step") {
        reason = part.finishReason;
        charge(turn, { usage: part.usage, sent: [instructions, messages], answered: step, reason });
        step = "";
      } else if (part.type === "error") failure = failureSentence(part.error);
      else if (part.type === "abort") wasCut = true;
    }
  } catch (error) {
    failure = failureSentence(error);
  }
  show(safe.end());
  if (step !== "") charge(turn, { usage: {}, sent: [instructions, messages], answered: step, reason: "" });
  if (wasCut && failure === null) failure = "The model did not answer in time.";
  if (failure === null && !hasEnded(reason) && reason !== "other") failure = "The model's answer broke off.";
  if (failure === null && text.trim() === "") failure = "The model answered with nothing.";
  if (failure === null && reason === "length") failure = "The answer reached its token limit.";
  return { text: text.trim(), isIncomplete: failure !== null, failure };
}

/** Tasks are sub-agents: they see the request, their own instructions and the declared tools, and call no tasks. */
async function subAgent(turn: Turn, model: LanguageModel, taskId: string, request: string): Promise<string> {
  const task = turn.agent.tasks.find((it) => it.id === taskId);
  if (!task) throw new Error("There is no such task.");
  const instructions = taskPrompt(
    turn.agent,
    task,
    numberPassages(turn, [...turn.passages]),
    turn.input.variables ?? {},
  );
  const messages: ModelMessage[] = [{ role: "user", content: request }];
  const tools = turn.credential.supportsTools ? toolsOf(turn) : {};
  try {
    const { text } = await generateText({
      ...callSettings(turn, model, instructions, messages, tools, supervisorSteps),
      onStepEnd: ({ usage, text: answered, finishReason: reason }) =>
        charge(turn, { usage, sent: [instructions, messages], answered, reason }),
    });
    return text;
  } catch (error) {
    throw new Error(failureSentence(error), { cause: error });
  }
}

function callSettings(
  turn: Turn,
  model: LanguageModel,
  instructions: string,
  messages: ModelMessage[],
  tools: ToolSet,
  kept = 0,
) {
  const { agent } = turn;
  const hasTools = Object.keys(tools).length > 0;
  return {
    model,
    instructions,
    messages,
    ...(hasTools && { tools }),
    maxOutputTokens: Math.max(1, Math.min(agent.maxOutputTokens ?? usualOutputTokens, tokensLeft(turn))),
    ...(agent.temperature !== null && { temperature: agent.temperature }),
    ...(agent.topP !== null && { topP: agent.topP }),
    ...(agent.topK !== null && { topK: agent.topK }),
    // The outgoing guard retries what is safe to retry, within its budget.
    maxRetries: 0,
    abortSignal: turn.signal,
    stopWhen: [
      isStepCount(Math.max(1, stepsLeft(turn))),
      () => stepsLeft(turn) <= kept || tokensLeft(turn) <= 0,
    ],
    prepareStep: () => {
      claimStep(turn, kept);
      // The last step must be words.
      return hasTools && stepsLeft(turn) <= kept ? { activeTools: [], toolChoice: "none" as const } : {};
    },
  };
}

interface Call {
  readonly usage: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined };
  readonly sent: unknown;
  readonly answered: string;
  readonly reason: string;
}

/**
 * What the provider reported. Where it said nothing, about four characters a token, so that budgets still count;
 * but a call that failed before its answer began costs nothing (decision 170).
 */
function charge({ spent }: Turn, { usage, sent, answered, reason }: Call): void {
  const hasAnswered = answered !== "" || hasEnded(reason);
  spent.inputTokens += usage.inputTokens ?? (hasAnswered ? estimate(JSON.stringify(sent)) : 0);
  spent.outputTokens += usage.outputTokens ?? estimate(answered);
}

const estimate = (text: string) => Math.ceil(text.length / 4);

function hasEnded(reason: string): boolean {
  return reason === "stop" || reason === "length" || reason === "tool-calls";
}

/** Ends with the signal even when the source does not notice it. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    void iterator.return?.()?.catch(() => undefined);
  }
}
