// The same questions as in viewer.ts, as SQL conditions for lists: what may not be seen is filtered there.
import { type RawBuilder, sql } from "kysely";
import { type AccountAction, ACTIONS } from "./actions.ts";

/** True where the person may do this in the account of that alias (a row of `accounts`). */
export function allowedIn(userId: string, action: AccountAction, accountAlias: string): RawBuilder<boolean> {
  const holders: readonly string[] = ACTIONS[action].holders;
  const path = sql.ref(`${accountAlias}.granting_path`);
  const byRole = sql<boolean>`exists (select 1 from users where id = ${userId} and status <> 'SUSPENDED') and (exists (
      select 1 from account_user_roles g join roles r on r.id = g.role_id
      where g.user_id = ${userId} and g.account_id = any(${path}) and r.key = any(${holders}))
    or exists (
      select 1 from team_members m
        join team_account_roles g on g.team_id = m.team_id and g.account_id = any(${path})
        join roles r on r.id = g.role_id
      where m.user_id = ${userId} and r.key = any(${holders})))`;
  if (!holders.includes("member")) return sql`(${byRole})`;
  const id = sql.ref(`${accountAlias}.id`);
  return sql`(${byRole} or exists (select 1 from account_users seat
    where seat.user_id = ${userId} and seat.account_id = ${id} and ${id} = any(${path})))`;
}
