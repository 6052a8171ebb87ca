// Every column that holds a sealed secret, and what each seal is bound to: for the rotation of the master key.
import type { Db } from "#platform/database.ts";
import type { SecretBinding, Secrets } from "#platform/secrets/secrets.ts";
import { sql } from "kysely";

interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly key: string;
  /** SQL of the tenant the seal is bound to, for a row `t`. */
  readonly tenant: string;
}

const accountOfProject = "(select p.account_id::text from projects p where p.id = t.project_id)";

export const secretPlaces: readonly SecretPlace[] = [
  { table: "identity_keys", column: "sealed", key: "id", tenant: "'system'" },
  {
    table: "custom_auth_methods",
    column: "client_secret_encrypted",
    key: "id",
    tenant: "t.account_id::text",
  },
  { table: "llm_credentials", column: "secret_encrypted", key: "id", tenant: accountOfProject },
  { table: "project_secrets", column: "sealed", key: "id", tenant: accountOfProject },
  { table: "pypes", column: "integration_headers_encrypted", key: "id", tenant: "t.project_id::text" },
  { table: "pypes", column: "visitor_secret_encrypted", key: "id", tenant: "t.project_id::text" },
  {
    table: "external_agent_integrations",
    column: "signing_secret_encrypted",
    key: "id",
    tenant: "t.project_id::text",
  },
  {
    table: "applet_webhooks",
    column: "secret",
    key: "trigger_id",
    tenant: `(select i.account_id::text from applet_steps s
      join applet_instances i on i.id = s.applet_instance_id where s.id = t.trigger_id)`,
  },
];

interface SealedRow {
  readonly key: string;
  readonly tenant: string;
  readonly sealed: string;
}

const rowsAtOnce = 200;

/**
 * Puts every secret under the current master key while servers read and write. A row that somebody writes
 * meanwhile is left to them: it is looked at again in the next round.
 */
export async function rotateSecrets(
  db: Db,
  secrets: Secrets,
  currentKeyId: string,
): Promise<{ rotated: number; broken: string[] }> {
  let rotated = 0;
  const broken: string[] = [];
  for (const place of secretPlaces) {
    let after = "";
    for (;;) {
      const rows = await rowsToRotate(db, place, currentKeyId, after);
      if (rows.length === 0) break;
      for (const row of rows) {
        after = row.key;
        const fresh = reseal(secrets, place, row);
        if (fresh === undefined) broken.push(`${place.table}.${place.column} of ${row.key}`);
        else if (await replace(db, place, row, fresh)) rotated += 1;
      }
    }
  }
  return { rotated, broken };
}

/** How many secrets still need a former key. */
export async function countOldSecrets(db: Db, currentKeyId: string): Promise<number> {
  let count = 0;
  for (const { table, column } of secretPlaces) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)} t
      where ${sql.ref(`t.${column}`)} is not null
        and not starts_with(${sql.ref(`t.${column}`)}, ${`p1:${currentKeyId}:`})`.execute(db);
    count += rows[0]?.count ?? 0;
  }
  return count;
}

async function rowsToRotate(db: Db, place: SecretPlace, currentKeyId: string, after: string) {
  const { table, column, key, tenant } = place;
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(`t.${key}`)}::text as key, ${sql.raw(tenant)} as tenant, ${sql.ref(`t.${column}`)} as sealed
    from ${sql.table(table)} t
    where ${sql.ref(`t.${column}`)} is not null
      and not starts_with(${sql.ref(`t.${column}`)}, ${`p1:${currentKeyId}:`})
      and ${sql.ref(`t.${key}`)}::text > ${after}
    order by ${sql.ref(`t.${key}`)}::text limit ${rowsAtOnce}`.execute(db);
  return rows;
}

function reseal(secrets: Secrets, place: SecretPlace, row: SealedRow): string | undefined {
  const binding: SecretBinding = {
    tenantId: row.tenant,
    column: `${place.table}.${place.column}`,
    rowId: row.key,
  };
  try {
    return secrets.rotate(row.sealed, binding);
  } catch {
    return undefined;
  }
}

async function replace(db: Db, place: SecretPlace, row: SealedRow, fresh: string): Promise<boolean> {
  const { table, column, key } = place;
  const result = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
    where ${sql.ref(key)}::text = ${row.key} and ${sql.ref(column)} = ${row.sealed}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}
