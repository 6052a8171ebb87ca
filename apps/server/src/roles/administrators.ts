// The last administrator of an account cannot go while no account above it has one (decision 003).
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";

/** Runs the change; refuses it when one of the accounts had an administrator before and has none after. */
export async function keepAdministrators<T>(
  tx: Tx,
  accountIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  // Two people removing each other at the same moment take turns, so that the second one is refused.
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx);
  const before = await accountsWithAdministrator(tx, accountIds);
  const result = await change();
  const after = new Set(await accountsWithAdministrator(tx, accountIds));
  const orphan = before.find((id) => !after.has(id));
  if (orphan !== undefined) {
    const account = await tx
      .selectFrom("accounts")
      .select("name")
      .where("id", "=", orphan)
      .executeTakeFirst();
    throw new Conflict(
      `${account?.name ?? "The organisation"} would be left without an administrator. Name another one first.`,
      { accountId: orphan },
    );
  }
  return result;
}

async function accountsWithAdministrator(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a where a.id = any(${accountIds}) and exists (
      select 1 from role_grants g
        join roles r on r.id = g.role_id and r.key = 'organization_admin'
        join users u on u.id = g.user_id and u.status <> 'SUSPENDED'
      where g.project_id is null and g.account_id = any(a.path))`.execute(tx);
  return rows.map((row) => row.id);
}

/** Where these people are administrators, directly or through a team. */
export async function administeredAccounts(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.account_id as id from role_grants g
      join roles r on r.id = g.role_id and r.key = 'organization_admin'
    where g.project_id is null and g.user_id = any(${userIds})`.execute(tx);
  return rows.map((row) => row.id);
}
