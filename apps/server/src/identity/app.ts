// What the public and the admin API share: bodies, headers, errors.
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Provider } from "./context.ts";
import { ProviderError, badRequest } from "./errors.ts";
import { createExchange, redirect, withQuery } from "./exchange.ts";
import { readForm } from "./form-body.ts";
import { serverWith } from "#platform/http/direct-posts.ts";
import { addSafeHeaders } from "#platform/http/safe-headers.ts";
import { newId } from "#platform/ids.ts";

const bodyLimit = 1024 * 1024;

interface AppOptions {
  readonly allowedOrigins: readonly string[];
  /** Browsers that navigated here are sent to an error page; programs get JSON. */
  readonly sendsBrowsersToErrorPage: boolean;
}

export async function createApp(provider: Provider, options: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = provider.log;
  const app = Fastify({
    serverFactory: (handler) => serverWith(handler, provider.settings.patience),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: "loopback",
    forceCloseConnections: true,
    genReqId: () => newId(),
    // As in createHttp: lines name their request themselves.
    childLoggerFactory: (parent) => parent,
    bodyLimit,
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, readForm(String(body)));
    },
  );
  await app.register(cookie);
  await app.register(cors, {
    origin: [...options.allowedOrigins],
    credentials: true,
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Accept", "Content-Type", "X-Session-Token", "Authorization"],
    // Scripts of other origins see no other headers.
    exposedHeaders: ["Retry-After", "Ory-Error-Id"],
    maxAge: 600,
  });
  app.addHook("preValidation", (request, _reply, done) => {
    done(isWellFormed(request.body) ? undefined : badRequest("The request holds something no form holds."));
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.headers({
      "cache-control": "private, no-cache, no-store, must-revalidate",
      "referrer-policy": "same-origin",
    });
    done();
  });
  addSafeHeaders(app, provider.settings.publicUrl.startsWith("https:"));
  app.addHook("onResponse", ({ id, method, url }, reply, done) => {
    // Without the query: it may hold tokens.
    const path = url.split("?")[0];
    const ms = Math.round(reply.elapsedTime);
    provider.log.info({ reqId: id, method, path, status: reply.statusCode, ms }, "request");
    done();
  });
  app.setNotFoundHandler((_request, reply) => {
    const error = new ProviderError(404, "There is nothing at this address.");
    return reply.code(404).send(error.envelope());
  });
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = asProviderError(thrown);
    if (error.status >= 500)
      provider.log.error({ error: thrown, url: request.routeOptions.url }, "a request failed");
    const x = createExchange(provider, request, reply);
    if (options.sendsBrowsersToErrorPage && !x.isJson && request.routeOptions.config.isNavigation === true) {
      return redirect(
        x,
        withQuery(provider.settings.uiUrls.error, { id: await storeError(provider, error) }),
      );
    }
    const { id, retryAfterSeconds } = error.options;
    reply.header("ory-error-id", id ?? "");
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
    return reply.code(error.status).send(error.envelope(request.id));
  });
  return app;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A browser may come here by itself: what goes wrong is shown on a page. */
    isNavigation?: boolean;
  }
}

function asProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const status =
    typeof thrown === "object" && thrown !== null && "statusCode" in thrown ? thrown.statusCode : 500;
  if (status === 413) return new ProviderError(413, "The request is too large.");
  if (typeof status === "number" && status >= 400 && status < 500) {
    return new ProviderError(status, "The request cannot be read. Send JSON or a form.");
  }
  return new ProviderError(500, "Something went wrong on our side. Try again in a moment.");
}

const deepest = 16;

/** PostgreSQL has no place for a NUL in a text, and nobody types it; nor does a form nest without end. */
function isWellFormed(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return depth < deepest && Object.values(value).every((item) => isWellFormed(item, depth + 1));
}

async function storeError(provider: Provider, error: ProviderError): Promise<string> {
  const id = newId();
  const { error: content } = error.envelope();
  await provider.db
    .insertInto("identity_errors")
    .values({ id, error: JSON.stringify(content), created_at: provider.now() })
    .execute();
  return id;
}
