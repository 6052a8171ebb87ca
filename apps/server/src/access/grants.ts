// What a person holds, in SQL. Rights flow down the account tree, never up or sideways (decision 003):
// a role held in an account counts in all its descendants and in all projects of those.
// Membership itself does not flow: belonging to a parent is no seat in its children.
// The statements are functions of the database (migration 0031): planned once per connection, not per call.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { statement } from "#platform/statement.ts";

export interface AccountGrants {
  readonly accountId: string;
  readonly held: ReadonlySet<string>;
}

export interface ProjectGrants extends AccountGrants {
  readonly projectId: string;
}

const heldInAccount = statement(
  (given: { userId: string; accountId: string }) => sql<{ held: string[] | null }>`
    select held_in_account(${given.userId}, ${given.accountId}) as held`,
);

/** Undefined when the account does not exist, and for a person who is suspended. */
export async function accountGrants(
  db: Db,
  userId: string,
  accountId: string,
): Promise<AccountGrants | undefined> {
  const [found] = await heldInAccount(db, { userId, accountId });
  const held = found?.held;
  return held ? { accountId, held: new Set(held) } : undefined;
}

const heldInProject = statement(
  (given: { userId: string; projectId: string }) => sql<{ account_id: string | null; held: string[] | null }>`
    select account_id, held from held_in_project(${given.userId}, ${given.projectId})`,
);

/** Membership of the account alone is not membership of its projects: those are assigned. */
export async function projectGrants(
  db: Db,
  userId: string,
  projectId: string,
): Promise<ProjectGrants | undefined> {
  const [found] = await heldInProject(db, { userId, projectId });
  return found?.account_id && found.held
    ? { projectId, accountId: found.account_id, held: new Set(found.held) }
    : undefined;
}
