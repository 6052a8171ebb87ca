// The only way out of the server for an address that a tenant, a script or an identity provider named.
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#platform/log.ts";
import { createAllowList, type AllowList } from "./allow-list.ts";
import { createBreaker, type Breaker, type BreakerOptions } from "./breaker.ts";
import { checkedAddresses, parseDestination, resolveWithSystem, type Resolve } from "./destination.ts";
import type { Answer } from "./answer.ts";
import { beforeEnd, createDeadline, type Deadline } from "./deadline.ts";
import { createAgents, exchange, type Agents } from "./exchange.ts";
import { noAnswer, OutgoingError } from "./failure.ts";
import { fetchFunction, type FetchDefaults } from "./fetch-function.ts";
import { followRedirect, requestHeaders, type HeadersGiven, type Hop } from "./redirect.ts";
import { backoffMs, createRetryBudget, type RetryBudget, type RetryBudgetOptions } from "./retry-budget.ts";

export interface OutgoingOptions {
  readonly privateHosts: readonly string[];
  readonly log: Pick<Log, "info">;
  readonly resolve?: Resolve;
  readonly breaker?: BreakerOptions;
  readonly retryBudget?: RetryBudgetOptions;
}

export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: HeadersGiven;
  readonly body?: string | Uint8Array;
  /** For the whole call: every attempt, every redirect and the last byte of the answer. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly redirect?: "follow" | "manual" | "error";
  /** Turns on the breaker and the retry budget for what shares this key, such as `llm:<credential id>`. */
  readonly key?: string;
  /** More than one only for a request that does no harm when it arrives twice. */
  readonly attempts?: number;
}

export interface Outgoing {
  /** For an answer that is read as one text, at a fraction of what fetch() costs. */
  ask(url: string | URL, request?: OutgoingRequest): Promise<Answer>;
  fetch(url: string | URL, request?: OutgoingRequest): Promise<Response>;
  /** The same guard behind the standard signature, for libraries that take a `fetch`. Bodies stream. */
  asFetch(defaults?: FetchDefaults): typeof globalThis.fetch;
  close(): void;
}

interface Way {
  readonly allowList: AllowList;
  readonly resolve: Resolve;
  readonly agents: Agents;
  readonly breaker: Breaker;
  readonly budget: RetryBudget;
  readonly log: Pick<Log, "info">;
}

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 5 * 1024 * 1024;
const mostRedirects = 5;

export function createOutgoing(options: OutgoingOptions): Outgoing {
  const way: Way = {
    allowList: createAllowList(options.privateHosts),
    resolve: options.resolve ?? resolveWithSystem,
    agents: createAgents(),
    breaker: createBreaker(options.breaker),
    budget: createRetryBudget(options.retryBudget),
    log: options.log,
  };
  const outgoing: Outgoing = {
    ask: (url, request = {}) => call(way, url, request),
    fetch: async (url, request = {}) => (await call(way, url, request)).response(),
    asFetch: (defaults) => fetchFunction(outgoing, defaults),
    close: () => {
      way.agents.http.destroy();
      way.agents.https.destroy();
    },
  };
  return outgoing;
}

async function call(way: Way, input: string | URL, request: OutgoingRequest): Promise<Answer> {
  const url = parseDestination(input);
  const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
  const deadline = createDeadline(timeoutMs, request.signal);
  const release = deadline.hold(() => undefined);
  const endsAt = performance.now() + timeoutMs;
  try {
    return await withRetries(way, url, request, deadline, endsAt);
  } catch (error) {
    // The caller's own abort stays recognisable; everything else has become a sentence.
    request.signal?.throwIfAborted();
    const failure = error instanceof OutgoingError ? error : noAnswer(url.hostname, error);
    way.log.info(
      { host: url.host, failure: failure.failure, cause: failure.cause },
      "an outgoing call failed",
    );
    throw failure;
  } finally {
    release();
  }
}

async function withRetries(way: Way, url: URL, request: OutgoingRequest, deadline: Deadline, endsAt: number) {
  const { key, attempts = 1 } = request;
  if (key !== undefined) way.budget.called(key);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await guarded(way, key, url, () => follow(way, url, request, deadline));
    const hasFailed = outcome instanceof OutgoingError;
    const mayRetry = attempt < attempts && isWorthRetrying(outcome) && !deadline.end;
    const waitMs = mayRetry ? backoffMs(attempt, hasFailed ? undefined : outcome.header("retry-after")) : 0;
    // A wait that outlives the deadline helps nobody: give the caller what there is.
    if (
      !mayRetry ||
      performance.now() + waitMs >= endsAt ||
      (key !== undefined && !way.budget.mayRetry(key))
    ) {
      if (hasFailed) throw outcome;
      return outcome;
    }
    if (!hasFailed) outcome.leave();
    await beforeEnd(deadline, sleep(waitMs));
  }
}

async function guarded(way: Way, key: string | undefined, url: URL, run: () => Promise<Answer>) {
  if (key !== undefined && !way.breaker.mayCall(key)) {
    return new OutgoingError(
      "paused",
      `${url.hostname} failed several times and is left alone for a moment. Try again soon.`,
    );
  }
  try {
    const answer = await run();
    if (key !== undefined && answer.status >= 500) way.breaker.failed(key);
    else if (key !== undefined) way.breaker.succeeded(key);
    return answer;
  } catch (error) {
    const failure = error instanceof OutgoingError ? error : noAnswer(url.hostname, error);
    if (key !== undefined && failure.failure === "no-answer") way.breaker.failed(key);
    else if (key !== undefined) way.breaker.forgotten(key);
    return failure;
  }
}

function isWorthRetrying(outcome: Answer | OutgoingError): boolean {
  if (outcome instanceof OutgoingError) return outcome.failure === "no-answer";
  return outcome.status === 429 || outcome.status >= 500;
}

async function follow(way: Way, start: URL, request: OutgoingRequest, deadline: Deadline): Promise<Answer> {
  let hop: Hop = {
    url: start,
    method: (request.method ?? "GET").toUpperCase(),
    headers: requestHeaders(request.headers),
    body: request.body,
  };
  for (let redirects = 0; ; redirects += 1) {
    // A name server may take longer than the deadline, and a lookup cannot be cancelled.
    const addresses = await beforeEnd(deadline, checkedAddresses(hop.url, way.allowList, way.resolve));
    const maxBytes = request.maxBytes ?? defaultMaxBytes;
    const onBroken = () => request.key !== undefined && way.breaker.failed(request.key);
    const answer = await exchange({ ...hop, addresses, deadline, maxBytes, agents: way.agents, onBroken });
    const next = followRedirect(hop, answer, request.redirect ?? "follow");
    if (next === undefined) return answer;
    answer.leave();
    if (redirects === mostRedirects) {
      throw new OutgoingError("not-allowed", `${start.hostname} redirects more than ${mostRedirects} times.`);
    }
    hop = next;
  }
}
