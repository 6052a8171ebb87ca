import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";

/**
 * The id a caller chose for a new row. One that is in use in the project is refused; one that is in use elsewhere
 * must not tell so, and gives way to a new one.
 */
export async function freeId(
  db: Db,
  table: "pypes" | "widgets",
  projectId: string,
  asked: string | null | undefined,
): Promise<string> {
  if (asked == null) return newId();
  const owner =
    table === "pypes"
      ? sql<string | null>`project_of_pype(${asked})`
      : sql<string | null>`project_of_widget(${asked})`;
  const { rows } = await sql<{ projectId: string | null }>`select ${owner} as "projectId"`.execute(db);
  const usedIn = rows[0]?.projectId ?? null;
  if (usedIn === projectId) throw new Conflict("There is one with this id already.", { field: "id" });
  return usedIn === null ? asked : newId();
}
