// The way to another provider and back. The state travels twice, in the address and in this browser's
// own sealed note: only the browser that left can come back.
import { z } from "zod";
import { auditRefusal } from "../audit.ts";
import { type Connection, findConnection, isConnection, isProposedId } from "../connections.ts";
import { park, unpark } from "../continuity.ts";
import { ProviderError, badRequest } from "../errors.ts";
import { type Exchange, redirect, textField, withQuery } from "../exchange.ts";
import { type Flow, findFlow, updateFlow } from "../flow-store.ts";
import { problems } from "../messages.ts";
import { oidcArrival, oidcDeparture } from "../methods/oidc.ts";
import { samlArrival, samlDeparture, samlMetadata } from "../methods/saml.ts";
import { type Departure, type Upstream, UpstreamError } from "../methods/upstream.ts";
import { FormProblem } from "../errors.ts";
import { finishConnectionTest } from "./connection-test.ts";
import { flowUiUrl } from "./form.ts";
import { completeUpstream } from "./upstream-completion.ts";

const departureSchema = z.object({
  flowKind: z.enum(["login", "settings", "test"]),
  flowId: z.string(),
  providerId: z.string(),
  state: z.string(),
  codeVerifier: z.string().optional(),
  nonce: z.string().optional(),
  requestId: z.string().optional(),
});
const ticketSchema = departureSchema
  .pick({ flowId: true, providerId: true })
  .extend({ flowKind: z.enum(["login", "settings"]), until: z.number() });
const responseSchema = z.object({ providerId: z.string(), response: z.string(), relayState: z.string() });

/** Where the browser goes to sign in with this connection. */
export async function leaveForProvider(
  x: Exchange,
  flow: Flow,
  _asked: "oidc" | "saml",
  providerId: string,
): Promise<string> {
  const { provider } = x;
  const connection = await findConnection(provider.db, providerId);
  if (connection === null) throw new ProviderError(404, "There is no such connection.");
  const base = {
    flowKind: flow.kind === "settings" ? "settings" : "login",
    flowId: flow.id,
    providerId,
  } as const;
  await updateFlow(provider, flow, { activeMethod: connection.type });
  if (connection.type === "saml") {
    const until = provider.now().getTime() + provider.settings.lifespans.continuity;
    const ticket = provider.sealer.seal("saml start", { ...base, until });
    return withQuery(`${provider.settings.publicUrl}/self-service/methods/saml/start`, { ticket });
  }
  const { url, ...secrets } = await reach(x, connection, () => oidcDeparture(provider, connection));
  await park(x, "upstream", { ...base, ...secrets }, null);
  return url;
}

/** A front end may name the connection once more as connector_id; it must be the one the ticket was made for. */
export async function startSaml(x: Exchange) {
  const { provider } = x;
  const ticket = readTicket(x);
  const connectorId = x.query["connector_id"];
  if (connectorId !== undefined && connectorId !== ticket.providerId) {
    throw new ProviderError(403, "This connection is not the one the sign-in was started with. Start again.");
  }
  const connection = await findConnection(provider.db, ticket.providerId);
  if (connection?.type !== "saml") throw new ProviderError(404, "There is no such connection.");
  const { url, requestId, state } = await reach(x, connection, () => samlDeparture(provider, connection));
  const { flowKind, flowId, providerId } = ticket;
  await park(x, "upstream", { flowKind, flowId, providerId, requestId, state }, null);
  return redirect(x, url);
}

export async function showSamlMetadata(x: Exchange, providerId: string) {
  const isKnown = isProposedId(providerId) || (await isConnection(x.provider.db, providerId, "SAML"));
  if (!isKnown) throw new ProviderError(404, "There is no such connection.");
  return x.reply.type("application/samlmetadata+xml").send(await samlMetadata(x.provider, providerId));
}

/**
 * A POST from another site comes without our cookies. The answer is kept and the browser sent on to
 * fetch it with a GET, which brings them.
 */
