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
  const { rows } =
    table === "pypes"
      ? await sql<{
          projectId: string;
        }>`select project_id as "projectId" from pypes where id = ${asked}`.execute(db)
      : await sql<{ projectId: string }>`select p.project_id as "projectId" from widgets w
          join pypes p on p.id = w.pype_id where w.id = ${asked}`.execute(db);
  if (rows[0]?.projectId === projectId)
    throw new Conflict("There is one with this id already.", { field: "id" });
  return rows[0] ? newId() : asked;
}
