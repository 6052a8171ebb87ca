// /sessions: who am I, where else am I signed in, sign me out there.
import { isId } from "#platform/ids.ts";
import { badRequest, noSession } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { sessionJson } from "./json.ts";
import { readPage, sendPageHeaders } from "./pages.ts";
import { requireOwnLevel } from "./session-checks.ts";
import { type SessionRecord, listSessions, revokeSessions, touchSession } from "./sessions.ts";

const minuteMs = 60_000;

export async function whoami(x: Exchange) {
  const session = await signedIn(x);
  x.reply.header("x-kratos-authenticated-identity-id", session.identityId);
  return x.reply.code(200).send(sessionJson(session, x.provider.settings.publicUrl));
}

export async function listOtherSessions(x: Exchange) {
  const session = await signedIn(x);
  const { db, now, settings } = x.provider;
  const page = readPage(x.query);
  const filter = { identityId: session.identityId, exceptId: session.id, isActive: true, ...page };
  const sessions = await listSessions(db, filter, now());
  sendPageHeaders(x, page, sessions.length);
  return x.reply.code(200).send(sessions.map((other) => sessionJson(other, settings.publicUrl)));
}

export async function endOtherSessions(x: Exchange) {
  const session = await signedIn(x);
  const { db, now } = x.provider;
  const filter = { identityId: session.identityId, exceptId: session.id };
  const ended = await db.transaction().execute((tx) => revokeSessions(tx, filter, now()));
  return x.reply.code(200).send({ count: ended.length });
}

export async function endSession(x: Exchange, id: string) {
  const session = await signedIn(x);
  if (!isId(id)) throw badRequest("This is not the id of a session.");
  if (id === session.id) throw badRequest("This is your present session. Sign out to end it.");
  const { db, now } = x.provider;
  await db
    .transaction()
    .execute((tx) => revokeSessions(tx, { identityId: session.identityId, ids: [id] }, now()));
  return x.reply.code(204).send();
}

async function signedIn(x: Exchange): Promise<SessionRecord> {
  const session = await x.session();
  if (session === null) throw noSession();
  requireOwnLevel(x, session, null);
  noteUse(x.provider, session);
  return session;
}

export function noteUse(provider: Exchange["provider"], session: SessionRecord): void {
  const now = provider.now();
  if (now.getTime() - session.lastUsedAt.getTime() < minuteMs) return;
  provider.later("noting the use of a session", () => touchSession(provider.db, session, now));
}
