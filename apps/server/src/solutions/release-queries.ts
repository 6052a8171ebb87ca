import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export type EnvironmentName = "Sandbox" | "Live";

export interface PublishCheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly required: boolean;
  readonly message: string;
}

export interface ReleaseRow {
  readonly id: string;
  readonly solutionId: string;
  readonly solutionVersionId: string;
  readonly number: number;
  readonly botVersionId: string;
  readonly environment: EnvironmentName;
  readonly isCurrent: boolean;
  readonly isRollback: boolean;
  readonly isForced: boolean;
  readonly note: string;
  readonly checks: PublishCheckResult[];
  readonly publishedBy: string | null;
  readonly publishedAt: Date;
  readonly confirmedAt: Date | null;
}

const columns = sql`r.id, r.solution_id as "solutionId", r.solution_version_id as "solutionVersionId", v.number,
  r.bot_version_id as "botVersionId", r.environment, r.is_current as "isCurrent", r.is_rollback as "isRollback",
  r.is_forced as "isForced", r.note, r.checks, u.first_name || ' ' || u.last_name as "publishedBy",
  r.published_at as "publishedAt", r.confirmed_at as "confirmedAt"`;
const from = sql`from solution_releases r join solution_versions v on v.id = r.solution_version_id
  left join users u on u.id = r.published_by`;

/** Newest first. */
export async function listReleases(
  db: Db,
  solutionId: string,
  environment?: EnvironmentName,
): Promise<ReleaseRow[]> {
  const only = environment ? sql`and r.environment = ${environment}` : sql``;
  const { rows } = await sql<ReleaseRow>`select ${columns} ${from} where r.solution_id = ${solutionId} ${only}
    order by r.published_at desc, r.id desc limit 500`.execute(db);
  return rows;
}

/** For DataLoaders: what answers in each environment, Sandbox before Live. */
export async function currentReleases(db: Db, solutionIds: readonly string[]): Promise<ReleaseRow[][]> {
  const { rows } = await sql<ReleaseRow>`select ${columns} ${from}
    where r.solution_id = any(${solutionIds}) and r.is_current order by r.environment desc`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.solutionId);
  return solutionIds.map((id) => groups.get(id) ?? []);
}

export async function currentRelease(
  db: Db,
  solutionId: string,
  environment: EnvironmentName,
): Promise<ReleaseRow | undefined> {
  return (await currentReleases(db, [solutionId]))[0]?.find((release) => release.environment === environment);
}

/** What answered there before, with a version other than the one that answers now. */
export async function previousRelease(
  db: Db,
  solutionId: string,
  environment: EnvironmentName,
): Promise<ReleaseRow | undefined> {
  const current = await currentRelease(db, solutionId, environment);
  if (!current) return undefined;
  // A rollback steps behind the release it left, not back to it.
  const { rows } = await sql<ReleaseRow>`select ${columns} ${from}
    where r.solution_id = ${solutionId} and r.environment = ${environment} and not r.is_current
      and r.solution_version_id <> ${current.solutionVersionId}
      and r.published_at < (select min(published_at) from solution_releases first
        where first.solution_id = ${solutionId} and first.environment = ${environment}
          and first.solution_version_id = ${current.solutionVersionId})
    order by r.published_at desc limit 1`.execute(db);
  return rows[0];
}

export interface GateRow {
  readonly environment: EnvironmentName;
  readonly requiresValidation: boolean;
  readonly requiresCredentialTest: boolean;
  readonly evaluationSetId: string | null;
  readonly minPassShare: number;
}

export const openGate = (environment: EnvironmentName): GateRow => ({
  environment,
  requiresValidation: false,
  requiresCredentialTest: false,
  evaluationSetId: null,
  minPassShare: 1,
});

/** One per environment, Sandbox before Live. */
export async function listGates(db: Db, solutionId: string): Promise<GateRow[]> {
  const { rows } = await sql<GateRow>`select environment, requires_validation as "requiresValidation",
      requires_credential_test as "requiresCredentialTest", evaluation_set_id as "evaluationSetId",
      min_pass_share as "minPassShare"
    from publish_gates where solution_id = ${solutionId}`.execute(db);
  return (["Sandbox", "Live"] as const).map(
    (environment) => rows.find((row) => row.environment === environment) ?? openGate(environment),
  );
}

/** The newest finished run of a set against a version. */
export async function lastRun(db: Db, setId: string, solutionVersionId: string) {
  const { rows } = await sql<{ total: number; passed: number; contentHash: string; setName: string }>`
    select r.total, r.passed, r.content_hash as "contentHash", s.name as "setName"
    from evaluation_runs r join evaluation_sets s on s.id = r.set_id
    where r.set_id = ${setId} and r.solution_version_id = ${solutionVersionId} and r.status = 'FINISHED'
    order by r.created_at desc limit 1`.execute(db);
  return rows[0];
}
