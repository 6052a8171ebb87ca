import { timingSafeEqual } from "node:crypto";
import { ProviderError, badRequest, noSession, sessionInactive } from "../errors.ts";
import { type Exchange, clearSessionCookie, redirect, withQuery } from "../exchange.ts";
import { checkReturnTo } from "../return-to.ts";
import { revokeSessions } from "../sessions.ts";

export async function startLogout(x: Exchange) {
  const { settings } = x.provider;
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  const session = await x.session();
  if (session === null) throw sessionInactive();
  const token = logoutToken(x, session.id);
  return x.reply.code(200).send({
    logout_url: withQuery(`${settings.publicUrl}/self-service/logout`, { token, return_to: returnTo }),
    logout_token: token,
  });
}

export async function finishLogout(x: Exchange) {
  const { db, settings, now } = x.provider;
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  const token = x.query["token"];
  if (token === undefined || token === "")
    throw badRequest("The logout token is missing. Start the logout again.");
  const session = await x.session();
  if (session === null) throw noSession();
  if (!isSame(token, logoutToken(x, session.id))) {
    throw new ProviderError(403, "The logout token is not that of your session. Start the logout again.");
  }
  await db.transaction().execute((tx) => revokeSessions(tx, { ids: [session.id] }, now()));
  clearSessionCookie(x);
  x.renewCsrf();
  if (x.acceptsJson) return x.reply.code(204).send();
  return redirect(x, returnTo ?? settings.logoutReturnUrl);
}

/** Derived from the session, so that nothing more has to be kept. */
function logoutToken(x: Exchange, sessionId: string): string {
  return `ory_lo_${x.provider.sealer.mac("logout", sessionId).toString("base64url")}`;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
