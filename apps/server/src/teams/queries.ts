import { sql } from "kysely";
import { roleColumns, type RoleRow } from "#domains/roles";
import type { Db } from "#platform/database.ts";

export interface TeamRow {
  id: string;
  accountId: string;
  name: string;
  description: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = sql`t.id, t.account_id as "accountId", t.name, t.description, t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

/** Teams that hold something in the account, by name. */
export async function teamsOfAccount(db: Db, accountId: string, search: string): Promise<TeamRow[]> {
  const pattern = `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<TeamRow>`select ${columns} from teams t
    where t.id in (select team_id from team_accounts where account_id = ${accountId})
      and (t.name ilike ${pattern} or t.description ilike ${pattern})
    order by t.name, t.id`.execute(db);
  return rows;
}

export async function teamsByIds(db: Db, ids: readonly string[]): Promise<(TeamRow | undefined)[]> {
  const { rows } = await sql<TeamRow>`select ${columns} from teams t where t.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export interface MemberRow {
  teamId: string;
  id: string;
  userName: string;
  email: string;
  firstName: string;
  lastName: string;
  picture: string | null;
  iconPublicId: string | null;
  status: "INVITED" | "ACTIVE" | "SUSPENDED";
  isFromOtherAccount: boolean;
  homeAccountId: string | null;
  homeAccountName: string | null;
}

/** By first name. */
export async function membersOf(db: Db, teamIds: readonly string[]): Promise<MemberRow[][]> {
  const { rows } = await sql<MemberRow>`
    select m.team_id as "teamId", u.id, u.user_name as "userName", u.user_name as email,
      u.first_name as "firstName", u.last_name as "lastName", u.picture, f.public_id as "iconPublicId", u.status,
      not exists (select 1 from account_users seat where seat.user_id = u.id and seat.account_id = t.account_id)
        as "isFromOtherAccount",
      home.id as "homeAccountId", home.name as "homeAccountName"
    from team_members m join teams t on t.id = m.team_id join users u on u.id = m.user_id
      left join files f on f.id = u.user_icon_id left join accounts home on home.id = u.default_account_id
    where m.team_id = any(${teamIds}) order by u.first_name, u.last_name, u.id`.execute(db);
  return teamIds.map((id) => rows.filter((row) => row.teamId === id));
}

export interface TeamCounts {
  id: string;
  members: number;
  projects: number;
}

export async function teamCounts(db: Db, ids: readonly string[]): Promise<TeamCounts[]> {
  const { rows } = await sql<TeamCounts>`
    select t.id, (select count(*) from team_members m where m.team_id = t.id) as members,
      (select count(*) from team_account_projects p where p.team_id = t.id) as projects
    from teams t where t.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, members: 0, projects: 0 });
}

export interface TeamAccountRow {
  teamId: string;
  accountId: string;
  isPrimaryAccount: boolean;
}

/** The primary account first, then by name. */
export async function accountsOfTeams(db: Db, teamIds: readonly string[]): Promise<TeamAccountRow[][]> {
  const { rows } = await sql<TeamAccountRow>`
    select ta.team_id as "teamId", ta.account_id as "accountId", ta.is_primary_account as "isPrimaryAccount"
    from team_accounts ta join accounts a on a.id = ta.account_id
    where ta.team_id = any(${teamIds}) order by ta.is_primary_account desc, a.name, a.id`.execute(db);
  return teamIds.map((id) => rows.filter((row) => row.teamId === id));
}

/** Held in accounts, by name. */
export async function accountRolesOf(db: Db, teamIds: readonly string[]) {
  const { rows } = await sql<RoleRow & { teamId: string }>`
    select ${roleColumns}, g.team_id as "teamId"
    from team_account_roles g join roles r on r.id = g.role_id join products p on p.id = r.product_id
    where g.team_id = any(${teamIds}) order by r.name, r.id`.execute(db);
  return teamIds.map((id) => rows.filter((row) => row.teamId === id));
}

export interface TeamProjectRow {
  teamId: string;
  id: string;
  name: string;
  accountId: string;
}

/** By name. */
export async function projectsOfTeams(db: Db, teamIds: readonly string[]): Promise<TeamProjectRow[][]> {
  const { rows } = await sql<TeamProjectRow>`
    select t.team_id as "teamId", p.id, p.name, p.account_id as "accountId"
    from team_account_projects t join projects p on p.id = t.project_id
    where t.team_id = any(${teamIds}) order by p.name, p.id`.execute(db);
  return teamIds.map((id) => rows.filter((row) => row.teamId === id));
}

/** Held in single projects, by name. */
export async function projectRolesOf(db: Db, teamIds: readonly string[]) {
  const { rows } = await sql<RoleRow & { teamId: string; projectId: string }>`
    select ${roleColumns}, g.team_id as "teamId", g.project_id as "projectId"
    from team_project_roles g join roles r on r.id = g.role_id join products p on p.id = r.product_id
    where g.team_id = any(${teamIds}) order by r.name, r.id`.execute(db);
  return teamIds.map((id) => rows.filter((row) => row.teamId === id));
}
