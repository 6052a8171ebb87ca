// The API listener: /v1/graphql over POST and graphql-transport-ws, with the caller's identity settled
// before anything else happens.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { timingSafeEqual } from "node:crypto";
import { GraphQLError } from "graphql";
import { mercurius } from "mercurius";
import { mercuriusUpload } from "mercurius-upload";
import type { IncomingHttpHeaders } from "node:http";
import { createViewer } from "#access/viewer.ts";
import { knownOperations } from "#generated/known-operations.ts";
import { databaseTrouble } from "#platform/database-trouble.ts";
import { Forbidden, PublicError, Unauthenticated } from "#platform/errors.ts";
import { surviveBrokenForms } from "#platform/http/broken-forms.ts";
import { unexpected } from "#platform/http/create-http.ts";
import { maxTokens } from "#platform/http/limits.ts";
import {
  checkDocuments,
  type DocumentOptions,
  documentRules,
  withoutSuggestions,
} from "#platform/http/document-checks.ts";
import { requireXsrfToken } from "#platform/http/xsrf.ts";
import { createRowScope } from "#platform/row-security/row-scope.ts";
import { scopedDatabase } from "#platform/row-security/scoped-database.ts";
import { storageMistake } from "#platform/storage-mistake.ts";
import type { Context, Services } from "./context.ts";
import { createFairCalls, type FairCalls } from "./fair-calls.ts";
import { buildApi } from "./graphql.ts";

const graphqlPath = "/v1/graphql";
const maxUploadBytes = 100 * 1024 * 1024;

/** `more` are resolvers put in place of others, for a benchmark of what they cost. */
export async function registerApi(
  app: FastifyInstance,
  services: Services,
  more?: Parameters<typeof buildApi>[0],
): Promise<void> {
  const { schema, resolvers } = await buildApi(more);
  const { graphqlOperations, isProduction } = services.config;
  const documents: DocumentOptions = {
    knownOperations: graphqlOperations === "known" ? knownOperations : undefined,
    hidesSchema: isProduction,
  };
  const fairCalls = createFairCalls(services);
  app.addHook("onRequest", (request, reply, done) =>
    isGraphql(request) ? fairCalls.refuseEarly(request, reply, done) : done(),
  );
  surviveBrokenForms(app);
  await app.register(mercuriusUpload, { maxFileSize: maxUploadBytes, maxFiles: 20 });
  app.addHook("preValidation", (request, _, done) => {
    if (isGraphql(request)) refuseForgedCalls(request);
    done();
  });
  await app.register(mercurius, {
    schema,
    resolvers,
    path: graphqlPath,
    jit: 1,
    cache: 500,
    graphiql: false,
    allowBatchedQueries: false,
    validationRules: documentRules(documents),
    graphql: { parseOptions: { maxTokens }, validateOptions: { maxErrors: 5 } },
    context: (request) => services.databaseWatch.during(() => contextFor(services, fairCalls, request)),
    errorFormatter: (execution, context) => formatErrors(services, execution, context),
    subscription: {
      fullWsTransport: true,
      keepAlive: 15_000,
      verifyClient: ({ origin }, next) => {
        const isKnown = origin === undefined || allowedOrigins(services).includes(origin);
        next(isKnown, 403, "Forbidden");
      },
      context: async (socket, request) => {
        const context = await contextFor(services, fairCalls, request);
        endWithSession(services, context, () => socket.close(4403, "Session ended"), socket);
        return context;
      },
    },
  });
  checkDocuments(app, documents);
}

