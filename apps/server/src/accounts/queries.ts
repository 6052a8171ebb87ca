import { sql } from "kysely";
import { allowedIn } from "#access/held-in.ts";
import type { Db } from "#platform/database.ts";
import { statement } from "#platform/statement.ts";

export interface AccountRow {
  id: string;
  name: string;
  parentId: string | null;
  path: string[];
  status: "ACTIVE" | "SUSPENDED";
  isManaged: boolean;
  accountManagerId: string | null;
  accountIconId: string | null;
  iconPublicId: string | null;
  picture: string | null;
  settings: unknown;
  generalSettings: Record<string, unknown>;
  resourceLimitSettings: Record<string, unknown>;
  version: number;
  /** As PostgreSQL writes times: few ask for them, and reading them takes longer than the rest of a row. */
  createdAt: string;
  updatedAt: string;
}

const columns = sql`a.id, a.name, a.parent_id as "parentId", a.path, a.status, a.is_managed as "isManaged",
  a.account_manager_id as "accountManagerId", a.account_icon_id as "accountIconId",
  (select public_id from files f where f.id = a.account_icon_id) as "iconPublicId", a.picture, a.settings,
  a.general_settings as "generalSettings", a.resource_limit_settings as "resourceLimitSettings", a.version,
  a.created_at::text as "createdAt", a.updated_at::text as "updatedAt"`;

const accountsWithIds = statement(
  ({ ids }: { ids: readonly string[] }) =>
    sql<AccountRow>`select ${columns} from accounts a where a.id = any(${ids})`,
);

export async function accountsByIds(db: Db, ids: readonly string[]): Promise<(AccountRow | undefined)[]> {
  const rows = await accountsWithIds(db, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export interface AccountListFilter {
  readonly parentId: string | undefined;
  /** Part of the name; then the whole tree below the parent is searched. */
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

/** Accounts the viewer may read: by name. */
export async function listVisibleAccounts(db: Db, viewerId: string, filter: AccountListFilter) {
  const { parentId, search } = filter;
  const below =
    parentId === undefined
      ? sql`true`
      : search === ""
        ? sql`a.parent_id = ${parentId}`
        : sql`a.path @> array[${parentId}]::uuid[] and a.id <> ${parentId}`;
  const named = search === "" ? sql`true` : sql`a.name ilike ${`%${escapeLike(search)}%`}`;
  const condition = sql`${below} and ${named} and ${allowedIn(viewerId, "account.read", "a")}`;
  const { rows } = await sql<AccountRow>`select ${columns} from accounts a where ${condition}
    order by a.name, a.id limit ${filter.limit} offset ${filter.offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from accounts a where ${condition}`.execute(db);
  return { count: counted[0]?.count ?? 0, rows };
}

/** Everything below the accounts that the viewer may read, by name. */
export async function descendantsOf(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<AccountRow[][]> {
  const { rows } = await sql<AccountRow>`select ${columns} from accounts a
    where a.path && ${ids}::uuid[] and ${allowedIn(viewerId, "account.read", "a")}
    order by a.name, a.id`.execute(db);
  return ids.map((id) => rows.filter((row) => row.id !== id && row.path.includes(id)));
}

export interface AccountCounts {
  id: string;
  users: number;
  teams: number;
  projects: number;
  childAccounts: number;
  bots: number;
}

export async function accountCounts(db: Db, ids: readonly string[]): Promise<AccountCounts[]> {
  const { rows } = await sql<AccountCounts>`
    select a.id,
      (select count(*) from account_users u where u.account_id = a.id) as users,
      (select count(*) from teams t where t.account_id = a.id) as teams,
      (select count(*) from projects p where p.account_id = a.id) as projects,
      (select count(*) from accounts c where c.parent_id = a.id) as "childAccounts",
      bots_in_account(a.id) as bots
    from accounts a where a.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, users: 0, teams: 0, projects: 0, childAccounts: 0, bots: 0 });
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
