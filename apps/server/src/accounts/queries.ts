import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

/** Accounts the viewer belongs to or holds a role in, and all below an account where they hold one. By name. */
export async function listVisibleAccounts(db: Db, userId: string, parentId: string | undefined) {
  const { rows } = await sql<{ id: string; name: string; parentId: string | null }>`
    with held as (
      select account_id from account_user_roles where user_id = ${userId}
      union
      select r.account_id from team_account_roles r join team_members m on m.team_id = r.team_id where m.user_id = ${userId}
    )
    select a.id, a.name, a.parent_id as "parentId" from accounts a
    where (${parentId ?? null}::uuid is null or a.parent_id = ${parentId ?? null}::uuid)
      and (a.path && array(select account_id from held)
        or exists (select 1 from account_users u where u.account_id = a.id and u.user_id = ${userId}))
    order by a.name, a.id`.execute(db);
  return rows;
}
