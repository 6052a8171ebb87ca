import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { Task, Tool } from "./agent-format.ts";

export interface SolutionRow {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly botSolutionId: string | null;
  readonly projectProStudioSettingId: string;
  readonly settings: Record<string, unknown>;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const solutionColumns = sql`s.id, s.name, s.project_id as "projectId", p.account_id as "accountId",
  s.bot_id as "botSolutionId", s.project_pro_studio_setting_id as "projectProStudioSettingId", s.settings,
  s.version, s.created_at as "createdAt", s.updated_at as "updatedAt"`;
const solutionsFrom = sql`from solutions s join projects p on p.id = s.project_id`;

/** Ordered by name. */
export async function listSolutions(db: Db, settingId: string): Promise<SolutionRow[]> {
  const { rows } = await sql<SolutionRow>`select ${solutionColumns} ${solutionsFrom}
    where s.project_pro_studio_setting_id = ${settingId} order by lower(s.name), s.id`.execute(db);
  return rows;
}

export async function findSolution(db: Db, id: string): Promise<SolutionRow | undefined> {
  const { rows } =
    await sql<SolutionRow>`select ${solutionColumns} ${solutionsFrom} where s.id = ${id}`.execute(db);
  return rows[0];
}

export interface VersionRow {
  readonly id: string;
  readonly solutionId: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly solutionName: string;
  readonly settingId: string;
  readonly number: number;
  readonly botSolutionVersionId: string | null;
  readonly brandName: string;
  readonly supervisorName: string;
  readonly tone: string;
  readonly knowledgeAgentContext: string;
  readonly otherInformation: string;
  readonly fallbackMessage: string;
  readonly llmCredentialId: string | null;
  readonly maxOutputTokens: number | null;
  readonly temperature: number | null;
  readonly topK: number | null;
  readonly topP: number | null;
  readonly tasks: readonly Task[];
  readonly tools: readonly Tool[];
  readonly fileIds: readonly string[];
  readonly note: string;
  readonly basedOn: string | null;
  readonly publishedAt: Date | null;
  readonly fieldVersions: Readonly<Record<string, FieldVersion>>;
  readonly version: number;
  readonly author: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
  readonly environments: readonly string[];
}

/** The version a field was last changed at, by whom and when. */
export interface FieldVersion {
  readonly version: number;
  readonly who: string;
  readonly when: string;
}

const versionColumns = sql`v.id, v.solution_id as "solutionId", s.project_id as "projectId", p.account_id as "accountId",
  s.name as "solutionName", s.project_pro_studio_setting_id as "settingId", v.number,
  v.bot_version_id as "botSolutionVersionId", v.brand_name as "brandName", v.supervisor_name as "supervisorName", v.tone,
  v.knowledge_agent_context as "knowledgeAgentContext", v.other_information as "otherInformation",
  v.fallback_message as "fallbackMessage", v.llm_credential_id as "llmCredentialId",
  v.max_output_tokens as "maxOutputTokens", v.temperature, v.top_k as "topK", v.top_p as "topP", v.tasks, v.tools,
  coalesce((select array_agg(f.file_id order by f.position) from solution_version_files f
    where f.solution_version_id = v.id), '{}') as "fileIds",
  v.note, v.based_on as "basedOn", v.published_at as "publishedAt", v.field_versions as "fieldVersions", v.version,
  a.first_name || ' ' || a.last_name as author, v.created_at as "createdAt", v.updated_at as "updatedAt",
  e.first_name || ' ' || e.last_name as "updatedBy",
  coalesce((select array_agg(r.environment order by r.environment desc) from solution_releases r
    where r.solution_version_id = v.id and r.is_current), '{}') as environments`;
const versionsFrom = sql`from solution_versions v join solutions s on s.id = v.solution_id
  join projects p on p.id = s.project_id
  left join users a on a.id = v.created_by left join users e on e.id = v.updated_by`;

export async function findSolutionVersion(db: Db, id: string): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`select ${versionColumns} ${versionsFrom} where v.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** For DataLoaders. Newest first. */
export async function versionsOfSolutions(db: Db, ids: readonly string[]): Promise<VersionRow[][]> {
  const { rows } = await sql<VersionRow>`select ${versionColumns} ${versionsFrom}
    where v.solution_id = any(${ids}) order by v.number desc`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.solutionId);
  return ids.map((id) => groups.get(id) ?? []);
}

export async function findSetting(db: Db, id: string) {
  return db
    .selectFrom("project_pro_studio_settings as t")
    .innerJoin("projects as p", "p.id", "t.project_id")
    .select([
      "t.id",
      "t.project_id as projectId",
      "p.account_id as accountId",
      "p.name as projectName",
      "t.customer_id as customerId",
    ])
    .where("t.id", "=", id)
    .executeTakeFirst();
}
