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
import { endSlowBodies, type Patience } from "./slow-bodies.ts";

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
  /** More headers for every answer, as names and values in turn. */
  addHeaders(more: (request: IncomingMessage) => readonly string[]): void;
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
  const adders: ((request: IncomingMessage) => readonly string[])[] = [];
  const listeners: ((answered: Answered) => void)[] = [];
  const usual = [
    "content-type",
    "application/json; charset=utf-8",
    ...Object.entries(safeHeaders(isSecure)).flat(),
    "access-control-allow-credentials",
    "true",
    "vary",
    "Origin",
  ];

  function send({ id, request, response }: DirectCall, { status, body, headers }: DirectAnswer): void {
    const bytes = Buffer.byteLength(body);
    let all = usual.concat("x-request-id", id, "content-length", String(bytes));
    if (headers) all = all.concat(headers);
    const { origin } = request.headers;
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      all.push("access-control-allow-origin", origin);
    }
    for (const more of adders) all = all.concat(more(request));
    // Nothing but ASCII need not be looked at again to be written.
    response.writeHead(status, all).end(body, bytes === body.length ? "latin1" : "utf8");
  }

  async function answer(path: string, handle: DirectHandler, call: DirectCall): Promise<void> {
    const begun = performance.now();
    const answered = await handle(call).catch((error: Error) => {
      const { status, body } = errorAnswer(log, call.id, error);
      return { status, body: JSON.stringify(body) };
    });
    send(call, answered);
    const told = {
      id: call.id,
      method: "POST",
      path,
      route: path,
      status: answered.status,
      ms: performance.now() - begun,
    };
    for (const tell of listeners) tell(told);
  }

  const posts: DirectPosts = {
    add: (path, handle) => void handlers.set(path, handle),
    addHeaders: (more) => void adders.push(more),
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
      const id = newId();
      answer(route, handle, { id, request, response, rest: path.slice(start) }).catch((error: unknown) => {
        log.error({ reqId: id, error }, "a call could not be answered");
        response.destroy();
      });
    };
  return { posts, listener };
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
  const shouldUpgradeCallback = ({ headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === "websocket";
  const server = createServer({
    shouldUpgradeCallback,
    // Idle connections of browsers and proxies may stay.
    keepAliveTimeout: 72_000,
    headersTimeout: patience.headersMs,
    connectionsCheckingInterval: patience.checkEveryMs,
    // Bodies have a rule of their own.
    requestTimeout: 0,
  });
  const begun = endSlowBodies(server, patience);
  return server.on("request", (request, response) => {
    begun(request, response);
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
