// The rows of runs: accepted, claimed and finished, many per statement. A run row is the queue entry and the log
// entry at once (decision 035).
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import type { Explanation } from "@parley/condition";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { renewedName } from "#platform/renewed-name.ts";
import { storableJson, storableText } from "./storable.ts";

export interface NewRun {
  readonly instanceId: string;
  readonly triggerId: string | null;
  readonly triggerName: string;
  readonly triggerKind: string;
  readonly event: Record<string, unknown>;
  readonly idempotencyKey: string;
  readonly retryOf?: string;
  /** What already happened in the browser. */
  readonly actions?: readonly ActionResult[];
  /** What the caller judged by; when it is no longer so, nothing is accepted. */
  readonly judgedBy?: { readonly instanceVersion: number; readonly webhookSecret: string };
}

export interface ActionResult {
  readonly actionId: string;
  readonly name: string;
  readonly packageName: string;
  readonly status: "SUCCEEDED" | "FAILED" | "SKIPPED";
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: string | undefined;
  readonly ms: number;
}

export interface RunRow {
  readonly id: string;
  readonly instanceId: string;
  readonly instanceVersion: number;
  readonly event: Record<string, unknown>;
  readonly actions: readonly ActionResult[];
  readonly attempt: number;
  readonly triggerId: string | null;
}

export interface Outcome {
  readonly id: string;
  readonly status: "SUCCEEDED" | "FAILED" | "SKIPPED" | "QUEUED";
  readonly condition: Explanation | null;
  readonly actions: readonly ActionResult[];
  readonly error: string | null;
  readonly startedAt: Date;
  readonly runAt?: Date | undefined;
}

export const leaseSeconds = 90;

const runColumns = sql`r.id, r.applet_instance_id as "instanceId", r.instance_version as "instanceVersion", r.event, r.actions,
  r.attempt, r.trigger_id as "triggerId"`;

/**
 * Accepts runs of instances that are active in an active environment, once per key; the others answer undefined.
 * With `isClaimed` the caller runs them itself and at once, and holds them until the lease is over.
 */
export async function insertRuns(
  db: Db,
  runs: readonly NewRun[],
  isClaimed: boolean,
  pool?: pg.Pool,
): Promise<(RunRow | undefined)[]> {
  const rows = runs.map((run) => ({ ...run, id: newId() }));
  const statement = sql<Pick<RunRow, "id" | "instanceId" | "instanceVersion">>`
    with active as (
      select i.id, i.project_id, i.project_environment_config_id, i.name, i.version
      from applet_instances i
        join project_environment_configs c on c.id = i.project_environment_config_id and c.status = 'ACTIVE'
      where i.id = any(${[...new Set(rows.map((run) => run.instanceId))]}::uuid[]) and i.status = 'ACTIVE'
      -- Held until the runs are written, so that none outlives its instance.
      for key share of i
    ), accepted as (
      insert into applet_runs as r (id, applet_instance_id, project_id, project_environment_config_id, instance_name,
        instance_version, status, trigger_id, trigger_name, trigger_kind, event, actions, idempotency_key, retry_of, attempt,
        started_at)
      select n.id, i.id, i.project_id, i.project_environment_config_id, i.name, i.version,
        ${isClaimed ? "RUNNING" : "QUEUED"}, n.trigger_id, n.trigger_name, n.trigger_kind, n.event, n.actions, n.key,
        n.retry_of, ${isClaimed ? 1 : 0}, ${isClaimed ? sql`now()` : sql`null`}
      from unnest(
        ${rows.map((run) => run.id)}::uuid[], ${rows.map((run) => run.instanceId)}::uuid[],
        ${rows.map((run) => run.triggerId)}::uuid[], ${rows.map((run) => run.triggerName)}::text[],
        ${rows.map((run) => run.triggerKind)}::text[], ${rows.map((run) => storableJson(run.event))}::jsonb[],
        ${rows.map((run) => storableJson(run.actions ?? []))}::jsonb[], ${rows.map((run) => storableText(run.idempotencyKey))}::text[],
        ${rows.map((run) => run.retryOf ?? null)}::uuid[], ${rows.map((run) => run.judgedBy?.instanceVersion ?? null)}::int[],
        ${rows.map((run) => run.judgedBy?.webhookSecret ?? null)}::text[]
      ) as n (id, instance_id, trigger_id, trigger_name, trigger_kind, event, actions, key, retry_of, version, secret)
        join active i on i.id = n.instance_id
        left join applet_webhooks w on w.trigger_id = n.trigger_id
      where (n.version is null or n.version = i.version) and (n.secret is null or n.secret = w.secret)
      on conflict (applet_instance_id, idempotency_key) do nothing
      returning r.id, r.applet_instance_id, r.instance_version
    ), claimed as (
      insert into applet_run_claims (id, run_ids, due_at)
      select ${newId()}::uuid, array_agg(id), now() + make_interval(secs => ${isClaimed ? leaseSeconds : 0})
      from accepted having count(*) > 0
    )
    select id, applet_instance_id as "instanceId", instance_version as "instanceVersion" from accepted`;
  const inserted = await often(db, pool, isClaimed ? nameOf.acceptAndClaim() : nameOf.accept(), statement);
  const byId = new Map(inserted.map((row) => [row.id, row]));
  return rows.map(({ id, event, actions = [], triggerId }) => {
    const row = byId.get(id);
    return row && { ...row, event, actions, triggerId, attempt: 1 };
  });
}

