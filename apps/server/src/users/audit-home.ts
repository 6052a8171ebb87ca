import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import type { Context } from "../context.ts";

/** The organisation whose log a change of somebody's own data goes to: their home, else where they sit, else the viewer's. */
export async function auditHome(tx: Tx, ctx: Context, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select default_account_id as id, 0 as rank from users where id = ${userId} and default_account_id is not null
    union all
    select account_id, 1 from account_users where user_id = ${userId}
    union all
    select account_id, 2 from account_users where user_id = ${ctx.viewer.userId ?? null}::uuid
    union all
    select id, 3 from accounts where parent_id is null
    order by rank, id limit 1`.execute(tx);
  const home = rows[0]?.id;
  if (!home) throw new Error("There is no organisation whose log this could go to.");
  return home;
}
