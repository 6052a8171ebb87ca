import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface RoleRow {
  id: string;
  key: string;
  name: string;
  accountId: string;
  productId: string;
  product: { id: string; name: string; displayName: string };
}

// The one shape of a role; add the conditions and the order.
export const roleColumns = sql`r.id, r.key, r.name, r.account_id as "accountId", r.product_id as "productId",
  jsonb_build_object('id', p.id, 'name', p.name, 'displayName', p.display_name) as product`;

/** By product and name. */
export async function rolesOfAccounts(db: Db, accountIds: readonly string[]): Promise<RoleRow[][]> {
  const { rows } = await sql<RoleRow>`
    select ${roleColumns} from roles r join products p on p.id = r.product_id
    where r.account_id = any(${accountIds}) order by p.display_name, r.name, r.id`.execute(db);
  return accountIds.map((id) => rows.filter((row) => row.accountId === id));
}

/** By name; those that do not exist are left out. */
export async function rolesByIds(db: Db, ids: readonly string[]): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select ${roleColumns} from roles r join products p on p.id = r.product_id
    where r.id = any(${ids}) order by r.name, r.id`.execute(db);
  return rows;
}
