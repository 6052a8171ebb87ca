import { sql } from "kysely";
import { can, type Viewer } from "#access/viewer.ts";
import type { Delta } from "#domains/audit-log";
import { requireGrantable } from "#domains/roles";
import { visibleTo } from "#domains/users";
import type { Tx } from "#platform/database.ts";
import { NotFound } from "#platform/errors.ts";

interface TeamPlace {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
}

/** Teams of accounts whose access the viewer manages; others answer like missing ones. Locked until the end. */
export async function manageableTeams(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<TeamPlace[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TeamPlace>`
    select id, name, account_id as "accountId" from teams where id = any(${ids})
    order by name, id for no key update`.execute(tx);
  if (rows.length !== ids.length) throw new NotFound("team");
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    if (!(await can(viewer, "access.manage", { accountId }))) throw new NotFound("team");
  }
  return rows;
}

/** Who joins a team gets all it holds, so the viewer must be able to give each of its roles where it holds them. */
export async function requireTeamGrantable(tx: Tx, viewer: Viewer, teamId: string): Promise<void> {
  const { rows } = await sql<{ key: string; name: string; accountId: string; projectId: string | null }>`
    select r.key, r.name, g.account_id as "accountId", null as "projectId"
    from team_account_roles g join roles r on r.id = g.role_id where g.team_id = ${teamId}
    union all
    select r.key, r.name, p.account_id, p.id
    from team_project_roles g join roles r on r.id = g.role_id join projects p on p.id = g.project_id
    where g.team_id = ${teamId}`.execute(tx);
  for (const role of rows) {
    const place =
      role.projectId === null
        ? { accountId: role.accountId }
        : { accountId: role.accountId, projectId: role.projectId };
    await requireGrantable(viewer, place, [role]);
  }
}

/** Members may come from any account whose people the viewer may see. */
export async function changeMembers(
  tx: Tx,
  viewer: Viewer,
  team: TeamPlace,
  members: { add: readonly string[]; remove: readonly string[] },
): Promise<Delta> {
  const add = await namesOf(tx, viewer, members.add);
  const remove = await namesOf(tx, viewer, members.remove);
  if (add.length + remove.length > 0) await requireTeamGrantable(tx, viewer, team.id);
  const added: string[] = [];
  for (const user of add) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("team_members")
      .values({ team_id: team.id, user_id: user.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) added.push(user.name);
  }
  const removed: string[] = [];
  for (const user of remove) {
    const { numDeletedRows } = await tx
      .deleteFrom("team_members")
      .where("team_id", "=", team.id)
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) removed.push(user.name);
  }
  return { what: "members", added, removed };
}

async function namesOf(
  tx: Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where u.id = any(${ids}) and ${visibleTo(viewer.userId ?? "")} order by u.first_name, u.id`.execute(tx);
  if (rows.length !== ids.length) throw new NotFound("user");
  return rows;
}

export async function memberIds(tx: Tx, teamIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from team_members where team_id = any(${teamIds})`.execute(tx);
  return rows.map((row) => row.id);
}
