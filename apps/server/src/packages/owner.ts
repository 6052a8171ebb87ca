// Who a new package or template belongs to: the account that is named, or the one its author calls their own.
import { requireAccess, requireUser } from "#access/viewer.ts";
import { Invalid } from "#platform/errors.ts";
import type { Context } from "../context.ts";

export async function requireOwner(ctx: Context, accountId: string | null | undefined): Promise<string> {
  const id = accountId ?? (await defaultAccountOf(ctx));
  await requireAccess(ctx.viewer, "package.edit", { accountId: id });
  return id;
}

async function defaultAccountOf(ctx: Context): Promise<string> {
  const user = await ctx.db
    .selectFrom("users")
    .select("default_account_id as accountId")
    .where("id", "=", requireUser(ctx.viewer))
    .executeTakeFirst();
  if (!user?.accountId) throw new Invalid("accountId", "Say which organisation it belongs to.");
  return user.accountId;
}
