// One run from its event to its outcome. Actions that already happened in an earlier attempt, or in the browser,
// are not repeated.
import { explain, fill } from "@parley/condition";
import { ACTION_KINDS, isObject } from "#domains/packages";
import type { Services } from "../../context.ts";
import { Retryable } from "./actions/action.ts";
import { serverActions } from "./actions/index.ts";
import { factsOf, timeFacts, variablesOf } from "./facts.ts";
import type { Program, ProgramStep } from "./program.ts";
import type { ActionResult, Outcome, RunRow } from "./run-store.ts";
import { storable } from "./storable.ts";

const timeLimitMs = 60_000;
const mostAttempts = 3;
const noFacts = {};

export async function executeRun(
  services: Services,
  program: Program,
  run: RunRow,
  timeZone: string,
  stopping: AbortSignal,
): Promise<Outcome> {
  const startedAt = new Date();
  const endsAt = startedAt.getTime() + timeLimitMs;
  const variable = program.readsVariables ? await variablesOf(services.db, program.configId) : noFacts;
  const facts = factsOf(program, run.event, { time: timeFacts(startedAt, timeZone), variable });
  const condition = explain(program.condition, facts);
  const done = { id: run.id, startedAt, condition };
  if (!condition.outcome) return { ...done, status: "SKIPPED", actions: run.actions, error: null };
  const actions: ActionResult[] = [];
  const results: unknown[] = [];
  for (const [index, action] of program.actions.entries()) {
    const before = run.actions.find((it) => it.actionId === action.id && it.status !== "FAILED");
    const failed = run.actions.find((it) => it.actionId === action.id && it.status === "FAILED");
    const isElsewhere = ACTION_KINDS[action.kind] === "browser";
    const result =
      before ??
      (isElsewhere
        ? (failed ?? skipped(action))
        : await runAction({
            services,
            program,
            run,
            action,
            index,
            facts: { ...facts, results },
            endsAt,
            signal: stopping,
          }));
    const { isRetryable, ...kept } = { isRetryable: false, ...result };
    actions.push(kept);
    results.push(kept.output ?? null);
    if (kept.status !== "FAILED" || isElsewhere) continue;
    const error = `${action.name}: ${kept.error ?? "failed"}`;
    if (isRetryable && run.attempt < mostAttempts) {
      const runAt = new Date(Date.now() + 1_000 * 4 ** run.attempt);
      return { ...done, status: "QUEUED", actions, error, runAt };
    }
    return { ...done, status: "FAILED", actions, error };
  }
  return { ...done, status: "SUCCEEDED", actions, error: null };
}

function skipped(action: ProgramStep<string>): ActionResult {
  return {
    actionId: action.id,
    name: action.name,
    packageName: action.packageName,
    status: "SKIPPED",
    error: "This happens on a page, and no page was there.",
    ms: 0,
  };
}

async function runAction(call: {
  services: Services;
  program: Program;
  run: RunRow;
  action: Program["actions"][number];
  index: number;
  facts: Record<string, unknown>;
  endsAt: number;
  signal: AbortSignal;
}): Promise<ActionResult & { isRetryable?: boolean }> {
  const { services, program, run, action, index, facts, endsAt, signal } = call;
  const start = performance.now();
  const filled = fillOptions(action.options, facts, covered);
  const result = { actionId: action.id, name: action.name, packageName: action.packageName, input: filled };
  const ms = () => Math.round((performance.now() - start) * 100) / 100;
  try {
    const perform = serverActions[action.kind];
    if (!perform) throw new Error("This server cannot do that.");
    signal.throwIfAborted();
    // Each action has a time limit of its own; together they have this one.
    if (Date.now() > endsAt) throw new Error("The run took too long and was ended.");
    const answer = await perform({
      services,
      program,
      input: filled,
      ...(action.readsSecrets && { inputWith: (secrets) => fillOptions(action.options, facts, secrets) }),
      event: run.event,
      idempotencyKey: `${run.id}-${index}`,
      chain: [...chainOf(run.event), program.instanceId],
      signal,
    });
    // Later actions may read it and keep it.
    return { ...result, status: "SUCCEEDED", output: storable(answer), ms: ms() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...result, status: "FAILED", error: message, ms: ms(), isRetryable: error instanceof Retryable };
  }
}

/**
 * Every placeholder in one go, so that one that came with an event is never filled: it could ask for a secret. The
 * log gets secrets as they are written, covered.
 */
export function fillOptions(
  options: Record<string, unknown>,
  facts: Record<string, unknown>,
  secret: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const filled = fill(options, { ...facts, secret });
  return isObject(filled) ? filled : {};
}

export const covered: Readonly<Record<string, unknown>> = new Proxy<Record<string, unknown>>(
  {},
  {
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: "" }),
    get: (_, name) => `{{secret.${String(name)}}}`,
  },
);

export function chainOf(event: Record<string, unknown>): string[] {
  const { chain } = event;
  return Array.isArray(chain) ? chain.filter((id) => typeof id === "string") : [];
}
