import { can, requireAccess, requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { page } from "#platform/input.ts";
import { type Context, load } from "../context.ts";
import { listDefaultAuthMethods } from "./login-method-queries.ts";
import { accountsByIds, type AccountRow, listVisibleAccounts } from "./queries.ts";

export const queryResolvers: Resolvers = {
  Query: {
    accountById: (_, { id }, ctx) => readableAccount(ctx, id),
    accountDetails: (_, { id }, ctx) => readableAccount(ctx, id),
    async accounts(_, { filterCriteria, parentId, limit, offset }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      const parent = parentId ?? filterCriteria?.parentId ?? undefined;
      if (parent !== undefined) await requireAccess(ctx.viewer, "account.read", { accountId: parent });
      return listVisibleAccounts(ctx.db, viewerId, {
        parentId: parent,
        search: filterCriteria?.search?.trim() ?? "",
        ...page({ limit, offset }, { usual: 1_000, most: 1_000 }),
      });
    },
    async organizationMetadata(_, { accountId }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      return { accountId };
    },
    defaultAuthMethods(_, __, ctx) {
      requireUser(ctx.viewer);
      return listDefaultAuthMethods(ctx.db);
    },
  },
  OrganizationMetadata: {
    canManageAccess: ({ accountId }, _, ctx) => can(ctx.viewer, "access.manage", { accountId }),
    canReadAccess: ({ accountId }, _, ctx) => can(ctx.viewer, "access.read", { accountId }),
    canUpdateAccount: ({ accountId }, _, ctx) => can(ctx.viewer, "account.update", { accountId }),
    async canSetLimits({ accountId }, _, ctx) {
      const account = await load(ctx, accountsByIds, accountId);
      return can(ctx.viewer, "account.update", { accountId: account?.parentId ?? accountId });
    },
    canManageLoginMethods: ({ accountId }, _, ctx) =>
      can(ctx.viewer, "account.manage-login-methods", { accountId }),
    canReadAuditLog: ({ accountId }, _, ctx) => can(ctx.viewer, "audit-log.read", { accountId }),
    canCreateAccounts: ({ accountId }, _, ctx) => can(ctx.viewer, "account.create", { accountId }),
    canCreateProjects: ({ accountId }, _, ctx) => can(ctx.viewer, "project.create", { accountId }),
    canEditPackages: ({ accountId }, _, ctx) => can(ctx.viewer, "package.edit", { accountId }),
  },
};

export async function readableAccount(ctx: Context, id: string): Promise<AccountRow> {
  await requireAccess(ctx.viewer, "account.read", { accountId: id });
  return await existingAccount(ctx, id);
}

export async function existingAccount(ctx: Context, id: string): Promise<AccountRow> {
  const account = await load(ctx, accountsByIds, id);
  // The viewer holds something in it, so it was there a moment ago.
  if (!account) throw new Error(`The account ${id} went away while it was being read.`);
  return account;
}

/** For links from elsewhere: null when the viewer may not look into the account. */
export async function accountInSight(ctx: Context, id: string | null): Promise<AccountRow | null> {
  if (id === null || !(await can(ctx.viewer, "account.read", { accountId: id }))) return null;
  return (await load(ctx, accountsByIds, id)) ?? null;
}
