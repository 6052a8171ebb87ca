import { requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "#platform/errors.ts";
import { knownId, knownIds } from "#platform/input.ts";
import { latestMails, mailsTo } from "#platform/mail/mailbox.ts";
import { type Context, watch } from "../context.ts";
import { auditHome } from "./audit-home.ts";
import { findUser } from "./queries.ts";
import { canEditProfile, visibleUser } from "./resolvers.ts";
import { activeSessions, endSessions, signedInAmong, type WhichSessions } from "./sessions.ts";

const mostWatched = 200;

export const sessionResolvers: Resolvers = {
  Query: {
    async ownSessions(_, __, ctx) {
      const sessions = await activeSessions(ctx.db, requireUser(ctx.viewer));
      return sessions.map((session) => ({ ...session, isCurrent: session.id === ctx.viewer.sessionId }));
    },
    async developmentMailbox(_, { accountId, recipient, limit }, ctx) {
      await requireAccess(ctx.viewer, "account.update", { accountId });
      const account = await ctx.db
        .selectFrom("accounts")
        .select("parent_id")
        .where("id", "=", accountId)
        .executeTakeFirst();
      // Mails hold codes and links of everybody on this server: not for the administrators of a part of it.
      if (account?.parent_id !== null) throw new Forbidden("The mailbox belongs to the top organisation.");
      const most = Math.min(Math.max(limit ?? 50, 0), 200);
      return recipient ? mailsTo(ctx.db, recipient, most) : latestMails(ctx.db, most);
    },
  },
  Mutation: {
    falsifyUserActiveSessionsLimited: (_, __, ctx) =>
      endOwn(ctx, { userId: requireUser(ctx.viewer) }, "ended all of their sessions"),
    endOtherSessions: (_, __, ctx) =>
      endOwn(
        ctx,
        { userId: requireUser(ctx.viewer), except: ctx.viewer.sessionId },
        "ended all of their other sessions",
      ),
    async endOwnSession(_, { id }, ctx) {
      const userId = requireUser(ctx.viewer);
      const only = knownId(id, "session");
      return endOwn(ctx, { userId, only }, "ended one of their sessions");
    },
    async endUserSessions(_, { userId }, ctx) {
      const user = await visibleUser(ctx, userId);
      if (!(await canEditProfile(ctx, user))) throw new Forbidden();
      await change(ctx, async (tx) => {
        const count = await endSessions(tx, { userId: user.id });
        if (count === 0) throw new Conflict(`${user.firstName} ${user.lastName} has no active session.`);
        await recordAudit(tx, ctx, {
          accountId: await auditHome(tx, ctx, user.id),
          action: "session.ended",
          objectType: "user",
          objectId: user.id,
          objectName: `${user.firstName} ${user.lastName}`,
          message: `ended ${count} ${count === 1 ? "session" : "sessions"} of ${user.firstName} ${user.lastName}`,
        });
      });
      return { succeeded: true };
    },
  },
  Subscription: {
    userSession: {
      async subscribe(_, { userId }, ctx) {
        await visibleUser(ctx, userId);
        return watch(ctx, ["session-started", "session-ended"], {
          isRelevant: (event) => event.payload["identityId"] === userId,
          read: async () => ({ userSession: await visibleUser(ctx, userId) }),
        });
      },
    },
    signedInUsers: {
      async subscribe(_, { accountId, userIds }, ctx) {
        await requireAccess(ctx.viewer, "access.read", { accountId });
        if (userIds.length > mostWatched)
          throw new Invalid("userIds", `Watch at most ${mostWatched} people at once.`);
        const watched = new Set(knownIds(userIds, "user"));
        return watch(ctx, ["session-started", "session-ended"], {
          isRelevant: ({ payload }) => watched.has(String(payload["identityId"])),
          read: async () => {
            await requireAccess(ctx.viewer, "access.read", { accountId });
            return { signedInUsers: await signedInAmong(ctx.db, accountId, [...watched]) };
          },
        });
      },
    },
  },
};

async function endOwn(ctx: Context, which: WhichSessions, message: string) {
  await change(ctx, async (tx) => {
    const count = await endSessions(tx, which);
    if (count === 0 && which.only !== undefined) throw new NotFound("session");
    const user = await findUser(tx, which.userId);
    await recordAudit(tx, ctx, {
      accountId: await auditHome(tx, ctx, which.userId),
      action: "session.ended",
      objectType: "user",
      objectId: which.userId,
      objectName: user ? `${user.firstName} ${user.lastName}` : undefined,
      message,
    });
  });
  return { succeeded: true };
}
