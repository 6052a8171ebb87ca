import { sql } from "kysely";
import { type ConnectionRow, readConnection, signInConnections } from "../connections.ts";
import { ProviderError, alreadySignedIn, badRequest } from "../errors.ts";
import { type Exchange, redirect } from "../exchange.ts";
import { type Flow, type FlowValues, flowInsertion, flowValues, storeFlow } from "../flow-store.ts";
import { notices } from "../messages.ts";
import { checkReturnTo } from "../return-to.ts";
import type { Aal, SessionRecord } from "../sessions.ts";
import { isId } from "#platform/ids.ts";
import { statement } from "#platform/statement.ts";
import { isForAnybody, loginForm, openLoginForm } from "./login-form.ts";
import { answerStarted, keepDefined, preparedFlow } from "./requests.ts";

export async function startLogin(x: Exchange) {
  const { settings } = x.provider;
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  const requestedAal = readAal(x.query["aal"]);
  const session = await x.session();
  if (session === null && requestedAal === "aal2") {
    throw firstFactorMissing();
  }
  const refresh = x.query["refresh"] === "true" && session !== null;
  if (session !== null && isFulfilled(session, requestedAal, refresh)) {
    if (x.acceptsJson) throw alreadySignedIn();
    return redirect(x, returnTo ?? settings.defaultReturnUrl);
  }
  const organization = x.query["organization"];
  const flow = preparedFlow(x, {
    kind: "login",
    returnTo,
    refresh,
    requestedAal,
    identityId: session?.identityId ?? null,
    messages: [
      ...(refresh ? [{ text: notices.refresh }] : []),
      ...(requestedAal === "aal2" ? [{ text: notices.secondFactor }] : []),
    ],
    context: keepDefined({
      identifier: refresh ? session?.identity.traits.email : undefined,
      organizationId: isId(organization) ? organization : undefined,
    }),
  });
  if (!x.acceptsJson || !isForAnybody(flow)) {
    await storeFlow(x.provider, flow);
    return answerStarted(x, flow, loginForm);
  }
  const connections = await insertListingConnections(x, flow);
  return answerStarted(x, flow, async () => openLoginForm(x, flow, connections));
}

const insertListing = statement(
  (flow: FlowValues) =>
    sql<ConnectionRow>`with flow as (${flowInsertion(flow)}) ${signInConnections(undefined)}`,
);
const insertListingOfOne = statement(
  (given: FlowValues & { readonly organizationId: string }) => sql<ConnectionRow>`
    with flow as (${flowInsertion(given)}) ${signInConnections(given.organizationId)}`,
);

/** The form shows them at once, so both are one statement. */
async function insertListingConnections({ provider: { db, sealer } }: Exchange, flow: Flow) {
  const { organizationId } = flow.context;
  const values = flowValues(sealer, flow);
  const rows =
    organizationId === undefined
      ? await insertListing(db, values)
      : await insertListingOfOne(db, { ...values, organizationId });
  return rows.map(readConnection);
}

export const firstFactorMissing = () =>
  new ProviderError(401, "Sign in before the second step.", { id: "session_aal1_required" });

export function isFulfilled(session: SessionRecord, aal: Aal, refresh: boolean): boolean {
  return !refresh && (aal === "aal1" || session.aal === "aal2");
}

function readAal(value: string | undefined): Aal {
  if (value === undefined || value === "" || value === "aal1") return "aal1";
  if (value === "aal2") return "aal2";
  throw badRequest("The level of sign-in asked for is unknown. It can be aal1 or aal2.");
}
