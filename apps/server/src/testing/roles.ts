import type { RoleKey } from "#access/actions.ts";
import type { TestServer } from "./server.ts";

/** The id of an account's role by its key. */
export async function roleId(server: TestServer, accountId: string, key: RoleKey): Promise<string> {
  const role = await server.db
    .selectFrom("roles")
    .select("id")
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return role.id;
}

/** What the newest entries of an account's log say, newest first. */
export async function auditMessages(server: TestServer, accountId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom("audit_log")
    .select("detail")
    .where("account_id", "=", accountId)
    .orderBy("sequence", "desc")
    .execute();
  return rows.map((row) => String(Object(row.detail)["message"]));
}
