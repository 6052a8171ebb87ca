// Paths whose POSTs are answered without the web framework (decision 181): its router, hooks, decorated requests and
// serialisers cost more than the whole answer of a call that is made thousands of times a second. What every answer of
// a listener carries is put on here too: the id of the request, safe headers, CORS.
import type { FastifyInstance } from "fastify";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import { errorAnswer } from "./error-answer.ts";
import { safeHeaders } from "./safe-headers.ts";
import { type Patience, watchConnections } from "./patience.ts";

export interface DirectCall {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The part of the path that `*` stands for. */
  readonly rest: string;
}

export interface DirectAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers?: readonly string[];
}

/** When it fails, the caller is told what the framework would tell. */
export type DirectHandler = (call: DirectCall) => Promise<DirectAnswer>;

export type AddHeaders = (request: IncomingMessage, headers: string[]) => void;

export interface Answered {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export interface DirectPosts {
  /** A path, or with `*` as its last part, all that are one part longer. */
  add(path: string, handle: DirectHandler): void;
  /** More headers for every answer: `add` appends their names and values in turn. */
  addHeaders(add: AddHeaders): void;
  whenAnswered(tell: (answered: Answered) => void): void;
}

declare module "fastify" {
  interface FastifyInstance {
    directPosts: DirectPosts;
  }
}

export interface DirectOptions {
  readonly log: Log;
  readonly allowedOrigins: readonly string[];
  readonly isSecure: boolean;
}

export function createDirectPosts({ log, allowedOrigins, isSecure }: DirectOptions) {
  const handlers = new Map<string, DirectHandler>();
  const adders: AddHeaders[] = [];
  const listeners: ((answered: Answered) => void)[] = [];
  const usual = writtenOut({
    "content-type": "application/json; charset=utf-8",
    ...safeHeaders(isSecure),
    "access-control-allow-credentials": "true",
    vary: "Origin",
  });

  function send({ id, request, response }: DirectCall, { status, body, headers }: DirectAnswer): void {
    const bytes = Buffer.byteLength(body);
    const own = ["x-request-id", id, "content-length", String(bytes)];
    if (headers) own.push(...headers);
    const { origin } = request.headers;
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      own.push("access-control-allow-origin", origin);
    }
    for (const add of adders) add(request, own);
    addWritten(response.writeHead(status, own), usual);
    // Nothing but ASCII need not be looked at again to be written.
    response.end(body, bytes === body.length ? "latin1" : "utf8");
  }

  async function answer(route: string, handle: DirectHandler, call: DirectCall): Promise<void> {
    const begun = performance.now();
    try {
      let answered: DirectAnswer;
      try {
        answered = await handle(call);
      } catch (error) {
        const { status, body } = errorAnswer(log, call.id, error as Error);
        answered = { status, body: JSON.stringify(body) };
      }
      send(call, answered);
      const ms = performance.now() - begun;
      const told = { id: call.id, method: "POST", path: route, route, status: answered.status, ms };
      for (const tell of listeners) tell(told);
    } catch (error) {
      log.error({ reqId: call.id, error }, "a call could not be answered");
      call.response.destroy();
    }
  }

  const posts: DirectPosts = {
    add: (path, handle) => void handlers.set(path, handle),
    addHeaders: (add) => void adders.push(add),
    whenAnswered: (tell) => void listeners.push(tell),
  };
  const listener =
    (others: RequestListener): RequestListener =>
    (request, response) => {
      const path = request.method === "POST" ? pathOf(request.url ?? "") : "";
      const start = path.lastIndexOf("/") + 1;
      const route = handlers.has(path) ? path : `${path.slice(0, start)}*`;
      const handle = handlers.get(route);
      if (!handle) return others(request, response);
      void answer(route, handle, { id: newId(), request, response, rest: path.slice(start) });
    };
  return { posts, listener };
}

function writtenOut(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/**
 * Node checks and writes out every header of every answer, which takes longer than the rest of sending it; these are
 * always the same. It keeps what it wrote, up to the empty line, where its types do not show it.
 */
function addWritten(response: ServerResponse, headers: string): void {
  const inside = response as unknown as { _header: string };
  inside._header = `${inside._header.slice(0, -2)}${headers}\r\n`;
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/**
 * Made as the framework makes its own. Who offers to go on in another protocol, as proxies do with HTTP/2, is answered
 * in this one.
 */
export function serverWith(listener: RequestListener, patience: Patience): Server {
  const shouldUpgradeCallback = (request: IncomingMessage) => {
    const isUpgrade = request.headers.upgrade?.toLowerCase() === "websocket";
    if (isUpgrade) watched.left(request);
    return isUpgrade;
  };
  const server = createServer({
    shouldUpgradeCallback,
    headersTimeout: patience.headersMs,
    connectionsCheckingInterval: patience.checkEveryMs,
    // Bodies and idle connections have rules of their own.
    requestTimeout: 0,
    keepAliveTimeout: 0,
  });
  const watched = watchConnections(server, patience);
  return server.on("request", (request, response) => {
    watched.begun(request, response);
    listener(request, response);
  });
}

/** Tells of answers of both kinds. */
export function whenAnswered(app: FastifyInstance, tell: (answered: Answered) => void): void {
  app.directPosts.whenAnswered(tell);
  app.addHook("onResponse", (request, reply, done) => {
    tell({
      id: request.id,
      method: request.method,
      path: request.url.split("?")[0] ?? "",
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    done();
  });
}
