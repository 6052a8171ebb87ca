// What an identity signs in with: one row per kind, its identifiers unique per kind.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { z } from "zod";

export type CredentialType = "password" | "code" | "totp" | "lookup_secret" | "oidc" | "saml";

export interface Credential {
  readonly id: string;
  readonly identityId: string;
  readonly type: CredentialType;
  readonly config: unknown;
  readonly identifiers: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface CredentialRow {
  id: string;
  identity_id: string;
  type: CredentialType;
  config: unknown;
  identifiers: string[];
  created_at: Date;
  updated_at: Date;
}

const columns = sql`c.id, c.identity_id, c.type, c.config, c.created_at, c.updated_at,
  array(select n.identifier from identity_credential_identifiers n where n.credential_id = c.id order by 1) as identifiers`;

export async function listCredentials(db: Db, identityId: string): Promise<Credential[]> {
  const { rows } = await sql<CredentialRow>`
    select ${columns} from identity_credentials c where c.identity_id = ${identityId} order by c.type`.execute(
    db,
  );
  return rows.map(read);
}

export async function findCredential(
  db: Db,
  identityId: string,
  type: CredentialType,
): Promise<Credential | null> {
  const { rows } = await sql<CredentialRow>`
    select ${columns} from identity_credentials c where c.identity_id = ${identityId} and c.type = ${type}`.execute(
    db,
  );
  return rows[0] === undefined ? null : read(rows[0]);
}

export async function findByIdentifier(
  db: Db,
  type: CredentialType,
  identifier: string,
): Promise<Credential | null> {
  const { rows } = await sql<CredentialRow>`
    select ${columns} from identity_credential_identifiers k join identity_credentials c on c.id = k.credential_id
    where k.type = ${type} and k.identifier = ${identifier}`.execute(db);
  return rows[0] === undefined ? null : read(rows[0]);
}

export async function putCredential(
  tx: Db,
  identityId: string,
  type: CredentialType,
  config: object,
  identifiers: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into identity_credentials (id, identity_id, type, config, created_at, updated_at)
    values (${newId(now.getTime())}, ${identityId}, ${type}, ${JSON.stringify(config)}, ${now}, ${now})
    on conflict (identity_id, type) do update set config = excluded.config, updated_at = excluded.updated_at
    returning id`.execute(tx);
  const id = rows[0]?.id;
  await sql`delete from identity_credential_identifiers where credential_id = ${id}`.execute(tx);
  for (const identifier of identifiers) {
    await sql`insert into identity_credential_identifiers (credential_id, type, identifier)
      values (${id}, ${type}, ${identifier})`.execute(tx);
  }
  await syncAvailableAal(tx, identityId);
}

export async function deleteCredential(tx: Db, identityId: string, type: CredentialType): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from identity_credentials where identity_id = ${identityId} and type = ${type} returning id`.execute(
    tx,
  );
  await syncAvailableAal(tx, identityId);
  return rows.length > 0;
}

/** Reads a stored configuration; a credential without one counts as absent. */
export function readConfig<T>(schema: z.ZodType<T>, credential: Credential | null): T | null {
  if (credential === null) return null;
  const parsed = schema.safeParse(credential.config);
  return parsed.success ? parsed.data : null;
}

async function syncAvailableAal(tx: Db, identityId: string): Promise<void> {
  await sql`update identities set available_aal = case when exists (
      select 1 from identity_credentials where identity_id = ${identityId} and type in ('totp', 'lookup_secret'))
    then 'aal2' else 'aal1' end where id = ${identityId}`.execute(tx);
}

function read(row: CredentialRow): Credential {
  return {
    id: row.id,
    identityId: row.identity_id,
    type: row.type,
    config: row.config,
    identifiers: row.identifiers,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
