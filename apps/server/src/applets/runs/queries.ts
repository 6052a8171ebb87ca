import { sql } from "kysely";
import type { AppletRunStatus } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import type { ActionResult } from "../engine/run-store.ts";

export interface RunLogRow {
  readonly id: string;
  readonly appletInstanceId: string;
  readonly appletInstanceName: string;
  readonly appletInstanceVersion: number;
  readonly projectId: string;
  readonly projectEnvironmentConfigId: string;
  readonly status: AppletRunStatus;
  readonly triggerId: string | null;
  readonly triggerName: string;
  readonly triggerKind: string;
  readonly event: Record<string, unknown>;
  readonly condition: unknown;
  readonly actions: ActionResult[];
  readonly error: string | null;
  readonly attempt: number;
  readonly retryOf: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

const columns = sql`r.id, r.applet_instance_id as "appletInstanceId", r.instance_name as "appletInstanceName",
  r.instance_version as "appletInstanceVersion", r.project_id as "projectId",
  r.project_environment_config_id as "projectEnvironmentConfigId", r.status, r.trigger_id as "triggerId",
  r.trigger_name as "triggerName", r.trigger_kind as "triggerKind", r.event, r.condition, r.actions, r.error, r.attempt,
  r.retry_of as "retryOf", r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt"`;

export interface RunFilter {
  readonly configId: string;
  readonly instanceId?: string | undefined;
  readonly status?: AppletRunStatus | undefined;
  readonly search?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listRuns(db: Db, filter: RunFilter): Promise<RunLogRow[]> {
  const pattern = filter.search ? `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%` : null;
  const { rows } = await sql<RunLogRow>`
    select ${columns} from applet_runs r
    where r.project_environment_config_id = ${filter.configId}
      and (${filter.instanceId ?? null}::uuid is null or r.applet_instance_id = ${filter.instanceId ?? null}::uuid)
      and (${filter.status ?? null}::text is null or r.status = ${filter.status ?? null})
      and (${filter.before ?? null}::uuid is null or r.id < ${filter.before ?? null}::uuid)
      and (${pattern}::text is null or (r.instance_name || ' ' || r.trigger_name || ' ' || coalesce(r.error, '') || ' ' ||
        r.event::text || ' ' || r.actions::text) ilike ${pattern})
    order by r.id desc limit ${filter.limit}`.execute(db);
  return rows;
}

export async function findRun(db: Db, id: string): Promise<RunLogRow | undefined> {
  const { rows } = await sql<RunLogRow>`select ${columns} from applet_runs r where r.id = ${id}`.execute(db);
  return rows[0];
}
