import { sql } from "kysely";
import { holdersOf } from "#access/viewer.ts";
import type { PackageTypeEnum } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { compareSemver } from "./semver.ts";

export interface PackageRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly pkgName: string;
  readonly displayName: string;
  readonly description: string;
  readonly packageTypes: PackageTypeEnum[];
  readonly latestVersionId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PackageVersionRow {
  readonly id: string;
  readonly packageId: string;
  readonly version: string;
  readonly schema: Record<string, unknown>;
  readonly packageJson: Record<string, unknown>;
  readonly createdAt: Date;
}

const columns = sql`p.id, p.account_id as "accountId", p.pkg_name as "pkgName", p.display_name as "displayName", p.description,
  p.package_types as "packageTypes", p.latest_version_id as "latestVersionId", p.created_at as "createdAt",
  p.updated_at as "updatedAt"`;
const versionColumns = sql`id, package_id as "packageId", version, schema, package_json as "packageJson", created_at as "createdAt"`;

/**
 * Accounts whose packages and templates a person may use: where they belong or hold a role, all above those
 * (what a parent publishes is for its children) and all below an account where they hold a role.
 */
export const usableAccounts = (userId: string) => sql`(
  select unnest(a.path) from accounts a where exists (
    select 1 from account_users u where u.account_id = a.id and u.user_id = ${userId})
  union select unnest(a.path) from accounts a where exists (
    select 1 from account_user_roles g where g.user_id = ${userId} and g.account_id = any(a.path))
  union select unnest(a.path) from accounts a where exists (
    select 1 from team_account_roles g join team_members m on m.team_id = g.team_id
    where m.user_id = ${userId} and g.account_id = any(a.path))
  union select unnest(a.path) from user_projects u join accounts a on a.id = u.account_id where u.user_id = ${userId})`;

/** By display name. */
export async function listPackages(
  db: Db,
  viewerId: string,
  filter: { packageTypes?: readonly PackageTypeEnum[] | undefined; accountId?: string | undefined },
): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select ${columns} from packages p
    where (p.account_id is null or p.account_id in ${usableAccounts(viewerId)})
      and (${filter.accountId ?? null}::uuid is null or p.account_id is null
        or p.account_id = any((select path from accounts where id = ${filter.accountId ?? null}::uuid)::uuid[]))
      and (${filter.packageTypes ? [...filter.packageTypes] : null}::text[] is null
        or p.package_types && ${filter.packageTypes ? [...filter.packageTypes] : null}::text[])
    order by lower(p.display_name), p.id`.execute(db);
  return rows;
}

export async function findUsablePackage(
  db: Db,
  viewerId: string,
  id: string,
): Promise<PackageRow | undefined> {
  const { rows } = await sql<PackageRow>`
    select ${columns} from packages p
    where p.id = ${id} and (p.account_id is null or p.account_id in ${usableAccounts(viewerId)})`.execute(db);
  return rows[0];
}

export async function packagesByIds(db: Db, ids: readonly string[]) {
  const { rows } =
    await sql<PackageRow>`select ${columns} from packages p where p.id = any(${[...ids]}::uuid[])`.execute(
      db,
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export async function packageVersionsByIds(db: Db, ids: readonly string[]) {
  const { rows } = await sql<PackageVersionRow>`
    select ${versionColumns} from package_versions where id = any(${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Of each package, newest version first. */
export async function packageVersionsOf(db: Db, packageIds: readonly string[]) {
  const { rows } = await sql<PackageVersionRow>`
    select ${versionColumns} from package_versions where package_id = any(${[...packageIds]}::uuid[])`.execute(
    db,
  );
  return packageIds.map((id) =>
    rows.filter((row) => row.packageId === id).toSorted((a, b) => compareSemver(b.version, a.version)),
  );
}

export interface PackageUseRow {
  readonly appletInstanceId: string;
  readonly appletInstanceName: string;
  readonly status: "DRAFT" | "ACTIVE" | "PAUSED";
  readonly stepName: string;
  readonly version: string;
  readonly packageVersionId: string;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly accountId: string | null;
  readonly projectEnvironmentConfigId: string | null;
  readonly environmentName: string | null;
}

/** Every step that uses the package or one version of it. By project, environment and name. */
export async function packageUses(
  db: Db,
  filter: { packageId?: string; packageVersionId?: string | undefined },
): Promise<PackageUseRow[]> {
  const { rows } = await sql<PackageUseRow>`
    select i.id as "appletInstanceId", i.name as "appletInstanceName", i.status, s.name as "stepName", v.version,
      v.id as "packageVersionId", p.id as "projectId", p.name as "projectName", p.account_id as "accountId",
      c.id as "projectEnvironmentConfigId", e.name as "environmentName"
    from applet_steps s
      join applet_instances i on i.id = s.applet_instance_id
      join package_versions v on v.id = s.package_version_id
      left join project_environment_configs c on c.id = i.project_environment_config_id
      left join environments e on e.id = c.environment_id
      left join projects p on p.id = i.project_id
    where (${filter.packageId ?? null}::uuid is null or s.package_id = ${filter.packageId ?? null}::uuid)
      and (${filter.packageVersionId ?? null}::uuid is null or s.package_version_id = ${filter.packageVersionId ?? null}::uuid)
    order by p.name, e.name, i.name, s.position`.execute(db);
  return rows;
}

/** What pages load, one row per active environment: of one project, or of every project a person may see. By name. */
export async function listApplications(
  db: Db,
  filter: { projectId?: string | undefined; viewerId?: string | undefined },
) {
  const { rows } = await sql<{
    projectId: string;
    name: string;
    configId: string;
    environmentName: string;
    settings: unknown;
  }>`
    select p.id as "projectId", p.name, c.id as "configId", e.name as "environmentName", s.settings
    from projects p
      join project_environment_configs c on c.project_id = p.id and c.status = 'ACTIVE'
      join environments e on e.id = c.environment_id
      left join products a on a.name = 'analytics'
      left join project_product_settings s on s.project_id = p.id and s.product_id = a.id
    where (${filter.projectId ?? null}::uuid is not null and p.id = ${filter.projectId ?? null}::uuid)
      or (${filter.viewerId ?? null}::uuid is not null and (
        exists (select 1 from user_projects u where u.project_id = p.id and u.user_id = ${filter.viewerId ?? null}::uuid)
        or exists (select 1 from team_account_projects t join team_members m on m.team_id = t.team_id
          where t.project_id = p.id and m.user_id = ${filter.viewerId ?? null}::uuid)
        or exists (select 1 from accounts o join account_user_roles g on g.account_id = any(o.path)
          join roles r on r.id = g.role_id
          where o.id = p.account_id and g.user_id = ${filter.viewerId ?? null}::uuid
            and r.key = any(${holdersOf("project.list-all")}))))
    order by p.name, p.id, e.id`.execute(db);
  return rows;
}