/** By the route and not by the address, which can be written in more than one way. */
function isGraphql({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === graphqlPath;
}

/** A foreign page can post forms and plain text with our cookies; JSON makes its browser ask us first. */
function refuseForgedCalls(request: FastifyRequest): void {
  if (request.headers.upgrade?.toLowerCase() === "websocket") return;
  const type = request.headers["content-type"]?.split(";")[0]?.trim();
  if (type === "multipart/form-data") return requireXsrfToken(request);
  if (request.method === "POST" && type === "application/json") return;
  throw Object.assign(new Error("Send GraphQL as POST with a JSON body."), { statusCode: 415 });
}

export function allowedOrigins({ config }: Services): string[] {
  return [config.urls.console, config.urls.signIn, ...config.allowedOrigins].map(
    (url) => new URL(url).origin,
  );
}

async function contextFor(
  services: Services,
  fairCalls: FairCalls,
  request: FastifyRequest,
): Promise<Context> {
  const identity = await identify(services, request.headers);
  if (identity.userId) await fairCalls.count(request, identity.userId);
  const scope = createRowScope();
  return {
    ...services,
    db: services.isRowSecurityOn ? scopedDatabase(services.pool, scope) : services.db,
    viewer: createViewer(services.db, identity, services.grants, scope),
    requestId: request.id,
    idempotencyKey: headerOf(request.headers, "idempotency-key")?.slice(0, 200),
    ...(identity.userId && { inTurn: fairCalls.inTurn(request, identity.userId) }),
    operation: undefined,
    hasAudited: false,
    loaders: new Map(),
  };
}

/** The session cookie decides. A user-id header is only compared with it, never believed. */
async function identify(services: Services, headers: IncomingHttpHeaders) {
  const secret = headerOf(headers, "x-hasura-admin-secret");
  if (secret !== undefined) {
    const isCallFromBrowser = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
    if (isCallFromBrowser || !isSame(secret, services.config.adminSecret)) {
      services.log.warn({ security: true }, "a call with a wrong admin secret was refused");
      throw new Unauthenticated("The admin secret is not accepted here.");
    }
    return { isAdminSecret: true };
  }
  const session = await services.whoami(headers.cookie);
  const claimed = headerOf(headers, "x-hasura-user-id");
  if (claimed !== undefined && claimed !== "" && session && claimed !== session.userId) {
    services.log.warn(
      { security: true, userId: session.userId },
      "a call with another person's user id was refused",
    );
    throw new Forbidden("The user id of this call is not the one that is signed in.");
  }
  if (claimed && !session) throw new Unauthenticated();
  return { userId: session?.userId, sessionId: session?.sessionId };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Closes the socket within a second of its session's end. */
function endWithSession(
  services: Services,
  context: Context,
  close: () => void,
  socket: { once(event: "close", handle: () => void): unknown },
): void {
  const remove = services.live.on("session-ended", (event) => {
    const { identityId, sessionIds } = event.payload;
    if (identityId !== context.viewer.userId) return;
    if (!Array.isArray(sessionIds) || sessionIds.includes(context.viewer.sessionId)) close();
  });
  socket.once("close", remove);
}

function formatErrors(
  services: Services,
  execution: { data?: unknown; errors: readonly (GraphQLError | Error)[] },
  context: object,
) {
  const id = "requestId" in context ? String(context.requestId) : "unknown";
  const errors = execution.errors.flatMap(unwrapValidation).map((error) => publicError(services, id, error));
  const status = errors[0]?.extensions["status"];
  const statusCode = execution.data ? 200 : typeof status === "number" ? status : 400;
  return {
    statusCode,
    response: {
      data: (execution.data ?? null) as Record<string, unknown> | null,
      errors: errors.map(
        (error) =>
          new GraphQLError(error.message, {
            extensions: error.extensions,
            ...(error.path && { path: error.path }),
          }),
      ),
    },
  };
}

function unwrapValidation(error: Error & { originalError?: unknown; errors?: unknown }): Error[] {
  const inner = error.errors ?? (error.originalError as { errors?: unknown } | undefined)?.errors;
  return Array.isArray(inner) ? (inner as Error[]) : [error];
}

interface Formatted {
  readonly message: string;
  readonly extensions: Record<string, unknown>;
  readonly path?: readonly (string | number)[] | undefined;
}

function publicError(services: Services, id: string, error: Error): Formatted {
  const thrown = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const original = storageMistake(thrown) ?? thrown;
  const path = error instanceof GraphQLError ? error.path : undefined;
  if (original instanceof PublicError)
    return { message: original.message, extensions: original.extensions, path };
  const status = (original as { statusCode?: number }).statusCode;
  const isClientMistake = original instanceof GraphQLError || (status !== undefined && status < 500);
  if (isClientMistake) {
    const message = withoutSuggestions(original.message);
    return {
      message,
      extensions: { code: "BAD_REQUEST", status: status && status >= 400 ? status : 400 },
      path,
    };
  }
  const trouble = databaseTrouble(original);
  if (trouble) {
    services.log.warn({ error: original, requestId: id }, "a call met trouble of the database");
    return { message: trouble.message, extensions: trouble.extensions, path };
  }
  services.log.error({ error: original, requestId: id }, "unexpected error in a call");
  return { message: unexpected(id), extensions: { code: "UNEXPECTED", status: 500, id }, path };
}