export async function receiveSaml(x: Exchange, providerId: string) {
  const response = textField(x, "SAMLResponse");
  if (response === "") throw badRequest("The answer of the provider is missing. Start the sign-in again.");
  const sealed = { providerId, response, relayState: textField(x, "RelayState") };
  const token = await park(x, "saml-response", sealed, null);
  return redirect(
    x,
    withQuery(`${x.provider.settings.publicUrl}/self-service/methods/saml/continue`, { token }),
  );
}

export async function continueSaml(x: Exchange) {
  const answer = responseSchema.safeParse(await unpark(x, "saml-response", null, x.query["token"]));
  if (!answer.success) throw tooLate();
  const { providerId, response, relayState } = answer.data;
  return arrive(x, "saml", providerId, relayState, (connection, departure) =>
    samlArrival(x.provider, connection, departure, response),
  );
}

export async function finishOidc(x: Exchange, providerId: string) {
  const query = new URL(x.request.url, x.provider.settings.publicUrl).searchParams;
  return arrive(x, "oidc", providerId, query.get("state") ?? "", (connection, departure) =>
    oidcArrival(x.provider, connection, departure, query),
  );
}

async function arrive(
  x: Exchange,
  type: Connection["type"],
  providerId: string,
  state: string,
  whoIs: (connection: Connection, departure: Departure) => Promise<Upstream>,
) {
  const { provider } = x;
  const parsed = departureSchema.safeParse(await unpark(x, "upstream", null));
  if (!parsed.success) throw tooLate();
  const departure: Departure = parsed.data;
  if (departure.providerId !== providerId || departure.state !== state) {
    throw new ProviderError(403, "This answer is not for the sign-in under way. Start again.", {
      id: "security_csrf_violation",
    });
  }
  if (departure.flowKind === "test") return finishConnectionTest(x, departure, whoIs);
  const flow = await findFlow(provider, departure.flowKind, departure.flowId);
  const connection = await findConnection(provider.db, providerId);
  if (flow === null || connection === null || connection.type !== type) throw tooLate();
  try {
    const upstream = await whoIs(connection, departure);
    return await completeUpstream(x, flow, connection, upstream);
  } catch (error) {
    return showProblem(x, flow, connection, error);
  }
}

/** Everything that goes wrong on the way back is shown in the flow it began in. */
async function showProblem(x: Exchange, flow: Flow, connection: Connection, error: unknown) {
  if (error instanceof ProviderError && error.status !== 400) throw error;
  if (!(error instanceof FormProblem)) {
    x.provider.log.warn(
      { security: true, error, provider: connection.providerId },
      "a sign-in at another provider failed",
    );
    const reason = error instanceof Error ? error.message : "unknown";
    x.provider.later("auditing a refusal", () => auditRefusal(x.provider, connection, reason));
  }
  const text =
    error instanceof UpstreamError
      ? error.message
      : `${connection.name} did not confirm the sign-in. Try again, or choose another way.`;
  const messages = error instanceof FormProblem ? [...error.problems] : [{ text: problems.generic(text) }];
  const next = await updateFlow(x.provider, flow, { messages });
  return redirect(x, flowUiUrl(x, next.kind, next.id));
}

/** A connection that is set up wrongly is the organisation's to mend; the log has the cause. */
async function reach<T>(x: Exchange, connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    x.provider.log.warn({ error, provider: connection.providerId }, "a connection cannot be used");
    const cause = error instanceof UpstreamError ? ` ${error.message}` : "";
    throw badRequest(
      `${connection.name} cannot be reached.${cause} Tell an administrator of your organisation.`,
    );
  }
}

function readTicket(x: Exchange) {
  try {
    const ticket = ticketSchema.parse(x.provider.sealer.open("saml start", x.query["ticket"] ?? ""));
    if (ticket.until > x.provider.now().getTime()) return ticket;
  } catch {
    throw tooLate();
  }
  throw tooLate();
}

const tooLate = () =>
  new ProviderError(400, "This sign-in took too long or was begun in another browser. Start again.");
