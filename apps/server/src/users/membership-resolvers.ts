import { requireAccess, viewerIn } from "#access/viewer.ts";
import { nothingToAudit, recordAudit } from "#domains/audit-log";
import type { AddUserResult, EntityRemovalResult, Resolvers } from "#generated/resolvers.ts";
import { attempt } from "#platform/attempt.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { knownId } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { seatedUser } from "./edit-resolvers.ts";
import { addPerson, checkedPerson, invite, type NewPerson, removePerson } from "./membership.ts";
import { findUser, type UserRow, usersByIds } from "./queries.ts";

const mostAtOnce = 1_000;

export const membershipResolvers: Resolvers = {
  Mutation: {
    async addUserToAccount(_, { accountId, ...person }, ctx) {
      await requireAccess(ctx.viewer, "access.manage", { accountId });
      const checked = checkedPerson(person);
      const userId = await change(ctx, async (tx) => {
        const added = await addPerson(tx, ctx, accountId, checked, ctx.viewer.userId);
        if (added.outcome === "ALREADY_MEMBER") {
          throw new Conflict(`${checked.userName} already belongs to the organisation.`, {
            field: "userName",
          });
        }
        await tellAdded(tx, ctx, accountId, added.userId, checked.userName);
        return added.userId;
      });
      return existing(await findUser(ctx.db, userId));
    },
    async addUsersToAccount(_, { accountId, users, isDryRun }, ctx) {
      await requireAccess(ctx.viewer, "access.manage", { accountId });
      if (users.length === 0) throw new Invalid("users", "Name at least one person.");
      if (users.length > mostAtOnce) throw new Invalid("users", `Add at most ${mostAtOnce} people at once.`);
      return addMany(ctx, accountId, users, isDryRun ?? false);
    },
    async removeUserFromAccount(_, { accountId, userIds }, ctx) {
      await requireAccess(ctx.viewer, "access.manage", { accountId });
      if (userIds.length > mostAtOnce)
        throw new Invalid("userIds", `Remove at most ${mostAtOnce} people at once.`);
      return change(ctx, async (tx) => {
        const results: EntityRemovalResult[] = [];
        for (const userId of new Set(userIds)) results.push(await removeOne(tx, ctx, accountId, userId));
        if (results.every((result) => !result.succeeded)) nothingToAudit(ctx);
        return results;
      });
    },
    async resendInvitation(_, { accountId, userId }, ctx) {
      await requireAccess(ctx.viewer, "access.manage", { accountId });
      const user = await seatedUser(ctx, accountId, userId);
      if (user.status !== "INVITED") {
        throw new Conflict(`${user.firstName} ${user.lastName} has signed in already.`);
      }
      await change(ctx, async (tx) => {
        await invite(tx, accountId, user.id, ctx.viewer.userId);
        await recordAudit(tx, ctx, {
          accountId,
          action: "user.invited",
          objectType: "user",
          objectId: user.id,
          objectName: `${user.firstName} ${user.lastName}`,
          message: `sent the invitation to ${user.userName} again`,
        });
      });
      return { succeeded: true };
    },
  },
};

/** Thrown to take a dry run back. */
class DryRun extends Error {}

interface RowResult extends Omit<AddUserResult, "user"> {
  readonly userId?: string;
}

/** Each row stands for itself: one that fails leaves the others in place. A dry run takes everything back. */
async function addMany(
  ctx: Context,
  accountId: string,
  people: readonly NewPerson[],
  isDryRun: boolean,
): Promise<(Omit<AddUserResult, "user"> & { user: UserRow | null })[]> {
  let results: RowResult[] = [];
  const seen = new Set<string>();
  try {
    results = await change(ctx, async (tx) => {
      for (const [row, person] of people.entries()) {
        results.push(await addRow(tx, ctx, accountId, { row, person, seen }));
      }
      if (isDryRun) throw new DryRun();
      if (!ctx.hasAudited) nothingToAudit(ctx);
      return results;
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    nothingToAudit(ctx);
    return results.map((result) => ({ ...result, user: null }));
  }
  const ids = results.flatMap((result) => result.userId ?? []);
  const users = new Map((await usersByIds(ctx.db, ids)).flatMap((user) => (user ? [[user.id, user]] : [])));
  return results.map((result) => ({ ...result, user: users.get(result.userId ?? "") ?? null }));
}

async function addRow(
  tx: Tx,
  ctx: Context,
  accountId: string,
  { row, person, seen }: { row: number; person: NewPerson; seen: Set<string> },
): Promise<RowResult> {
  const outcome = await attempt(tx, async () => {
    const checked = checkedPerson(person);
    if (seen.has(checked.userName)) throw new Invalid("userName", "This address is in the list twice.");
    seen.add(checked.userName);
    const added = await addPerson(tx, ctx, accountId, checked, ctx.viewer.userId);
    if (added.outcome !== "ALREADY_MEMBER")
      await tellAdded(tx, ctx, accountId, added.userId, checked.userName);
    return { ...added, userName: checked.userName };
  });
  if (outcome.refusal) {
    const { field } = outcome.refusal.extensions;
    return {
      row,
      userName: person.userName,
      outcome: "FAILED",
      field: typeof field === "string" ? field : null,
      message: outcome.refusal.message,
    };
  }
  return {
    row,
    userName: outcome.value.userName,
    outcome: outcome.value.outcome,
    userId: outcome.value.userId,
  };
}

async function tellAdded(tx: Tx, ctx: Context, accountId: string, userId: string, userName: string) {
  const user = existing(await findUser(tx, userId));
  await recordAudit(tx, ctx, {
    accountId,
    action: "user.added",
    objectType: "user",
    objectId: userId,
    objectName: `${user.firstName} ${user.lastName}`,
    message: `added ${user.firstName} ${user.lastName} (${userName}) to the organisation`,
    after: { name: `${user.firstName} ${user.lastName}`, email: userName },
  });
}

async function removeOne(tx: Tx, ctx: Context, accountId: string, id: string): Promise<EntityRemovalResult> {
  let name = "";
  const outcome = await attempt(tx, async () => {
    const user = await seatedIn(tx, accountId, id);
    name = `${user.firstName} ${user.lastName}`;
    await removePerson(tx, viewerIn(tx, ctx.viewer), accountId, user.id);
    await recordAudit(tx, ctx, {
      accountId,
      action: "user.removed",
      objectType: "user",
      objectId: user.id,
      objectName: name,
      message: `removed ${name} (${user.userName}) from the organisation`,
      before: { name, email: user.userName },
    });
  });
  return {
    entityId: id,
    entityDisplayName: name,
    succeeded: outcome.refusal === undefined,
    errorDetails: outcome.refusal?.message ?? null,
  };
}

async function seatedIn(tx: Tx, accountId: string, id: string): Promise<UserRow> {
  const userId = knownId(id, "user");
  const seat = await tx
    .selectFrom("account_users")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const user = seat && (await findUser(tx, userId));
  if (!user) throw new NotFound("user");
  return user;
}

function existing(user: UserRow | undefined): UserRow {
  if (!user) throw new Error("Somebody who was just saved is not there.");
  return user;
}
