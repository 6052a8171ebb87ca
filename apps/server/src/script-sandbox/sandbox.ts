// Runs bot scripts where they can harm nobody: QuickJS in WebAssembly, in a process of its own.
import { limits, type Failure, type FromGuest, type Outcome, type ToGuest } from "./guest/protocol.ts";
import { createProcessPool, type ProcessPool } from "./process-pool.ts";
import { forbiddenGlobals, type ScriptProblem } from "./script-problems.ts";

export interface ScriptRun {
  readonly code: string;
  /** What the script sees as `input`. */
  readonly input?: unknown;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly api?: { readonly http?: ScriptHttp };
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
  /** Whose turn it is when scripts wait: usually the organisation's id. */
  readonly owner?: string;
  readonly now?: Date;
}

/** Gets what the script passed to `http()` and answers what it sees. A thrown error's message reaches the script. */
export type ScriptHttp = (request: unknown, signal: AbortSignal) => Promise<unknown>;

export type ScriptError = Failure;

export interface ScriptResult {
  /** What the script returned; null when it failed. */
  readonly output: unknown;
  /** Also after an error: what was set until then. Unchanged when the process had to be killed. */
  readonly variables: Record<string, unknown>;
  readonly said: readonly string[];
  readonly logs: readonly string[];
  /** Of the run itself, without waiting for a free process. */
  readonly durationMs: number;
  readonly error?: ScriptError;
}

export interface ScriptSandbox {
  /** Never throws for what a script does: that is `error` in the result. */
  runScript(run: ScriptRun): Promise<ScriptResult>;
  checkScript(code: string): Promise<ScriptProblem[]>;
  /** Of the processes that are alive. */
  readonly pids: readonly number[];
  close(): void;
}

export interface SandboxOptions {
  readonly processes?: number;
  readonly mostWaiting?: number;
  readonly mostWaitMs?: number;
}

const defaultDeadlineMs = 2_000;
const defaultMemoryMb = 32;
const checkDeadlineMs = 2_000;

export function createScriptSandbox(options: SandboxOptions = {}): ScriptSandbox {
  const { processes = 2, mostWaiting = 500, mostWaitMs = 10_000 } = options;
  const pool = createProcessPool({ processes, mostWaiting, mostWaitMs });
  return {
    runScript: (run) => runScript(pool, run),
    checkScript: (code) => checkScript(pool, code),
    get pids() {
      return pool.pids;
    },
    close: () => pool.close(),
  };
}

async function runScript(pool: ProcessPool, run: ScriptRun): Promise<ScriptResult> {
  let started = performance.now();
  const given = jsonOf(run.variables ?? {});
  const input = JSON.stringify(run.input ?? null);
  const stopped = new AbortController();
  const outcome = await new Promise<Outcome>((resolve) => {
    const fail = (error: Failure) => resolve({ output: "null", variables: given, said: [], logs: [], error });
    if (run.code.length > limits.codeChars) return fail(tooLong("script", limits.codeChars));
    if (input.length > limits.inputChars) return fail(tooLong("input", limits.inputChars));
    const deadlineMs = run.deadlineMs ?? defaultDeadlineMs;
    const memoryMb = run.memoryMb ?? defaultMemoryMb;
    const now = (run.now ?? new Date()).getTime();
    pool.submit({
      owner: run.owner ?? "",
      order: { type: "run", code: run.code, input, variables: given, deadlineMs, memoryMb, now },
      deadlineMs,
      signal: run.signal,
      onStart: () => (started = performance.now()),
      onMessage: (message, reply) => {
        if (message.type === "http") void answerHttp(run.api?.http, message, reply, stopped.signal);
        if (message.type === "done") resolve(message.outcome);
        return message.type === "done";
      },
      onFailure: fail,
    });
  });
  stopped.abort();
  const { said, logs, error } = outcome;
  const durationMs = Math.round(performance.now() - started);
  const result = {
    output: parsed(outcome.output),
    variables: valuesOf(outcome.variables),
    said,
    logs,
    durationMs,
  };
  return error === undefined ? result : { ...result, error };
}

async function checkScript(pool: ProcessPool, code: string): Promise<ScriptProblem[]> {
  if (code.length > limits.codeChars) {
    return [
      { line: 1, column: 1, code: "script-too-long", message: tooLong("script", limits.codeChars).message },
    ];
  }
  const failure = await new Promise<Failure | undefined>((resolve) => {
    pool.submit({
      owner: "check",
      order: { type: "check", code },
      deadlineMs: checkDeadlineMs,
      onMessage: (message) => {
        if (message.type === "checked") resolve(message.problem);
        return message.type === "checked";
      },
      onFailure: resolve,
    });
  });
  if (failure === undefined) return forbiddenGlobals(code);
  const { line = 1, column = 1, kind, message } = failure;
  return [{ line, column, message, code: kind === "syntax" ? "script-syntax" : `script-${kind}` }];
}

async function answerHttp(
  http: ScriptHttp | undefined,
  { call, request }: FromGuest & { type: "http" },
  reply: (message: ToGuest) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await httpAnswer(http, request, signal);
  const isFit = answer.length <= limits.jsonChars;
  reply({
    type: "http-answer",
    call,
    answer: isFit ? answer : JSON.stringify({ error: "The answer is too large." }),
  });
}

async function httpAnswer(
  http: ScriptHttp | undefined,
  request: string,
  signal: AbortSignal,
): Promise<string> {
  if (http === undefined) return JSON.stringify({ error: "This script may not make HTTP calls." });
  try {
    return JSON.stringify({ value: (await http(parsed(request), signal)) ?? null });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : "The call failed." });
  }
}

function tooLong(what: string, most: number): Failure {
  return { kind: "too-large", message: `The ${what} is longer than ${most} characters.` };
}

function jsonOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value) ?? "null"]),
  );
}

function valuesOf(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parsed(text)]));
}

/** Text in values is made fit for PostgreSQL, which takes neither NUL nor half a character. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json, (_key, value: unknown) =>
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
    );
  } catch {
    return null;
  }
}
