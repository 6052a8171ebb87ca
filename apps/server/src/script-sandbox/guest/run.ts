// Runs one script in an engine of its own and gathers what it said, set, logged and returned.
import type { QuickJSContext, QuickJSDeferredPromise, QuickJSHandle } from "quickjs-emscripten";
import { bootstrap, prefix, suffix } from "./bootstrap.ts";
import { createEngine, leastMemoryMb, type Engine } from "./engine.ts";
import { failureFrom, failureFromHost, stuck, tooLate } from "./failure.ts";
import { limits, type Failure, type Outcome, type RunOrder } from "./protocol.ts";

export type CallHttp = (request: string) => Promise<string>;

interface State {
  readonly variables: Map<string, string>;
  readonly said: string[];
  readonly logs: string[];
  output: string;
  error: Failure | undefined;
  isSettled: boolean;
  httpCalls: number;
  readonly pending: Set<Promise<void>>;
}

export async function runGuest(order: RunOrder, callHttp: CallHttp): Promise<Outcome> {
  const endsAt = Date.now() + order.deadlineMs;
  const state: State = {
    variables: new Map(Object.entries(order.variables)),
    said: [],
    logs: [],
    output: "null",
    error: undefined,
    isSettled: false,
    httpCalls: 0,
    pending: new Set(),
  };
  try {
    const engine = await createEngine(order.memoryMb, endsAt);
    begin(engine.context, order, state, callHttp);
    await untilSettled(engine, state, endsAt);
  } catch (error) {
    state.error = failureFromHost(error);
  }
  const { output, said, logs, error } = state;
  const gathered = { output, said, logs, variables: Object.fromEntries(state.variables) };
  return error === undefined ? gathered : { ...gathered, output: "null", error };
}

/** The first error of the grammar, if there is one. The script does not run: its function is made and not called. */
export async function parseProblem(code: string): Promise<Failure | undefined> {
  try {
    const { context } = await createEngine(leastMemoryMb, Date.now() + parseDeadlineMs);
    const parsed = context.evalCode(`${prefix}${code}${suffix}`, "script.js", { compileOnly: true });
    return parsed.error ? failureOf(context, parsed.error) : undefined;
  } catch (error) {
    return failureFromHost(error);
  }
}

const parseDeadlineMs = 1_000;

function begin(context: QuickJSContext, order: RunOrder, state: State, callHttp: CallHttp): void {
  const host = hostObject(context, order, state, callHttp);
  const setUp = context.unwrapResult(context.evalCode(bootstrap, "bootstrap.js"));
  const start = context.unwrapResult(
    context.callFunction(setUp, context.undefined, host, context.newString(order.input)),
  );
  const script = context.evalCode(`${prefix}${order.code}${suffix}`, "script.js");
  if (script.error) return settle(state, failureOf(context, script.error));
  const started = context.callFunction(start, context.undefined, script.value);
  if (started.error) settle(state, failureOf(context, started.error));
}

/** Runs jobs in small lots: a chain of promises without end never reaches the interrupt handler. */
async function untilSettled({ runtime, context }: Engine, state: State, endsAt: number): Promise<void> {
  while (!state.isSettled) {
    if (Date.now() > endsAt) return settle(state, tooLate);
    const ran = runtime.executePendingJobs(200);
    if (ran.error) {
      const failure = failureOf(context, ran.error);
      if (failure.kind !== "thrown") return settle(state, failure);
    }
    if (state.isSettled || runtime.hasPendingJob()) continue;
    if (state.pending.size === 0) return settle(state, stuck);
    await Promise.race([...state.pending, pause(endsAt - Date.now())]);
  }
}

function hostObject(
  context: QuickJSContext,
  order: RunOrder,
  state: State,
  callHttp: CallHttp,
): QuickJSHandle {
  const host = context.newObject();
  const give = (name: string, run: (...texts: string[]) => string) => {
    const call = (...handles: QuickJSHandle[]) =>
      context.newString(run(...handles.map((it) => context.getString(it))));
    context.setProp(host, name, context.newFunction(name, call));
  };
  give("say", (text) => addText(state, text));
  give("log", (text) => {
    if (state.logs.length < limits.logs) state.logs.push(storable(text.slice(0, limits.logChars)));
    return "";
  });
  give("get", (name) => state.variables.get(name) ?? "");
  give("set", (name, json) => setVariable(state, name, json));
  give("now", () => new Date(order.now).toISOString());
  give("done", (json) => {
    const isFit = json.length <= limits.jsonChars && isShallow(json);
    state.output = isFit ? json : "null";
    settle(state, isFit ? undefined : tooLarge);
    return "";
  });
  give("failed", (json) => {
    const [name, message, stack] = textsOf(json);
    settle(state, failureFrom(name, message, stack));
    return "";
  });
  const http = (request: QuickJSHandle) => startHttp(context, state, context.getString(request), callHttp);
  context.setProp(host, "http", context.newFunction("http", http));
  return host;
}