/** Runs that wait for their time, and those whose server fell silent: of at most that many claims. */
export async function claimRuns(db: Db, most: number, pool?: pg.Pool): Promise<RunRow[]> {
  const statement = sql<RunRow>`
    with due as (
      delete from applet_run_claims where id in (
        select id from applet_run_claims where due_at <= now() order by due_at limit ${most} for update skip locked)
      returning run_ids
    ), taken as (
      update applet_runs r set status = 'RUNNING', attempt = r.attempt + 1, started_at = coalesce(r.started_at, now())
      from (select unnest(run_ids) as id from due) d
      where r.id = d.id and r.status in ('QUEUED', 'RUNNING')
      returning ${runColumns}
    ), claimed as (
      insert into applet_run_claims (id, run_ids, due_at)
      select ${newId()}::uuid, array_agg(id), now() + make_interval(secs => ${leaseSeconds}) from taken having count(*) > 0
    )
    select * from taken`;
  return [...(await often(db, pool, nameOf.claim(), statement))];
}

/** Writes how runs ended, or when they are tried again. A run another server finished meanwhile is left alone. */
export async function finishRuns(db: Db, outcomes: readonly Outcome[], pool?: pg.Pool): Promise<void> {
  const statement = sql`
    with o as (select * from unnest(
      ${outcomes.map((it) => it.id)}::uuid[], ${outcomes.map((it) => it.status)}::text[],
      ${outcomes.map((it) => storableJson(it.condition))}::jsonb[], ${outcomes.map((it) => storableJson(it.actions))}::jsonb[],
      ${outcomes.map((it) => it.error && storableText(it.error))}::text[], ${outcomes.map((it) => it.startedAt)}::timestamptz[]
    ) as o (id, status, condition, actions, error, started_at))
    update applet_runs r set status = o.status, condition = o.condition, actions = o.actions, error = o.error,
      started_at = o.started_at, finished_at = case when o.status = 'QUEUED' then null else now() end
    from o where r.id = o.id and r.status = 'RUNNING'`;
  await often(db, pool, nameOf.finish(), statement);
  const again = outcomes.filter((outcome) => outcome.status === "QUEUED");
  if (again.length === 0) return;
  await sql`insert into applet_run_claims (id, run_ids, due_at)
    select id, array[run_id], due_at from unnest(
      ${again.map(() => newId())}::uuid[], ${again.map((it) => it.id)}::uuid[],
      ${again.map((it) => it.runAt ?? new Date())}::timestamptz[]) as n (id, run_id, due_at)`.execute(db);
}

/** Ends the lease of runs that were not begun. */
export async function releaseRuns(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update applet_run_claims set due_at = now() where run_ids && ${[...ids]}::uuid[]`.execute(db);
}

const nameOf = {
  accept: renewedName("accept-applet-runs"),
  acceptAndClaim: renewedName("accept-and-claim-applet-runs"),
  claim: renewedName("claim-applet-runs"),
  finish: renewedName("finish-applet-runs"),
};

/** A statement that runs all the time is planned once per connection; inside a transaction it goes the usual way. */
async function often<T>(
  db: Db,
  pool: pg.Pool | undefined,
  name: string,
  statement: RawBuilder<T>,
): Promise<readonly T[]> {
  if (!pool) return (await statement.execute(db)).rows;
  const { sql: text, parameters } = statement.compile(db);
  const { rows } = await pool.query<T & object>({ name, text, values: [...parameters] });
  return rows;
}
