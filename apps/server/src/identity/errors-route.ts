import { isId } from "#platform/ids.ts";
import { ProviderError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/** What went wrong during a navigation, for the error page. */
export async function showError(x: Exchange) {
  const id = x.query["id"];
  if (id === "stub:500") {
    const error = new ProviderError(500, "This is an example of an error.").envelope()["error"];
    const at = x.provider.now().toISOString();
    return x.reply.code(200).send({ id, error, created_at: at, updated_at: at });
  }
  const row = isId(id)
    ? await x.provider.db.selectFrom("identity_errors").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new ProviderError(404, "There is no such error.");
  const at = row.created_at.toISOString();
  return x.reply.code(200).send({ id: row.id, error: row.error, created_at: at, updated_at: at });
}
