import { requireUser } from "#access/viewer.ts";
import { effectiveAuthMethodSettings } from "#domains/accounts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { knownId } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { credentialsOf } from "./auth-methods.ts";
import { findUser } from "./queries.ts";

export const linkResolvers: Resolvers = {
  Mutation: {
    // The settings flow at the provider did the linking; this call records it, and believes only the provider.
    async connectAuthMethod(_, { userId, accountAuthMethodSettingsId }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      if (userId !== viewerId) throw new NotFound("user");
      const setting = await offeredSetting(
        ctx,
        viewerId,
        knownId(accountAuthMethodSettingsId, "login method"),
      );
      const linked = (await credentialsOf(ctx.db, [viewerId])).get(viewerId);
      if (ctx.identity && setting.providerId !== "code" && !linked?.has(setting.providerId)) {
        throw new Conflict(`${setting.name} is not linked yet. Sign in there first.`);
      }
      await change(ctx, async (tx) => {
        await tx
          .insertInto("user_auth_methods")
          .values({ user_id: viewerId, account_auth_method_settings_id: setting.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const user = await findUser(tx, viewerId);
        await recordAudit(tx, ctx, {
          accountId: setting.accountId,
          action: "user.login-method-linked",
          objectType: "user",
          objectId: viewerId,
          objectName: user && `${user.firstName} ${user.lastName}`,
          message: `linked the login method ${setting.name}`,
        });
      });
      return true;
    },
  },
};

/** Only a method that is on in one of the person's organisations. */
async function offeredSetting(ctx: Context, userId: string, settingId: string) {
  const seats = await ctx.db
    .selectFrom("account_users")
    .select("account_id as id")
    .where("user_id", "=", userId)
    .execute();
  const offered = await effectiveAuthMethodSettings(
    ctx.db,
    seats.map((seat) => seat.id),
  );
  const setting = offered.flat().find((candidate) => candidate.id === settingId && candidate.isActive);
  if (!setting) throw new NotFound("login method");
  return setting;
}
