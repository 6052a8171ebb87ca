// Resource limits count in one account alone; the nearest value on the path is the one that holds (decision 023).
import { sql } from "kysely";
import type { Db, Tx } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";
import type { Resource } from "./settings.ts";

const uses: Readonly<Record<Resource, (accountId: string) => ReturnType<typeof sql<number>>>> = {
  users: (id) => sql<number>`(select count(*) from account_users where account_id = ${id})`,
  teams: (id) => sql<number>`(select count(*) from teams where account_id = ${id})`,
  projects: (id) => sql<number>`(select count(*) from projects where account_id = ${id})`,
  childAccounts: (id) => sql<number>`(select count(*) from accounts where parent_id = ${id})`,
  // Asked by requests that see one project only.
  bots: (id) => sql<number>`bots_in_account(${id})`,
};

const nouns: Readonly<Record<Resource, string>> = {
  users: "people",
  teams: "teams",
  projects: "projects",
  childAccounts: "organisations below it",
  bots: "bots",
};

export async function limitOf(db: Db, accountId: string, resource: Resource): Promise<number | undefined> {
  const { rows } = await sql<{ value: number | null }>`
    select (holder.resource_limit_settings ->> ${resource}::text)::integer as value
    from accounts a join accounts holder on holder.id = any(a.path)
    where a.id = ${accountId} and holder.resource_limit_settings ? ${resource}::text
    order by cardinality(holder.path) desc limit 1`.execute(db);
  return rows[0]?.value ?? undefined;
}

/** Call before adding one in the same transaction: two people adding the last one take turns. */
export async function requireRoomFor(tx: Tx, accountId: string, resource: Resource): Promise<void> {
  const limit = await limitOf(tx, accountId, resource);
  if (limit === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${resource} ${accountId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`select ${uses[resource](accountId)} as count`.execute(tx);
  const inUse = rows[0]?.count ?? 0;
  if (inUse >= limit) {
    throw new Conflict(
      `The organisation may have ${limit} ${nouns[resource]} and has ${inUse}. Ask an administrator of the organisation above to raise the limit.`,
      { resource, limit, inUse },
    );
  }
}
