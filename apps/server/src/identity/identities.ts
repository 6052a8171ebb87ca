import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { type Traits, SCHEMA_ID, traitsSchema } from "./traits.ts";

export interface Address {
  readonly id: string;
  readonly value: string;
  readonly verified: boolean;
  readonly status: string;
  readonly verified_at: string | null;
}

export interface Identity {
  readonly id: string;
  readonly externalId: string | null;
  readonly state: "active" | "inactive";
  readonly stateChangedAt: Date;
  readonly traits: Traits;
  readonly metadataPublic: unknown;
  readonly metadataAdmin: unknown;
  readonly availableAal: "aal1" | "aal2";
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly addresses: readonly Address[];
}

/** As stored; also the part of a session row that describes the identity. */
export interface IdentityRow {
  readonly id: string;
  readonly external_id: string | null;
  readonly state: string;
  readonly state_changed_at: Date;
  readonly traits: unknown;
  readonly metadata_public: unknown;
  readonly metadata_admin: unknown;
  readonly available_aal: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly addresses: readonly Address[];
}

export const addressesOf = (identityId: ReturnType<typeof sql.ref>) => sql<Address[]>`coalesce((
  select json_agg(json_build_object('id', a.id, 'value', a.value, 'verified', a.verified, 'status', a.status,
    'verified_at', a.verified_at) order by a.id)
  from identity_addresses a where a.identity_id = ${identityId}), '[]')`;

export function readIdentity(row: IdentityRow): Identity {
  return {
    id: row.id,
    externalId: row.external_id,
    state: row.state === "active" ? "active" : "inactive",
    stateChangedAt: row.state_changed_at,
    traits: traitsSchema.parse(row.traits),
    metadataPublic: row.metadata_public,
    metadataAdmin: row.metadata_admin,
    availableAal: row.available_aal === "aal2" ? "aal2" : "aal1",
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    addresses: row.addresses,
  };
}

export async function findIdentity(db: Db, id: string): Promise<Identity | null> {
  const { rows } = await sql<IdentityRow>`
    select i.*, ${addressesOf(sql.ref("i.id"))} as addresses from identities i where i.id = ${id}`.execute(
    db,
  );
  return rows[0] === undefined ? null : readIdentity(rows[0]);
}

export async function findIdentityByAddress(db: Db, address: string): Promise<Identity | null> {
  const { rows } = await sql<IdentityRow>`
    select i.*, ${addressesOf(sql.ref("i.id"))} as addresses from identities i
    where i.id = (select identity_id from identity_addresses where value = ${address})`.execute(db);
  return rows[0] === undefined ? null : readIdentity(rows[0]);
}

export interface IdentityListFilter {
  readonly ids?: readonly string[] | undefined;
  readonly identifier?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Oldest first: ids carry their time. */
export async function listIdentities(db: Db, filter: IdentityListFilter): Promise<Identity[]> {
  const { rows } = await sql<IdentityRow>`
    select i.*, ${addressesOf(sql.ref("i.id"))} as addresses from identities i
    where (${filter.ids ?? null}::uuid[] is null or i.id = any(${filter.ids ?? null}::uuid[]))
      and (${filter.identifier ?? null}::citext is null or i.id in (
        select c.identity_id from identity_credentials c
          join identity_credential_identifiers n on n.credential_id = c.id where n.identifier = ${filter.identifier?.toLowerCase() ?? null}
        union select identity_id from identity_addresses where value = ${filter.identifier ?? null}::citext))
      and (${filter.after ?? null}::uuid is null or i.id > ${filter.after ?? null}::uuid)
    order by i.id limit ${filter.limit}`.execute(db);
  return rows.map(readIdentity);
}

export interface NewIdentity {
  readonly id?: string | undefined;
  readonly traits: Traits;
  readonly state?: "active" | "inactive" | undefined;
  readonly isAddressVerified?: boolean | undefined;
  readonly externalId?: string | undefined;
  readonly metadataPublic?: unknown;
  readonly metadataAdmin?: unknown;
}

export async function insertIdentity(tx: Db, identity: NewIdentity, now: Date): Promise<string> {
  const id = identity.id ?? newId(now.getTime());
  await tx
    .insertInto("identities")
    .values({
      id,
      external_id: identity.externalId ?? null,
      schema_id: SCHEMA_ID,
      state: identity.state ?? "active",
      state_changed_at: now,
      traits: JSON.stringify(identity.traits),
      metadata_public: JSON.stringify(identity.metadataPublic ?? null),
      metadata_admin: JSON.stringify(identity.metadataAdmin ?? null),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await putAddress(tx, id, identity.traits.email, identity.isAddressVerified ?? false, now);
  return id;
}

/** One address per identity. A changed one starts unverified; one that is somebody else's breaks the unique index. */
export async function putAddress(
  tx: Db,
  identityId: string,
  email: string,
  isVerified: boolean,
  now: Date,
): Promise<void> {
  await sql`delete from identity_addresses where identity_id = ${identityId} and value <> ${email}::citext`.execute(
    tx,
  );
  await sql`
    insert into identity_addresses (id, identity_id, value, verified, status, verified_at)
    select ${newId(now.getTime())}, ${identityId}, ${email}, ${isVerified}, ${isVerified ? "completed" : "pending"}, ${isVerified ? now : null}::timestamptz
    where not exists (select 1 from identity_addresses where identity_id = ${identityId} and value = ${email}::citext)`.execute(
    tx,
  );
}

export async function markAddressVerified(
  tx: Db,
  identityId: string,
  address: string,
  now: Date,
): Promise<void> {
  await sql`update identity_addresses set verified = true, status = 'completed',
      verified_at = coalesce(verified_at, ${now}), updated_at = ${now}
    where identity_id = ${identityId} and value = ${address}::citext`.execute(tx);
}

export async function updateTraits(tx: Db, identityId: string, traits: Traits, now: Date): Promise<void> {
  await tx
    .updateTable("identities")
    .set({ traits: JSON.stringify(traits), updated_at: now })
    .where("id", "=", identityId)
    .execute();
}

/** PostgreSQL's code for a value that must be unique and is not. */
export function isDuplicate(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "23505";
}
