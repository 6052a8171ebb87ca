import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import { createDirectPosts, serverWith, whenAnswered } from "./direct-posts.ts";
import { errorAnswer } from "./error-answer.ts";
import { addSafeHeaders, safeHeaders } from "./safe-headers.ts";
import { type Patience, usualPatience } from "./patience.ts";

export const maxBodyBytes = 2 * 1024 * 1024;

export interface HttpOptions {
  readonly log: Log;
  readonly allowedOrigins: readonly string[];
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  /** Reached over HTTPS, usually through a proxy. */
  readonly isSecure?: boolean;
  /** With senders who are slow. */
  readonly patience?: Patience;
}

/** A listener with what all of ours share: request ids, safe headers, CORS for known origins, plain errors. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = options.log;
  const isSecure = options.isSecure ?? false;
  const direct = createDirectPosts({ ...options, isSecure });
  const app = fastify({
    // One for each address it listens on.
    serverFactory: (handler) => serverWith(direct.listener(handler), options.patience ?? usualPatience),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: [...(options.trustedProxies ?? ["loopback"])],
    forceCloseConnections: true,
    // A logger for every request costs more than most of what it would say: what is written names the request itself.
    childLoggerFactory: (parent) => parent,
    routerOptions: { maxParamLength: 500 },
    // An address that is none is answered before any hook runs.
    frameworkErrors: (_error, _request, reply) => {
      reply.raw
        .writeHead(400, { ...safeHeaders(isSecure), "content-type": "application/json" })
        .end(JSON.stringify({ errors: [{ message: "There is nothing at this address." }] }));
    },
  });
  app.decorate("directPosts", direct.posts);
  await app.register(cookie);
  await app.register(cors, {
    origin: [...options.allowedOrigins],
    credentials: true,
    methods: ["GET", "POST", "DELETE", "PATCH", "PUT"],
    maxAge: 600,
  });
  app.addHook("onSend", (request, reply, _, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  addSafeHeaders(app, isSecure);
  if (options.log.isLevelEnabled("info")) {
    whenAnswered(app, ({ id, method, path, status, ms }) =>
      options.log.info({ reqId: id, method, path, status, ms: Math.round(ms) }, "request"),
    );
  }
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, body } = errorAnswer(options.log, request.id, error);
    return reply.status(status).send(body);
  });
  return app;
}
