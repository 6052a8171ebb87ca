import { sql } from "kysely";
import type { Condition } from "@parley/condition";
import { compareSemver, usableAccounts } from "#domains/packages";
import type { AppletCategoryEnum, AppletStatusEnum, AppletTypeEnum } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";

export interface AppletRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly pkgName: string;
  readonly displayName: string;
  readonly description: string;
  readonly appletType: AppletTypeEnum;
  readonly appletCategory: AppletCategoryEnum;
  readonly latestVersionId: string | null;
  readonly createdAt: Date;
}

export interface AppletVersionRow {
  readonly id: string;
  readonly appletId: string;
  readonly version: string;
  readonly schema: Record<string, unknown>;
  readonly createdAt: Date;
}

export interface InstanceRow {
  readonly id: string;
  readonly accountId: string;
  readonly projectId: string | null;
  readonly projectEnvironmentConfigId: string | null;
  readonly appletVersionId: string;
  readonly name: string;
  readonly description: string;
  readonly options: Record<string, unknown>;
  readonly status: AppletStatusEnum;
  readonly conditionId: string;
  readonly condition: Condition;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
}

export interface StepRow {
  readonly id: string;
  readonly appletInstanceId: string;
  readonly kind: "TRIGGER" | "ACTION";
  readonly name: string;
  readonly options: Record<string, unknown>;
  readonly packageId: string;
  readonly packageVersionId: string;
}

const appletColumns = sql`a.id, a.account_id as "accountId", a.pkg_name as "pkgName", a.display_name as "displayName",
  a.description, a.applet_type as "appletType", a.applet_category as "appletCategory",
  a.latest_version_id as "latestVersionId", a.created_at as "createdAt"`;
const versionColumns = sql`id, applet_id as "appletId", version, schema, created_at as "createdAt"`;
const instanceColumns = sql`i.id, i.account_id as "accountId", i.project_id as "projectId",
  i.project_environment_config_id as "projectEnvironmentConfigId", i.applet_version_id as "appletVersionId", i.name,
  i.description, i.options, i.status, i.condition_id as "conditionId", i.condition, i.version,
  i.created_at as "createdAt", i.updated_at as "updatedAt", i.updated_by as "updatedBy"`;
const stepColumns = sql`id, applet_instance_id as "appletInstanceId", kind, name, options, package_id as "packageId",
  package_version_id as "packageVersionId"`;

/** By display name. */
export async function listApplets(
  db: Db,
  viewerId: string,
  accountId: string | undefined,
): Promise<AppletRow[]> {
  const { rows } = await sql<AppletRow>`
    select ${appletColumns} from applets a
    where (a.account_id is null or a.account_id in ${usableAccounts(viewerId)})
      and (${accountId ?? null}::uuid is null or a.account_id is null
        or a.account_id = any((select path from accounts where id = ${accountId ?? null}::uuid)::uuid[]))
    order by lower(a.display_name), a.id`.execute(db);
  return rows;
}

export async function findUsableApplet(db: Db, viewerId: string, id: string): Promise<AppletRow | undefined> {
  const { rows } = await sql<AppletRow>`
    select ${appletColumns} from applets a
    where a.id = ${id} and (a.account_id is null or a.account_id in ${usableAccounts(viewerId)})`.execute(db);
  return rows[0];
}

export async function appletsByIds(db: Db, ids: readonly string[]) {
  const { rows } =
    await sql<AppletRow>`select ${appletColumns} from applets a where a.id = any(${[...ids]}::uuid[])`.execute(
      db,
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export async function appletVersionsByIds(db: Db, ids: readonly string[]) {
  const { rows } = await sql<AppletVersionRow>`
    select ${versionColumns} from applet_versions where id = any(${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Of each template, newest version first. */
export async function appletVersionsOf(db: Db, appletIds: readonly string[]) {
  const { rows } = await sql<AppletVersionRow>`
    select ${versionColumns} from applet_versions where applet_id = any(${[...appletIds]}::uuid[])`.execute(
    db,
  );
  return appletIds.map((id) =>
    rows.filter((row) => row.appletId === id).toSorted((a, b) => compareSemver(b.version, a.version)),
  );
}

export async function instancesByIds(db: Db, ids: readonly string[]) {
  const { rows } = await sql<InstanceRow>`
    select ${instanceColumns} from applet_instances i where i.id = any(${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Of each environment, by name. */
export async function appletInstancesOf(db: Db, configIds: readonly string[]) {
  const { rows } = await sql<InstanceRow>`
    select ${instanceColumns} from applet_instances i
    where i.project_environment_config_id = any(${[...configIds]}::uuid[]) order by lower(i.name), i.id`.execute(
    db,
  );
  return configIds.map((id) => rows.filter((row) => row.projectEnvironmentConfigId === id));
}

/** Triggers, then actions, each in their order. */
export async function stepsOf(db: Db, instanceIds: readonly string[]) {
  const { rows } = await sql<StepRow>`
    select ${stepColumns} from applet_steps where applet_instance_id = any(${[...instanceIds]}::uuid[])
    order by kind desc, position, id`.execute(db);
  return instanceIds.map((id) => rows.filter((row) => row.appletInstanceId === id));
}

/** Where the instances of a template are, as counted and as listed before a delete. */
export async function instancesOfApplet(db: Db, appletId: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    projectId: string | null;
    projectName: string | null;
    configId: string | null;
  }>`
    select i.id, i.name, i.project_id as "projectId", p.name as "projectName", i.project_environment_config_id as "configId"
    from applet_instances i join applet_versions v on v.id = i.applet_version_id left join projects p on p.id = i.project_id
    where v.applet_id = ${appletId} order by p.name, i.name, i.id`.execute(db);
  return rows;
}
