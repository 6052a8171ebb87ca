// Carries out what a flow asked for: scripts, calls and model answers, each with a deadline and as many
// attempts as the channel allows. Never throws: a failure is an answer the flow can deal with.
import { type Effect, isVariableName, type Json, type JsonObject } from "@parley/flow";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunnableBot } from "#domains/bots";
import { createScriptHttp } from "#domains/script-sandbox";
import type { Services } from "../context.ts";
import { askAgent, NoModel, sourcesOf } from "./agent-turn.ts";
import type { Conversation, PendingEffect } from "./conversation.ts";
import type { EffectRecord } from "./draft.ts";
import { recentWords } from "./messages.ts";

export interface EffectOutcome {
  readonly ok: boolean;
  readonly value: Json;
  readonly error?: string;
  /** What a script said and set. */
  readonly said: readonly string[];
  readonly variables: JsonObject;
  readonly record: EffectRecord;
}

type Done = Pick<EffectOutcome, "value"> &
  Partial<Pick<EffectOutcome, "said" | "variables">> & { record?: Partial<EffectRecord>; error?: string };

/** A failure that trying again will not mend. */
class FinalFailure extends Error {}

export async function perform(
  services: Services,
  conversation: Conversation,
  bot: RunnableBot,
  effect: PendingEffect,
  onDelta?: (text: string) => void,
): Promise<EffectOutcome> {
  const begun = performance.now();
  const deadline = AbortSignal.timeout(conversation.retryTimeoutMs);
  let attempts = 0;
  let failure = "";
  let done: Done | undefined;
  while (!done && attempts < conversation.retryAttempts && !deadline.aborted) {
    attempts += 1;
    try {
      done = await performOnce(services, conversation, bot, effect, deadline, onDelta);
    } catch (error) {
      failure = deadline.aborted
        ? "It took too long."
        : error instanceof Error
          ? error.message
          : String(error);
      if (error instanceof FinalFailure || error instanceof NoModel || !isRepeatable(effect)) break;
      await sleep(100 * 2 ** attempts, undefined, { signal: deadline }).catch(() => undefined);
    }
  }
  const error = done ? done.error : failure;
  const isOk = done !== undefined && error === undefined;
  return {
    ok: isOk,
    value: done?.value ?? null,
    ...(error !== undefined && { error }),
    said: done?.said ?? [],
    variables: done?.variables ?? {},
    record: {
      effectId: effect.id,
      nodeId: effect.nodeId,
      type: effect.type,
      name: nameOf(effect),
      ok: isOk,
      ms: Math.round(performance.now() - begun),
      attempts,
      ...(error !== undefined && { error }),
      ...done?.record,
      ...(done && replayable(done)),
    },
  };
}

const longestRecorded = 16_000;

/** What the flow was answered, so that the conversation can be played again without asking anybody (decision 077). */
function replayable({ value, variables, said }: Done): Partial<EffectRecord> {
  const answer = { value, ...(variables && { variables }), ...(said?.length && { said }) };
  return JSON.stringify(answer).length <= longestRecorded ? answer : {};
}

/** A request that changes something must not arrive twice because its answer was lost. */
function isRepeatable(effect: Effect): boolean {
  return effect.type !== "httpRequest" || effect.method === "GET";
}

function nameOf(effect: Effect): string {
  if (effect.type === "runScript") return effect.scriptId;
  if (effect.type === "httpRequest") return `${effect.method} ${URL.parse(effect.url)?.host ?? ""}`;
  return effect.type === "llmTask" ? effect.taskId : "";
}

function performOnce(
  services: Services,
  conversation: Conversation,
  bot: RunnableBot,
  effect: PendingEffect,
  signal: AbortSignal,
  onDelta: ((text: string) => void) | undefined,
): Promise<Done> {
  switch (effect.type) {
    case "runScript":
      return runScript(services, conversation, bot, effect, signal);
    case "httpRequest":
      return callHttp(services, bot, effect, signal);
    case "llmTask":
    case "knowledgeAnswer":
      return askModel(services, conversation, bot, effect, signal, onDelta);
    default:
      return Promise.reject(new FinalFailure(`Nobody carries out ${effect.type}.`));
  }
}

async function runScript(
  services: Services,
  conversation: Conversation,
  bot: RunnableBot,
  effect: Extract<Effect, { type: "runScript" }>,
  signal: AbortSignal,
): Promise<Done> {
  const code = bot.scripts.get(effect.scriptId);
  if (code === undefined) throw new FinalFailure(`The version has no script ${effect.scriptId}.`);
  const http = createScriptHttp(services.outgoing, { allowedHosts: bot.config.allowedHosts });
  const result = await services.scripts.runScript({
    code,
    input: effect.arguments,
    variables: effect.variables,
    api: { http },
    owner: conversation.accountId,
    signal,
  });
  return {
    value: result.output as Json,
    said: result.said,
    variables: changed(effect.variables, result.variables),
    record: { logs: result.logs.slice(0, 20) },
    // What a script did wrong once, it does wrong again.
    ...(result.error && { error: result.error.message }),
  };
}

function changed(before: JsonObject, after: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    Object.entries(after)
      .filter(
        ([name, value]) => isVariableName(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
      )
      .map(([name, value]) => [name, value as Json]),
  );
}

async function callHttp(
  services: Services,
  bot: RunnableBot,
  effect: Extract<Effect, { type: "httpRequest" }>,
  signal: AbortSignal,
): Promise<Done> {
  const http = createScriptHttp(services.outgoing, {
    allowedHosts: bot.config.allowedHosts,
    timeoutMs: Math.min(effect.timeoutMs, 30_000),
  });
  const { method, url, headers, body } = effect;
  const answer = (await http({ method, url, headers, ...(body !== "" && { body }) }, signal)) as {
    status: number;
    body: Json;
  };
  return { value: { status: answer.status, body: answer.body } };
}

async function askModel(
  services: Services,
  conversation: Conversation,
  bot: RunnableBot,
  effect: Extract<Effect, { type: "llmTask" | "knowledgeAnswer" }>,
  signal: AbortSignal,
  onDelta: ((text: string) => void) | undefined,
): Promise<Done> {
  const isTask = effect.type === "llmTask";
  const history = !isTask || effect.hasHistory ? await recentWords(services.db, conversation.id, 20) : [];
  const last = history.findLast((entry) => entry.role === "visitor")?.text ?? "";
  const answer = await askAgent(services, {
    bot,
    taskId: isTask ? effect.taskId : "",
    knowledgeOnly: !isTask,
    history,
    text: (isTask ? effect.prompt : effect.question) || last,
    variables: conversation.state.variables,
    signal,
    onDelta,
  });
  const { provider, model, inputTokens, outputTokens, cost } = answer.usage;
  return {
    value: { text: answer.text, sources: sourcesOf(answer) },
    record: { provider, model, inputTokens, outputTokens, cost },
    ...(answer.isIncomplete && answer.text === "" && { error: "The model gave no usable answer." }),
  };
}
