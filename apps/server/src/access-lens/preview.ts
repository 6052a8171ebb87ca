// What a pending change would do: it is applied with every check in a transaction that is then taken back.
import { requireAccess, viewerIn } from "#access/viewer.ts";
import { manageableTeams, memberIds, removeTeams, saveTeamAccess, teamChange } from "#domains/teams";
import { accessChange, removePerson, saveAccess, seatedUser } from "#domains/users";
import type { PendingAccessChange, Resolvers } from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid, NotFound, PublicError } from "#platform/errors.ts";
import { knownId, knownIds } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { effectiveRoles, type EffectiveRoleRow } from "./queries.ts";

export const previewResolvers: Resolvers = {
  Query: {
    async accessPreview(_, { accountId, change }, ctx) {
      await requireAccess(ctx.viewer, "access.manage", { accountId });
      return preview(ctx, accountId, change);
    },
  },
};

class TakenBack extends Error {}

async function preview(ctx: Context, accountId: string, change: PendingAccessChange) {
  let before: EffectiveRoleRow[] = [];
  let after: EffectiveRoleRow[] = [];
  let refusal: string | null = null;
  try {
    await ctx.db.transaction().execute(async (tx) => {
      const people = await concerned(tx, ctx, accountId, change);
      const look = () => effectiveRoles(tx, accountId, { userIds: people }, { limit: 10_000, offset: 0 });
      before = await look();
      await apply(tx, ctx, accountId, change);
      after = await look();
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof NotFound || error instanceof Invalid) throw error;
    if (error instanceof PublicError) refusal = error.message;
    else if (!(error instanceof TakenBack)) throw error;
  }
  // By another path is still held: only a role that is gone from a place, or new there, is a difference.
  const here = (row: EffectiveRoleRow) => [row.userId, row.roleKey, row.projectId].join();
  const [had, has] = [new Set(before.map(here)), new Set(after.map(here))];
  return {
    added: refusal === null ? after.filter((row) => !had.has(here(row))) : [],
    removed: refusal === null ? before.filter((row) => !has.has(here(row))) : [],
    refusal,
  };
}

async function concerned(
  tx: Tx,
  ctx: Context,
  accountId: string,
  change: PendingAccessChange,
): Promise<string[]> {
  const teamIds = [
    ...knownIds(change.deletedTeamIds, "team"),
    ...(change.teamId ? [knownId(change.teamId, "team")] : []),
  ];
  await manageableTeams(tx, viewerIn(tx, ctx.viewer), teamIds);
  const removed = knownIds(change.removedUserIds, "user");
  for (const id of [...removed, ...(change.userId ? [change.userId] : [])])
    await seatedUser(ctx, accountId, id);
  return [
    ...(await memberIds(tx, teamIds)),
    ...knownIds(change.userIdsToAdd, "user"),
    ...removed,
    ...(change.userId ? [change.userId] : []),
  ];
}

async function apply(tx: Tx, ctx: Context, accountId: string, change: PendingAccessChange): Promise<void> {
  // The log of a preview is taken back with it.
  const quiet: Context = { ...ctx, hasAudited: false };
  if (change.userId) {
    await saveAccess(tx, quiet, knownId(change.userId, "user"), accountId, accessChange(change));
  } else if (change.teamId) {
    const [team] = await manageableTeams(tx, viewerIn(tx, ctx.viewer), [knownId(change.teamId, "team")]);
    if (team) await saveTeamAccess(tx, quiet, team, accountId, teamChange(change));
  }
  const deleted = knownIds(change.deletedTeamIds, "team");
  if (deleted.length > 0) await removeTeams(tx, quiet, deleted);
  for (const userId of knownIds(change.removedUserIds, "user")) {
    await removePerson(tx, viewerIn(tx, ctx.viewer), accountId, userId);
  }
}
