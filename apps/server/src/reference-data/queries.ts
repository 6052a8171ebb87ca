import type { Db } from "#platform/database.ts";

export function listProducts(db: Db) {
  return db
    .selectFrom("products")
    .select(["id", "name", "display_name as displayName", "is_tool as isTool"])
    .orderBy("display_name")
    .execute();
}

export function listLocales(db: Db) {
  return db
    .selectFrom("locales")
    .select([
      "id",
      "name",
      "locale",
      "language_code as languageCode",
      "for_users as forUsers",
      "for_projects as forProjects",
    ])
    .orderBy("name")
    .execute();
}

export function listTimeZones(db: Db) {
  return db.selectFrom("time_zones").select(["id", "identifier", "label"]).orderBy("identifier").execute();
}
