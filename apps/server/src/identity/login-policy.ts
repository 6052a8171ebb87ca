// An organisation may turn ways of signing in on and off. A person may use what at least one of their
// organisations allows; an organisation that has set nothing allows the built-in methods.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

/** `method` is a built-in method's provider id or that of a connection, which serves its whole account tree. */
export async function allowsMethod(db: Db, userId: string, method: string): Promise<boolean> {
  const { rows } = await sql<{ is_allowed: boolean }>`
    with mine as (select account_id from account_users where user_id = ${userId}),
    rules as (
      select m.account_id, s.is_active, d.provider_id
      from mine m join account_auth_method_settings s using (account_id)
        join default_auth_methods d on d.id = s.auth_method_id),
    connection as (select account_id from custom_auth_methods where provider_id = ${method})
    select
      not exists (select 1 from mine)
      or case when exists (select 1 from connection)
        then exists (select 1 from mine m join accounts a on a.id = m.account_id
          join connection c on c.account_id = any(a.path))
        else exists (select 1 from mine m where coalesce(
          (select is_active from rules r where r.account_id = m.account_id and r.provider_id = ${method}), true))
        end as is_allowed`.execute(db);
  return rows[0]?.is_allowed ?? false;
}
