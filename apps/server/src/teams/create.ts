import type { RoleKey } from "#access/actions.ts";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";

export interface NewTeam {
  readonly accountId: string;
  readonly name: string;
  readonly description?: string;
  readonly userIds?: readonly string[];
  readonly projectIds?: readonly string[];
  readonly roleKeys?: readonly RoleKey[];
}

export async function insertTeam(tx: Tx, team: NewTeam): Promise<string> {
  const id = newId();
  const { accountId } = team;
  await tx
    .insertInto("teams")
    .values({ id, account_id: accountId, name: team.name, description: team.description ?? "" })
    .execute();
  await tx
    .insertInto("team_accounts")
    .values({ team_id: id, account_id: accountId, is_primary_account: true })
    .execute();
  for (const userId of team.userIds ?? []) {
    await tx.insertInto("team_members").values({ team_id: id, user_id: userId }).execute();
  }
  for (const projectId of team.projectIds ?? []) {
    await tx
      .insertInto("team_account_projects")
      .values({ team_id: id, account_id: accountId, project_id: projectId })
      .execute();
  }
  for (const key of team.roleKeys ?? []) {
    const role = await tx
      .selectFrom("roles")
      .select("id")
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("team_account_roles")
      .values({ team_id: id, account_id: accountId, role_id: role.id })
      .execute();
  }
  return id;
}
