import { randomBytes } from "node:crypto";
import type { Db } from "#platform/database.ts";
import type { SecretBinding, Secrets } from "#platform/secrets/secrets.ts";

const binding: SecretBinding = { tenantId: "system", column: "identity_keys.sealed", rowId: "provider" };

/** Made on the first start; of two servers that start at once, the first one's counts. */
export async function loadProviderKey(db: Db, secrets: Secrets): Promise<Buffer> {
  const fresh = secrets.encryptSecret(randomBytes(32).toString("base64"), binding);
  await db
    .insertInto("identity_keys")
    .values({ id: binding.rowId, sealed: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("identity_keys")
    .select("sealed")
    .where("id", "=", binding.rowId)
    .executeTakeFirstOrThrow();
  return Buffer.from(secrets.decryptSecret(row.sealed, binding), "base64");
}
