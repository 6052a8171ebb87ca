// Keeps something for this browser while it is elsewhere: sealed in the database, named by a cookie.
import { sql } from "kysely";
import { hostCookie } from "#platform/http/safe-headers.ts";
import { type Exchange, cookieOptions } from "./exchange.ts";
import { hashToken, randomToken } from "./sealing.ts";

export type ContinuityName = "settings" | "upstream" | "saml-response";

export async function park(
  x: Exchange,
  name: ContinuityName,
  payload: unknown,
  identityId: string | null,
): Promise<string> {
  const { db, sealer, now, settings } = x.provider;
  const token = randomToken("");
  await db
    .insertInto("identity_continuity")
    .values({
      token_hash: hashToken(token),
      name,
      identity_id: identityId,
      payload: sealer.seal(`continuity ${name}`, payload),
      expires_at: new Date(now().getTime() + settings.lifespans.continuity),
    })
    .execute();
  // What another site posted to us is named in the next address instead.
  if (name !== "saml-response") {
    const maxAge = settings.lifespans.continuity / 1000;
    x.reply.setCookie(cookieName(x, name), token, { ...cookieOptions(x.provider), maxAge });
  }
  return token;
}

/** Once: what was parked is gone afterwards. */
export async function unpark(
  x: Exchange,
  name: ContinuityName,
  identityId: string | null,
  given?: string,
): Promise<unknown> {
  const token = given ?? x.request.cookies[cookieName(x, name)];
  if (token === undefined) return null;
  if (given === undefined) x.reply.clearCookie(cookieName(x, name), cookieOptions(x.provider));
  const { rows } = await sql<{ payload: string }>`
    delete from identity_continuity
    where token_hash = ${hashToken(token)} and name = ${name} and expires_at > ${x.provider.now()}
      and identity_id is not distinct from ${identityId}::uuid
    returning payload`.execute(x.provider.db);
  return rows[0] === undefined ? null : x.provider.sealer.open(`continuity ${name}`, rows[0].payload);
}

const cookieName = (x: Exchange, name: ContinuityName) =>
  hostCookie(`ory_kratos_continuity_${name}`, cookieOptions(x.provider).secure);
