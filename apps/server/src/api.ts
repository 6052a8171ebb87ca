// The API listener: /v1/graphql over POST and graphql-transport-ws, with the caller's identity settled
// before anything else happens.
import type { FastifyInstance } from "fastify";
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createViewer } from "#access/viewer.ts";
import { knownOperations } from "#generated/known-operations.ts";
import { Forbidden, Unauthenticated } from "#platform/errors.ts";
import { createOperationBody, isForm, readToEnd } from "#platform/graphql/operation-body.ts";
import { createOperations } from "#platform/graphql/operations.ts";
import { serveSockets } from "#platform/graphql/sockets.ts";
import { maxBodyBytes } from "#platform/http/create-http.ts";
import { newId } from "#platform/ids.ts";
import { createRowScope } from "#platform/row-security/row-scope.ts";
import { scopedDatabase } from "#platform/row-security/scoped-database.ts";
import { answerWithErrors, describeErrors } from "./call-errors.ts";
import type { Context, Services, SignedIn } from "./context.ts";
import { createFairCalls } from "./fair-calls.ts";
import { buildApi } from "./graphql.ts";

const graphqlPath = "/v1/graphql";
const bodyLimits = { maxBytes: maxBodyBytes, maxFileSize: 100 * 1024 * 1024, maxFiles: 20 };

/** `more` are resolvers put in place of others, for a benchmark of what they cost. */
export async function registerApi(
  app: FastifyInstance,
  services: Services,
  more?: Parameters<typeof buildApi>[0],
): Promise<void> {
  const { schema } = await buildApi(more);
  const { graphqlOperations, isProduction } = services.config;
  const operations = createOperations(schema, {
    knownOperations: graphqlOperations === "known" ? knownOperations : undefined,
    hidesSchema: isProduction,
  });
  const body = createOperationBody(app, bodyLimits);
  const fairCalls = createFairCalls(services);
  const whoami = ({ cookie }: IncomingHttpHeaders) => services.whoami(cookie);

  function contextFor(identity: Identity, requestId: string, headers: IncomingHttpHeaders): Context {
    const { userId } = identity;
    const scope = createRowScope();
    return {
      ...services,
      db: services.isRowSecurityOn ? scopedDatabase(services.pool, scope) : services.db,
      viewer: createViewer(services.db, identity, services.grants, scope),
      requestId,
      idempotencyKey: headerOf(headers, "idempotency-key")?.slice(0, 200),
      inTurn: userId === undefined ? undefined : fairCalls.inTurn(headers, userId),
      operation: undefined,
      hasAudited: false,
      loaders: new Map(),
    };
  }

  app.directPosts.add(graphqlPath, async ({ id, request, response }) => {
    const { headers } = request;
    const begun = fairCalls.begin({ request, response });
    const { refusal, isCounted } = begun instanceof Promise ? await begun : begun;
    if (refusal) return refusal;
    try {
      const asked = await body.read(request, response);
      const identity = operatorOf(services, headers) ?? personOf(services, headers, await whoami(headers));
      if (identity.userId && !isCounted) await fairCalls.count(headers, identity.userId);
      const { data, errors } = await operations.run(asked, contextFor(identity, id, headers));
      if (errors) return answerWithErrors(services, id, { data, errors });
      return { status: 200, body: JSON.stringify({ data }) };
    } catch (error) {
      return answerWithErrors(services, id, { errors: [error] });
    } finally {
      if (isForm(request)) await readToEnd(request);
    }
  });
  // The framework hears of everything else at this path.
  app.all(graphqlPath, () => {
    throw Object.assign(new Error("Send GraphQL as POST with a JSON body."), { statusCode: 415 });
  });

  serveSockets(app, {
    path: graphqlPath,
    schema,
    operations,
    isAllowed: (origin) => origin === undefined || allowedOrigins(services).includes(origin),
    async connect({ headers }, close) {
      const identity = operatorOf(services, headers) ?? personOf(services, headers, await whoami(headers));
      if (identity.userId) await fairCalls.count(headers, identity.userId);
      return {
        contextFor: () => contextFor(identity, newId(), headers),
        leave: endWithSession(services, identity, close),
      };
    },
    describe: (failed) => describeErrors(services, newId(), failed),
    log: services.log,
  });
}

export function allowedOrigins({ config }: Services): string[] {
  return [config.urls.console, config.urls.signIn, ...config.allowedOrigins].map(
    (url) => new URL(url).origin,
  );
}

interface Identity {
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly isAdminSecret?: boolean;
}

/** Undefined for a call that claims no admin secret. */
function operatorOf(services: Services, headers: IncomingHttpHeaders): Identity | undefined {
  const secret = headerOf(headers, "x-hasura-admin-secret");
  if (secret === undefined) return undefined;
  const isCallFromBrowser = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  if (isCallFromBrowser || !isSame(secret, services.config.adminSecret)) {
    services.log.warn({ security: true }, "a call with a wrong admin secret was refused");
    throw new Unauthenticated("The admin secret is not accepted here.");
  }
  return { isAdminSecret: true };
}

/** The session cookie decides. A user-id header is only compared with it, never believed. */
function personOf(services: Services, headers: IncomingHttpHeaders, session: SignedIn | undefined): Identity {
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
function endWithSession(services: Services, { userId, sessionId }: Identity, close: () => void): () => void {
  return services.live.on("session-ended", ({ payload: { identityId, sessionIds } }) => {
    if (identityId !== userId) return;
    if (!Array.isArray(sessionIds) || sessionIds.includes(sessionId)) close();
  });
}
