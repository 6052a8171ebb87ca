import type { Db } from "#platform/database.ts";

export function findUser(db: Db, id: string) {
  return db
    .selectFrom("users")
    .select([
      "id",
      "user_name as userName",
      "user_name as email",
      "first_name as firstName",
      "last_name as lastName",
      "picture",
      "default_account_id as defaultAccountId",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}
