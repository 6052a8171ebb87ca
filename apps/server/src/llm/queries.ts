import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export type ProviderKind =
  | "parley-passages"
  | "openai"
  | "anthropic"
  | "google"
  | "azure"
  | "openai-compatible";

export interface ProviderRow {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly name: string;
}

export interface CredentialRow {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly name: string;
  readonly model: string;
  readonly llmProviderId: string;
  readonly kind: ProviderKind;
  readonly providerName: string;
  readonly baseUrl: string | null;
  readonly embeddingModel: string;
  readonly supportsTools: boolean;
  readonly secretEncrypted: string | null;
  readonly secretLastFour: string;
  readonly secretChangedAt: Date | null;
  readonly testedAt: Date | null;
  readonly testError: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = sql`c.id, c.project_id as "projectId", p.account_id as "accountId", c.name, c.model,
  c.llm_provider_id as "llmProviderId", l.kind, l.name as "providerName", c.base_url as "baseUrl",
  c.embedding_model as "embeddingModel", c.supports_tools as "supportsTools",
  c.secret_encrypted as "secretEncrypted", c.secret_last_four as "secretLastFour",
  c.secret_changed_at as "secretChangedAt", c.tested_at as "testedAt", c.test_error as "testError",
  c.version, c.created_at as "createdAt", c.updated_at as "updatedAt"`;
const from = sql`from llm_credentials c join llm_providers l on l.id = c.llm_provider_id
  join projects p on p.id = c.project_id`;

/** Ordered by name. */
export async function listCredentials(db: Db, projectId: string): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`select ${columns} ${from} where c.project_id = ${projectId}
    order by lower(c.name), c.id`.execute(db);
  return rows;
}

export async function findCredential(db: Db, id: string): Promise<CredentialRow | undefined> {
  return (await credentialsByIds(db, [id]))[0] ?? undefined;
}

/** For DataLoaders: null where there is none. */
export async function credentialsByIds(
  db: Db,
  ids: readonly string[],
): Promise<readonly (CredentialRow | null)[]> {
  const { rows } = await sql<CredentialRow>`select ${columns} ${from} where c.id = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** In the order of their ids: the built-in one first. */
export async function listProviders(db: Db): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`select id, kind, name from llm_providers order by id`.execute(db);
  return rows;
}

export interface CredentialUse {
  readonly credentialId: string;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly solutionVersionId: string;
  readonly number: number;
  readonly environments: string[];
}

/** For DataLoaders. By solution name, newest version first. */
export async function usesOfCredentials(db: Db, ids: readonly string[]): Promise<CredentialUse[][]> {
  const { rows } = await sql<CredentialUse>`
    select v.llm_credential_id as "credentialId", s.id as "solutionId", s.name as "solutionName",
      v.id as "solutionVersionId", v.number,
      coalesce((select array_agg(r.environment order by r.environment desc) from solution_releases r
        where r.solution_version_id = v.id and r.is_current), '{}') as environments
    from solution_versions v join solutions s on s.id = v.solution_id
    where v.llm_credential_id = any(${ids}) order by lower(s.name), v.number desc`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.credentialId);
  return ids.map((id) => groups.get(id) ?? []);
}
