// How a person may sign in: with what at least one of their organisations offers. An organisation that
// states nothing offers what the nearest one above it does, and in the end the built-in methods.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

/** Rows (account_id, custom_auth_method_id, provider_id): what each of the person's organisations offers now. */
export const offersFor = (userId: string) => sql`
  select m.account_id, s.custom_auth_method_id, coalesce(d.provider_id, c.provider_id) as provider_id
  from account_users m join accounts a on a.id = m.account_id
    join lateral (
      select step.id from unnest(a.path) with ordinality as step (id, position)
      where exists (select 1 from account_auth_method_settings x where x.account_id = step.id)
      order by step.position desc limit 1) nearest on true
    join account_auth_method_settings s on s.account_id = nearest.id and s.is_active
    left join default_auth_methods d on d.id = s.auth_method_id
    left join custom_auth_methods c on c.id = s.custom_auth_method_id
  where m.user_id = ${userId}`;

export async function allowsMethod(db: Db, userId: string, method: string): Promise<boolean> {
  const { rows } = await sql<{ is_allowed: boolean }>`
    select ${isMethodAllowed(userId, method)} as is_allowed`.execute(db);
  return rows[0]?.is_allowed ?? false;
}

/** `method` is a built-in method's provider id or that of a connection. */
export const isMethodAllowed = (userId: string, method: string | null) => sql<boolean>`(
  with mine as (select account_id from account_users where user_id = ${userId}), offers as (${offersFor(userId)})
  select not exists (select 1 from mine)
    or exists (select 1 from offers where provider_id = ${method})
    or (exists (select 1 from default_auth_methods where provider_id = ${method})
      and exists (select 1 from mine m where not exists (select 1 from offers o where o.account_id = m.account_id))))`;
