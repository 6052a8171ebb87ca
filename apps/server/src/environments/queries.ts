import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface EnvironmentConfigRow {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly environmentName: string;
  readonly status: "ACTIVE" | "INACTIVE";
  readonly description: string;
  readonly version: number;
  readonly updatedAt: Date;
}

const columns = sql`c.id, c.project_id as "projectId", c.environment_id as "environmentId", e.name as "environmentName",
  c.status, c.description, c.version, c.updated_at as "updatedAt"`;

/** For DataLoaders: undefined where there is none. */
export async function environmentConfigsByIds(db: Db, ids: readonly string[]) {
  const { rows } = await sql<EnvironmentConfigRow>`
    select ${columns} from project_environment_configs c join environments e on e.id = c.environment_id
    where c.id = any(${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** Of each project: Sandbox, then Live. */
export async function environmentConfigsOf(db: Db, projectIds: readonly string[]) {
  const { rows } = await sql<EnvironmentConfigRow>`
    select ${columns} from project_environment_configs c join environments e on e.id = c.environment_id
    where c.project_id = any(${[...projectIds]}::uuid[]) order by e.id`.execute(db);
  return projectIds.map((id) => rows.filter((row) => row.projectId === id));
}

export interface DomainRow {
  readonly id: string;
  readonly url: string;
  readonly type: "EXACT" | "WILDCARD";
  readonly configId: string;
}

/** Of each environment, by address. */
export async function domainsOf(db: Db, configIds: readonly string[]) {
  const { rows } = await sql<DomainRow>`
    select id, url, type, project_environment_config_id as "configId" from domains
    where project_environment_config_id = any(${[...configIds]}::uuid[]) order by host, path_prefix, url`.execute(
    db,
  );
  return configIds.map((id) => rows.filter((row) => row.configId === id));
}
