import { ROLE_TEMPLATES } from "#access/actions.ts";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";

/** A new account with its place in the tree and a role for every line of the permission table. */
export async function insertAccount(
  tx: Db,
  account: { name: string; parentId?: string | undefined; id?: string; isManaged?: boolean },
): Promise<string> {
  const id = account.id ?? newId();
  const parent = account.parentId
    ? await tx
        .selectFrom("accounts")
        .select("path")
        .where("id", "=", account.parentId)
        .executeTakeFirstOrThrow()
    : { path: [] };
  await tx
    .insertInto("accounts")
    .values({
      id,
      name: account.name,
      parent_id: account.parentId ?? null,
      path: [...parent.path, id],
      is_managed: account.isManaged ?? true,
    })
    .execute();
  const products = await tx.selectFrom("products").select(["id", "name"]).execute();
  const productIds = new Map(products.map((product) => [product.name, product.id]));
  await tx
    .insertInto("roles")
    .values(
      ROLE_TEMPLATES.map((role) => {
        const productId = productIds.get(role.product);
        if (!productId) throw new Error(`There is no product ${role.product}.`);
        return { id: newId(), account_id: id, product_id: productId, key: role.key, name: role.name };
      }),
    )
    .execute();
  if (!account.parentId) await stateBuiltInLoginMethods(tx, id);
  return id;
}

/** A top organisation states its login methods; those below inherit them until they state their own. */
export async function stateBuiltInLoginMethods(tx: Db, accountId: string): Promise<void> {
  const methods = await tx.selectFrom("default_auth_methods").select(["id", "provider_id"]).execute();
  await tx
    .insertInto("account_auth_method_settings")
    .values(
      methods.map((method) => ({
        id: newId(),
        account_id: accountId,
        auth_method_id: method.id,
        is_default: method.provider_id === "password",
      })),
    )
    .execute();
}
