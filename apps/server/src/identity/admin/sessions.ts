import { z } from "zod";
import { isId } from "#platform/ids.ts";
import { ProviderError, badRequest } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { sessionJson } from "../json.ts";
import { readPage, sendPageHeaders } from "../pages.ts";
import { listSessions, revokeSessions } from "../sessions.ts";

export async function listAdminSessions(x: Exchange, identityId?: string) {
  if (identityId !== undefined && !isId(identityId)) throw badRequest("This is not the id of an identity.");
  const { db, now, settings } = x.provider;
  const page = readPage(x.query);
  const active = x.query["active"];
  const isActive = active === undefined ? undefined : active === "true";
  const sessions = await listSessions(db, { identityId, isActive, ...page }, now());
  sendPageHeaders(x, page, sessions.length);
  return x.reply.code(200).send(sessions.map((session) => sessionJson(session, settings.publicUrl)));
}

export async function showAdminSession(x: Exchange, id: string) {
  const { settings } = x.provider;
  return x.reply.code(200).send(sessionJson(await load(x, id), settings.publicUrl));
}

export async function endAdminSession(x: Exchange, id: string) {
  const session = await load(x, id);
  await end(x, { ids: [session.id] });
  return x.reply.code(204).send();
}

export async function endIdentitySessions(x: Exchange, identityId: string) {
  if (!isId(identityId)) throw badRequest("This is not the id of an identity.");
  const ended = await end(x, { identityId });
  if (ended.length === 0) throw new ProviderError(404, "The identity has no active session.");
  return x.reply.code(204).send();
}

export async function extendSession(x: Exchange, id: string) {
  const session = await load(x, id);
  const { db, now, settings } = x.provider;
  const expiresAt = new Date(now().getTime() + settings.lifespans.session);
  await db
    .updateTable("identity_sessions")
    .set({ expires_at: expiresAt })
    .where("id", "=", session.id)
    .execute();
  return x.reply.code(200).send(sessionJson({ ...session, expiresAt }, settings.publicUrl));
}

const bulkSchema = z.object({
  action: z.enum(["disable", "delete"]),
  identities: z.array(z.string()).max(500).optional(),
  sessions: z.array(z.string()).max(500).optional(),
});

export async function endManySessions(x: Exchange) {
  const parsed = bulkSchema.safeParse(x.body);
  if (!parsed.success) throw badRequest("Name an action and at most 500 identities or sessions.");
  const { identities, sessions } = parsed.data;
  if (identities?.length === 1 && identities[0] === "*") {
    await end(x, {});
    return x.reply.code(204).send();
  }
  for (const identityId of (identities ?? []).filter(isId)) await end(x, { identityId });
  const ids = (sessions ?? []).filter(isId);
  if (ids.length > 0) await end(x, { ids });
  return x.reply.code(204).send();
}

function end(x: Exchange, filter: Parameters<typeof revokeSessions>[1]): Promise<string[]> {
  const { db, now } = x.provider;
  return db.transaction().execute((tx) => revokeSessions(tx, filter, now()));
}

async function load(x: Exchange, id: string) {
  if (!isId(id)) throw badRequest("This is not the id of a session.");
  const { db, now } = x.provider;
  const [session] = await listSessions(db, { id, limit: 1, offset: 0 }, now());
  if (session === undefined) throw new ProviderError(404, "There is no such session.");
  return session;
}
