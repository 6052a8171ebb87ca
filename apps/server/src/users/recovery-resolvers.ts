// Password recovery as the organisation sees it (decision 022). The provider carries it out; here is its state.
import { sql } from "kysely";
import { allowEveryone, requireUser } from "#access/viewer.ts";
import { nothingToAudit, recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Forbidden, NotFound } from "#platform/errors.ts";
import { inEvenTime } from "#platform/even-time.ts";
import { emailAddress } from "#platform/input.ts";
import { addJob } from "#platform/jobs.ts";
import { publish } from "#platform/live.ts";
import type { Context } from "../context.ts";
import { auditHome } from "./audit-home.ts";
import { lockedUser } from "./profile.ts";
import { findUserByEmail, type RecoveryStatus, type UserRow } from "./queries.ts";
import { canEditProfile, visibleUser } from "./resolvers.ts";
import { canMoveRecovery } from "./status-rules.ts";

/** With the pauses between them about ten minutes: the person waits for this mail. */
const patientAttempts = 9;

export const recoveryResolvers: Resolvers = {
  Mutation: {
    async setUserPasswordRecoveryStatus(_, { userId, passwordRecoveryStatus: asked }, ctx) {
      const user = await visibleUser(ctx, userId);
      if (user.id === ctx.viewer.userId || !(await canEditProfile(ctx, user))) throw new Forbidden();
      await change(ctx, (tx) => move(tx, ctx, user, asked));
      return { status: asked };
    },
    // Whoever forgot their password is not signed in. The answer tells nothing, and asking again within a
    // minute writes nothing.
    async startUserRecoveryProcess(_, { email }, ctx) {
      allowEveryone(ctx.viewer);
      const address = emailAddress("email", email);
      // Somebody we know makes more work than nobody; how long it took would say so.
      await inEvenTime(() =>
        change(ctx, async (tx) => {
          const user = await findUserByEmail(tx, address);
          const isRepeated =
            user && (user.passwordRecoveryStatus === "REQUESTED" || (await movedJustNow(tx, user.id)));
          if (!user || isRepeated || !canMoveRecovery(user.passwordRecoveryStatus, "REQUESTED")) {
            return nothingToAudit(ctx);
          }
          await move(tx, ctx, user, "REQUESTED");
          await addJob(tx, {
            kind: "user.recover",
            payload: { userId: user.id },
            maxAttempts: patientAttempts,
          });
        }),
      );
      return { succeeded: true };
    },
    async finishUserRecoveryProcess(_, { email }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      const user = await findUserByEmail(ctx.db, emailAddress("email", email));
      const isOwn = user?.id === viewerId;
      if (!user || !(isOwn || (await canEditProfile(ctx, user)))) throw new NotFound("user");
      await change(ctx, (tx) => move(tx, ctx, user, "COMPLETED"));
      return { succeeded: true };
    },
  },
};

async function move(tx: Tx, ctx: Context, user: UserRow, to: RecoveryStatus): Promise<void> {
  const from = (await lockedUser(tx, user.id))?.passwordRecoveryStatus ?? user.passwordRecoveryStatus;
  if (from === to) return nothingToAudit(ctx);
  if (!canMoveRecovery(from, to)) {
    throw new Conflict(`Recovery is ${words[from]}, so it cannot become ${words[to]}.`, {
      field: "passwordRecoveryStatus",
    });
  }
  await sql`update users set password_recovery_status = ${to}, password_recovery_updated_at = now()
    where id = ${user.id}`.execute(tx);
  await publish(tx, "user-changed", { userId: user.id });
  await recordAudit(tx, ctx, {
    accountId: await auditHome(tx, ctx, user.id),
    action: "user.recovery-changed",
    objectType: "user",
    objectId: user.id,
    objectName: `${user.firstName} ${user.lastName}`,
    message: `password recovery of ${user.firstName} ${user.lastName} is now ${words[to]}`,
    before: { passwordRecoveryStatus: from },
    after: { passwordRecoveryStatus: to },
  });
}

async function movedJustNow(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users
    where id = ${userId} and password_recovery_updated_at > now() - interval '1 minute'`.execute(tx);
  return rows.length > 0;
}

const words: Readonly<Record<RecoveryStatus, string>> = {
  NONE: "not asked for",
  REQUESTED: "requested",
  IN_PROGRESS: "in progress",
  COMPLETED: "completed",
  BLOCKED: "blocked",
};
