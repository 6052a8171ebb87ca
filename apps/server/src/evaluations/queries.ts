import { sql } from "kysely";
import type { ExpectationEnum } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";

export interface SetRow {
  readonly id: string;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const setColumns = sql`e.id, e.solution_id as "solutionId", s.name as "solutionName", s.project_id as "projectId",
  p.account_id as "accountId", e.name, e.description, e.version, e.created_at as "createdAt", e.updated_at as "updatedAt"`;
const setsFrom = sql`from evaluation_sets e join solutions s on s.id = e.solution_id join projects p on p.id = s.project_id`;

/** Ordered by name. */
export async function listSets(db: Db, solutionId: string): Promise<SetRow[]> {
  const { rows } = await sql<SetRow>`select ${setColumns} ${setsFrom} where e.solution_id = ${solutionId}
    order by lower(e.name), e.id`.execute(db);
  return rows;
}

export async function findSet(db: Db, id: string): Promise<SetRow | undefined> {
  const { rows } = await sql<SetRow>`select ${setColumns} ${setsFrom} where e.id = ${id}`.execute(db);
  return rows[0];
}

export interface CaseRow {
  readonly id: string;
  readonly setId: string;
  readonly position: number;
  readonly input: string;
  readonly expectation: ExpectationEnum;
  readonly expected: string;
  readonly source: string;
}

/** For DataLoaders. In their order. */
export async function casesOfSets(db: Db, ids: readonly string[]): Promise<CaseRow[][]> {
  const { rows } =
    await sql<CaseRow>`select id, set_id as "setId", position, input, expectation, expected, source
    from evaluation_cases where set_id = any(${ids}) order by position, id`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.setId);
  return ids.map((id) => groups.get(id) ?? []);
}

export interface RunRow {
  readonly id: string;
  readonly setId: string;
  readonly projectId: string;
  readonly solutionVersionId: string;
  readonly versionNumber: number;
  readonly contentHash: string;
  readonly judgeCredentialId: string | null;
  readonly jobId: string | null;
  readonly status: "QUEUED" | "RUNNING" | "FINISHED" | "FAILED" | "CANCELLED";
  readonly error: string | null;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly cost: number;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const runColumns = sql`r.id, r.set_id as "setId", s.project_id as "projectId", r.solution_version_id as "solutionVersionId",
  v.number as "versionNumber", r.content_hash as "contentHash", r.judge_credential_id as "judgeCredentialId",
  r.job_id as "jobId",
  -- A job that was cancelled or gave up took the run with it.
  case when r.status in ('QUEUED', 'RUNNING') and j.status = 'CANCELLED' then 'CANCELLED'
    when r.status in ('QUEUED', 'RUNNING') and j.status = 'FAILED' then 'FAILED' else r.status end as status,
  coalesce(r.error, case when j.status = 'FAILED' then j.message end) as error,
  r.total, r.passed, r.failed, r.cost, u.first_name || ' ' || u.last_name as "createdBy",
  r.created_at as "createdAt", r.finished_at as "finishedAt"`;
const runsFrom = sql`from evaluation_runs r join solution_versions v on v.id = r.solution_version_id
  join solutions s on s.id = v.solution_id left join users u on u.id = r.created_by left join jobs j on j.id = r.job_id`;

/** Newest first. */
export async function listRuns(db: Db, setId: string, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select ${runColumns} ${runsFrom} where r.set_id = ${setId}
    order by r.created_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${runColumns} ${runsFrom} where r.id = ${id}`.execute(db);
  return rows[0];
}

export interface ResultRow {
  readonly runId: string;
  readonly caseId: string;
  readonly position: number;
  readonly input: string;
  readonly expectation: ExpectationEnum;
  readonly expected: string;
  readonly answer: string;
  readonly citations: unknown[];
  readonly passed: boolean;
  readonly reason: string;
  readonly ms: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

/** For DataLoaders. In the order of the set. */
export async function resultsOfRuns(db: Db, ids: readonly string[]): Promise<ResultRow[][]> {
  const { rows } =
    await sql<ResultRow>`select run_id as "runId", case_id as "caseId", position, input, expectation,
      expected, answer, citations, passed, reason, ms, input_tokens as "inputTokens", output_tokens as "outputTokens", cost
    from evaluation_results where run_id = any(${ids}) order by position, case_id`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.runId);
  return ids.map((id) => groups.get(id) ?? []);
}
