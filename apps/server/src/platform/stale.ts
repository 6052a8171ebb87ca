// Optimistic versions: an edit carries the version it was read at, and a stale one is refused with
// the fields it would have overwritten, who changed them and when.
import { sql } from "kysely";
import type { Tx } from "./database.ts";
import { Conflict } from "./errors.ts";

type Versioned =
  | "accounts"
  | "users"
  | "teams"
  | "projects"
  | "project_environment_configs"
  | "customers"
  | "bots"
  | "pypes"
  | "streams"
  | "widgets"
  | "external_agent_integrations"
  | "canned_replies"
  | "llm_credentials"
  | "solutions"
  | "evaluation_sets";

/** Locks the row until the transaction ends. `values` are the columns about to be written. */
export async function refuseStale(
  tx: Tx,
  table: Versioned,
  id: string,
  version: number | null | undefined,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await sql<
    Record<string, unknown> & {
      version: number;
      updated_at: Date;
      last_updated?: Date;
      updated_by: string | null;
    }
  >`
    select * from ${sql.table(table)} where id = ${id} for update`.execute(tx);
  const row = rows[0];
  if (!row || version == null || version === row.version) return;
  const fields = Object.keys(values).filter((field) => String(row[field]) !== String(values[field]));
  if (fields.length === 0) return;
  // Widgets carry the time under the name their API gives it.
  const when = (row.last_updated ?? row.updated_at).toISOString();
  const who = await changedBy(tx, row.updated_by);
  const named = fields.map((field) => field.replaceAll("_", " ")).join(", ");
  throw new Conflict(
    `${who} changed this at ${when}, after you opened it. Not saved: ${named}. Reload to see the new values.`,
    { fields, who, when, version: row.version },
  );
}

async function changedBy(tx: Tx, userId: string | null): Promise<string> {
  if (!userId) return "Someone";
  const user = await tx
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user ? `${user.first_name} ${user.last_name}` : "Someone";
}
