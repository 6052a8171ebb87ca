import type { RoleKey } from "#access/actions.ts";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { Services } from "../context.ts";

export interface NewUser {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly accountId: string;
  readonly roleKeys?: readonly RoleKey[];
}

/** A person and their seat in an account, with an identity at the built-in provider but no password yet. */
export async function insertUser(
  tx: Tx,
  services: Pick<Services, "identity">,
  user: NewUser,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("users")
    .values({
      id,
      user_name: user.userName,
      first_name: user.firstName,
      last_name: user.lastName,
      default_account_id: user.accountId,
    })
    .execute();
  await tx.insertInto("account_users").values({ account_id: user.accountId, user_id: id }).execute();
  if (user.roleKeys?.length) {
    await tx
      .insertInto("account_user_roles")
      .columns(["account_id", "user_id", "role_id"])
      .expression((eb) =>
        eb
          .selectFrom("roles")
          .select((role) => [
            role.val(user.accountId).$castTo<string>().as("account_id"),
            role.val(id).as("user_id"),
            "id",
          ])
          .where("account_id", "=", user.accountId)
          .where("key", "in", [...(user.roleKeys ?? [])]),
      )
      .execute();
  }
  await services.identity?.createIdentity({ id, email: user.userName }, tx);
  return id;
}
