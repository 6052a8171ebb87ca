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

export interface RunPage {
  readonly rows: RunLogRow[];
  /** Where to go on; null when everything was looked at. */
  readonly nextCursor: string | null;
  /** How many runs a search looked at for this page. */
  readonly searched?: number;
  readonly searchedBackTo?: Date | null;
}

/** Newest first. */
export async function listRuns(db: Db, filter: RunFilter): Promise<RunPage> {
  if (filter.search !== undefined) return searchRuns(db, filter, filter.search);
  const { rows } = await sql<RunLogRow>`
    select ${columns} from applet_runs r where ${narrowed(filter, filter.before)}
    order by r.id desc limit ${filter.limit + 1}`.execute(db);
  const page = rows.slice(0, filter.limit);
  return { rows: page, nextCursor: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null };
}

const windowSize = 2_000;
const searchMs = 1_000;

/**
 * An index over events and outputs would cost every run more than the run itself. So a search looks at one stretch
 * of the log after the other, newest first, and after a while answers with what it found and where it stopped.
 */
async function searchRuns(db: Db, filter: RunFilter, search: string): Promise<RunPage> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const until = Date.now() + searchMs;
  const found: RunLogRow[] = [];
  let before = filter.before;
  let searched = 0;
  for (;;) {
    const window = sql`select r.* from applet_runs r where ${narrowed(filter, before)} order by r.id desc limit ${windowSize}`;
    const { rows } = await sql<RunLogRow & { oldest: string; oldestAt: Date | null; count: number }>`
      with w as materialized (${window}),
        e as (select min(id::text) as oldest, min(created_at) as "oldestAt", count(*)::int as count from w)
      select e.oldest, e."oldestAt", e.count, ${columns} from e left join w r
        on (r.instance_name || ' ' || r.trigger_name || ' ' || coalesce(r.error, '') || ' ' ||
          r.event::text || ' ' || r.actions::text) ilike ${pattern}
      order by r.id desc limit ${filter.limit + 1 - found.length}`.execute(db);
    found.push(...rows.filter((row) => row.id !== null));
    const [end] = rows;
    searched += end?.count ?? 0;
    const looked = { searched, searchedBackTo: end?.oldestAt ?? null };
    if (found.length > filter.limit) {
      const page = found.slice(0, filter.limit);
      return { rows: page, nextCursor: page.at(-1)?.id ?? null, ...looked };
    }
    if (!end || end.count < windowSize) return { rows: found, nextCursor: null, ...looked };
    if (Date.now() > until) return { rows: found, nextCursor: end.oldest, ...looked };
    before = end.oldest;
  }
}

function narrowed({ configId, instanceId, status }: RunFilter, before: string | undefined) {
  return sql`r.project_environment_config_id = ${configId}
    and (${instanceId ?? null}::uuid is null or r.applet_instance_id = ${instanceId ?? null}::uuid)
    and (${status ?? null}::text is null or r.status = ${status ?? null})
    and (${before ?? null}::uuid is null or r.id < ${before ?? null}::uuid)`;
}

export async function findRun(db: Db, id: string): Promise<RunLogRow | undefined> {
  const { rows } = await sql<RunLogRow>`select ${columns} from applet_runs r where r.id = ${id}`.execute(db);
  return rows[0];
}
