import { requireAccess, requireUser, viewerIn } from "#access/viewer.ts";
import {
  type Delta,
  deltaSentence,
  deltaValues,
  fieldWords,
  hasChanges,
  nothingToAudit,
  recordAudit,
} from "#domains/audit-log";
import { administeredAccounts, announceAccessChange, keepAdministrators } from "#domains/roles";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { knownId, knownIds } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { changeUserAccess, type UserAccessChange } from "./assignments.ts";
import { auditHome } from "./audit-home.ts";
import { editProfile, lockedUser, type ProfileChange } from "./profile.ts";
import { findUser, type UserRow } from "./queries.ts";
import { canEditProfile, visibleUser } from "./resolvers.ts";

export const editResolvers: Resolvers = {
  Mutation: {
    async updateUser(_, args, ctx) {
      const { id, accountId } = args;
      const viewerId = requireUser(ctx.viewer);
      const isSelf = id === viewerId;
      const access = accessChange(args);
      // One's own profile is one's own; roles, teams and projects are never.
      const onlyProfile = isEmpty(access);
      await requireAccess(ctx.viewer, isSelf && onlyProfile ? "account.read" : "access.manage", {
        accountId,
      });
      const user = await seatedUser(ctx, accountId, id);
      const canEdit = await canEditProfile(ctx, user);
      await change(ctx, async (tx) => {
        const locked = await existing(lockedUser(tx, user.id));
        const profile = await editProfile(tx, locked, args, { userId: viewerId, canEdit });
        const deltas = onlyProfile ? [] : await saveAccess(tx, ctx, user.id, accountId, access);
        await tell(tx, ctx, accountId, locked, profile, deltas);
      });
      return existing(findUser(ctx.db, user.id));
    },
    async updateUserLimited(_, args, ctx) {
      const userId = requireUser(ctx.viewer);
      if (args.id && args.id !== userId) throw new NotFound("user");
      if (args.accountId) await requireAccess(ctx.viewer, "account.read", { accountId: args.accountId });
      await change(ctx, async (tx) => {
        const locked = await existing(lockedUser(tx, userId));
        const profile = await editProfile(tx, locked, args, { userId, canEdit: true });
        await tell(tx, ctx, args.accountId ?? (await auditHome(tx, ctx, userId)), locked, profile, []);
      });
      return existing(findUser(ctx.db, userId));
    },
    async setUserAccountProjectsRoles(_, { userId, projectRolesUpdate, isConsolidatingDetails }, ctx) {
      const user = await visibleUser(ctx, userId);
      if (projectRolesUpdate.length === 0 && !isConsolidatingDetails) {
        nothingToAudit(ctx);
        return user;
      }
      const accountId = await accountOfProject(ctx, projectRolesUpdate[0]?.projectId);
      await change(ctx, async (tx) => {
        const deltas = await saveAccess(tx, ctx, user.id, accountId, {
          ...noChange,
          projectRoles: projectRolesUpdate,
          isConsolidating: isConsolidatingDetails ?? false,
        });
        await tell(tx, ctx, accountId, user, undefined, deltas);
      });
      return existing(findUser(ctx.db, user.id));
    },
  },
};

const noChange: UserAccessChange = {
  rolesToAdd: [],
  rolesToRemove: [],
  teamsToAdd: [],
  teamsToRemove: [],
  projectsToAdd: [],
  projectsToRemove: [],
  projectRoles: [],
  isConsolidating: false,
};

type Ids = readonly string[] | null | undefined;

export function accessChange(args: {
  roleIdsToAdd?: Ids;
  roleIdsToRemove?: Ids;
  teamIdsToAdd?: Ids;
  teamIdsToRemove?: Ids;
  projectIdsToAdd?: Ids;
  projectIdsToRemove?: Ids;
  projectRolesUpdate?: UserAccessChange["projectRoles"] | null | undefined;
  isConsolidatingDetails?: boolean | null | undefined;
}): UserAccessChange {
  return {
    rolesToAdd: knownIds(args.roleIdsToAdd, "role"),
    rolesToRemove: knownIds(args.roleIdsToRemove, "role"),
    teamsToAdd: knownIds(args.teamIdsToAdd, "team"),
    teamsToRemove: knownIds(args.teamIdsToRemove, "team"),
    projectsToAdd: knownIds(args.projectIdsToAdd, "project"),
    projectsToRemove: knownIds(args.projectIdsToRemove, "project"),
    projectRoles: args.projectRolesUpdate ?? [],
    isConsolidating: args.isConsolidatingDetails ?? false,
  };
}

function isEmpty({ isConsolidating, ...lists }: UserAccessChange): boolean {
  return !isConsolidating && Object.values(lists).every((list) => list.length === 0);
}

/** Applies the change as the viewer may, keeps every account an administrator, and tells open subscriptions. */
export async function saveAccess(
  tx: Tx,
  ctx: Context,
  userId: string,
  accountId: string,
  access: UserAccessChange,
): Promise<Delta[]> {
  const viewer = viewerIn(tx, ctx.viewer);
  const takesAway = access.rolesToRemove.length + access.teamsToRemove.length > 0;
  const watched = takesAway ? [accountId, ...(await administeredAccounts(tx, [userId]))] : [];
  const deltas = await keepAdministrators(tx, watched, () =>
    changeUserAccess(tx, viewer, userId, accountId, access),
  );
  await announceAccessChange(tx, [userId]);
  return deltas;
}

async function tell(
  tx: Tx,
  ctx: Context,
  accountId: string,
  user: UserRow,
  profile: ProfileChange | undefined,
  deltas: readonly Delta[],
): Promise<void> {
  if (!profile && !hasChanges(deltas)) return nothingToAudit(ctx);
  const name = `${user.firstName} ${user.lastName}`;
  const parts = [profile ? `changed ${fieldWords(profile.fields)}` : "", deltaSentence(deltas)].filter(
    Boolean,
  );
  await recordAudit(tx, ctx, {
    accountId,
    action: profile && !hasChanges(deltas) ? "user.updated" : "user.access-changed",
    objectType: "user",
    objectId: user.id,
    objectName: name,
    message: `${parts.join("; ")} for ${name}`,
    before: { ...profile?.before, ...deltaValues(deltas, "removed") },
    after: { ...profile?.after, ...deltaValues(deltas, "added") },
  });
}

/** Somebody with a seat in the account; whoever has none answers like somebody who does not exist. */
export async function seatedUser(ctx: Context, accountId: string, id: string): Promise<UserRow> {
  const userId = knownId(id, "user");
  const seat = await ctx.db
    .selectFrom("account_users")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!seat) throw new NotFound("user");
  return existing(findUser(ctx.db, userId));
}

async function accountOfProject(ctx: Context, projectId: string | undefined): Promise<string> {
  const id = knownId(projectId ?? "", "project");
  const project = await ctx.db
    .selectFrom("projects")
    .select("account_id as accountId")
    .where("id", "=", id)
    .executeTakeFirst();
  const grants = project && (await ctx.viewer.accountGrants(project.accountId));
  if (!project || !grants || grants.held.size === 0) throw new NotFound("project");
  await requireAccess(ctx.viewer, "access.manage", { accountId: project.accountId });
  return project.accountId;
}

async function existing(user: Promise<UserRow | undefined>): Promise<UserRow> {
  const found = await user;
  if (!found) throw new Forbidden("This person is gone.");
  return found;
}