function addText(state: State, text: string): string {
  if (state.said.length >= limits.texts) return `A script may say at most ${limits.texts} texts.`;
  if (text.length > limits.textChars) return `A text may have at most ${limits.textChars} characters.`;
  state.said.push(storable(text));
  return "";
}

function setVariable(state: State, name: string, json: string): string {
  if (!/^[A-Za-z_][\w.-]{0,99}$/.test(name) || name === "__proto__") {
    return "A variable needs a name of letters, digits, dots, dashes and underscores.";
  }
  const { variables } = state;
  if (!variables.has(name) && variables.size >= limits.variables)
    return `There are already ${limits.variables} variables.`;
  let total = json.length;
  for (const [key, value] of variables) if (key !== name) total += value.length;
  if (total > limits.jsonChars || !isShallow(json)) return "The variables together are too large.";
  variables.set(name, json);
  return "";
}

function startHttp(
  context: QuickJSContext,
  state: State,
  request: string,
  callHttp: CallHttp,
): QuickJSHandle {
  const deferred = context.newPromise();
  state.httpCalls += 1;
  const refusal = httpRefusal(state, request);
  if (refusal !== undefined) {
    deferred.resolve(context.newString(JSON.stringify({ error: refusal })));
    return deferred.handle;
  }
  const answered = answerHttp(context, deferred, callHttp(request)).finally(() =>
    state.pending.delete(answered),
  );
  state.pending.add(answered);
  return deferred.handle;
}

function httpRefusal(state: State, request: string): string | undefined {
  if (state.httpCalls > limits.httpCalls) return `A script may make at most ${limits.httpCalls} HTTP calls.`;
  return request.length > limits.jsonChars ? "This request is too large." : undefined;
}

async function answerHttp(
  context: QuickJSContext,
  deferred: QuickJSDeferredPromise,
  answer: Promise<string>,
) {
  deferred.resolve(context.newString(await answer));
}

function settle(state: State, error: Failure | undefined): void {
  if (state.isSettled) return;
  state.isSettled = true;
  state.error = error;
}

const tooLarge: Failure = {
  kind: "too-large",
  message: "What the script returns is too large or nested too deeply.",
};

function failureOf(context: QuickJSContext, handle: QuickJSHandle): Failure {
  const part = (name: string) => {
    const value = context.getProp(handle, name);
    return context.typeof(value) === "string" ? context.getString(value) : "";
  };
  const [name, message, stack] = [part("name"), part("message"), part("stack")];
  const failure = failureFrom(name, message, stack);
  return name === "SyntaxError" && failure.kind === "thrown"
    ? { ...failure, kind: "syntax", message }
    : failure;
}

function textsOf(json: string): [string, string, string] {
  try {
    const parsed: unknown = JSON.parse(json);
    const [name, message, stack] = Array.isArray(parsed) ? parsed.map(String) : [];
    return [storable(name ?? ""), storable(message ?? ""), stack ?? ""];
  } catch {
    // A script can bend how its own values are written; then it has no error to show.
    return ["", "", ""];
  }
}

/** A short copy that PostgreSQL takes: no lone surrogates, no NUL, and no hold on the long text it was cut from. */
function storable(text: string): string {
  return Buffer.from(text.slice(0, limits.textChars), "utf8").toString("utf8").replaceAll("\0", "");
}

function isShallow(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const char = json[index];
    if (char === "\\") index += 1;
    else if (char === '"') isText = !isText;
    else if (!isText && (char === "[" || char === "{")) depth += 1;
    else if (!isText && (char === "]" || char === "}")) depth -= 1;
    if (depth > limits.jsonDepth) return false;
  }
  return true;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms) + 1).unref());
}
