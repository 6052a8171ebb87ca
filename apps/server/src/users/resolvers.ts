import { can, requireAccess, requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { NotFound } from "#platform/errors.ts";
import { knownId, page } from "#platform/input.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { rolesWithin } from "./access-queries.ts";
import { countUsers, listUsers, type UserListFilter } from "./list.ts";
import { fileUrl } from "./picture.ts";
import { productFlags } from "./product-roles.ts";
import { findPicture, findUser, findVisibleUser, type UserRow } from "./queries.ts";

export const queryResolvers: Resolvers = {
  Query: {
    async currentUser(_, __, ctx) {
      return (await findUser(ctx.db, requireUser(ctx.viewer))) ?? null;
    },
    userById: (_, { id }, ctx) => visibleUser(ctx, id),
    userByPk: (_, { id }, ctx) => visibleUser(ctx, id),
    userAccess: (_, { userId }, ctx) => visibleUser(ctx, userId),
    async userPictureByEmail(_, { userEmail }, ctx) {
      const found = await findPicture(ctx.db, requireUser(ctx.viewer), userEmail.trim());
      return found ? { picture: fileUrl(ctx, found.iconPublicId, found.picture)?.url ?? null } : null;
    },
    async userProductRoles(_, { accountId, userId }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      // One's own roles are no secret; those of others need the right to see who has access.
      const action = userId === viewerId ? "account.read" : "access.read";
      await requireAccess(ctx.viewer, action, { accountId });
      const user = await visibleUser(ctx, userId);
      return productFlags(await rolesWithin(ctx.db, user.id, accountId));
    },
    async users(_, { accountId, filter, orderBy, isDescending, limit, offset }, ctx) {
      await requireAccess(ctx.viewer, "access.read", { accountId });
      return listUsers(ctx.db, accountId, userFilter(filter), {
        ...page({ limit, offset }, { usual: 1_000, most: 1_000 }),
        ...(orderBy && { orderBy }),
        isDescending: isDescending ?? false,
      });
    },
    async usersCount(_, { accountId, filter }, ctx) {
      await requireAccess(ctx.viewer, "access.read", { accountId });
      return countUsers(ctx.db, accountId, userFilter(filter));
    },
  },
};

export async function visibleUser(ctx: Context, id: string): Promise<UserRow> {
  const viewerId = requireUser(ctx.viewer);
  const user = await findVisibleUser(ctx.db, viewerId, knownId(id, "user"));
  if (!user) throw new NotFound("user");
  return user;
}

/** The person themselves, and access managers of their home organisation (decision 020). */
export async function canEditProfile(ctx: Context, user: UserRow): Promise<boolean> {
  if (user.id === ctx.viewer.userId) return true;
  return (
    user.defaultAccountId !== null && can(ctx.viewer, "access.manage", { accountId: user.defaultAccountId })
  );
}

type FilterInput = { readonly [K in keyof UserListFilter]?: UserListFilter[K] | null } | null | undefined;

function userFilter(filter: FilterInput): UserListFilter {
  const given = filter ?? {};
  const ids = [given.teamId, given.roleId, given.productId, given.projectId];
  // A filter by something that cannot exist finds nobody.
  if (ids.some((id) => id !== null && id !== undefined && !isId(id))) throw new NotFound("filter value");
  return {
    search: given.search ?? "",
    status: given.status ?? undefined,
    teamId: given.teamId ?? undefined,
    roleId: given.roleId ?? undefined,
    productId: given.productId ?? undefined,
    projectId: given.projectId ?? undefined,
    hasActiveSessions: given.hasActiveSessions ?? undefined,
    inactiveSince: given.inactiveSince ?? undefined,
  };
}
