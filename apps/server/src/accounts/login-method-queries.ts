import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface AuthMethodSettingRow {
  id: string;
  accountId: string;
  isActive: boolean;
  isDefault: boolean;
  authMethodId: string | null;
  customAuthMethodId: string | null;
  name: string;
  providerId: string;
  type: "DEFAULT" | "OIDC" | "SAML";
}

const columns = sql`s.id, s.account_id as "accountId", s.is_active as "isActive", s.is_default as "isDefault",
  s.auth_method_id as "authMethodId", s.custom_auth_method_id as "customAuthMethodId",
  coalesce(d.name, c.name) as name, coalesce(d.provider_id, c.provider_id) as "providerId",
  coalesce(c.type, 'DEFAULT') as type`;
const joins = sql`account_auth_method_settings s
  left join default_auth_methods d on d.id = s.auth_method_id
  left join custom_auth_methods c on c.id = s.custom_auth_method_id`;
// The default one first, then built-in methods, then by name.
const order = sql`s.is_default desc, c.id is not null, coalesce(d.name, c.name), s.id`;

export async function ownAuthMethodSettings(db: Db, accountIds: readonly string[]) {
  const { rows } = await sql<AuthMethodSettingRow>`select ${columns} from ${joins}
    where s.account_id = any(${accountIds}) order by ${order}`.execute(db);
  return accountIds.map((id) => rows.filter((row) => row.accountId === id));
}

/** Those of the nearest account on the path, from itself upwards, that states any. */
export async function effectiveAuthMethodSettings(db: Db, accountIds: readonly string[]) {
  const { rows } = await sql<AuthMethodSettingRow & { forId: string }>`
    select ${columns}, a.id as "forId" from accounts a
      join lateral (
        select step.id from unnest(a.path) with ordinality as step (id, position)
        where exists (select 1 from account_auth_method_settings x where x.account_id = step.id)
        order by step.position desc limit 1
      ) nearest on true
      join ${joins} on s.account_id = nearest.id
    where a.id = any(${accountIds}) order by ${order}`.execute(db);
  return accountIds.map((id) => rows.filter((row) => row.forId === id));
}

export interface CustomAuthMethodRow {
  id: string;
  accountId: string;
  type: "OIDC" | "SAML";
  name: string;
  providerId: string;
  clientId: string;
  hasClientSecret: boolean;
  clientSecretHint: string | null;
  clientSecretSetAt: Date | null;
  issuerURL: string;
  emailAttribute: string;
  usernameAttribute: string;
  entityIssuer: string;
  settings: unknown;
  version: number;
  updatedAt: Date;
  updatedByName: string | null;
}

/** By name. The secret is not among the columns. */
export async function customAuthMethodsOf(
  db: Db,
  accountIds: readonly string[],
): Promise<CustomAuthMethodRow[][]> {
  const { rows } = await sql<CustomAuthMethodRow>`
    select c.id, c.account_id as "accountId", c.type, c.name, c.provider_id as "providerId", c.client_id as "clientId",
      c.client_secret_encrypted is not null as "hasClientSecret", c.client_secret_hint as "clientSecretHint",
      c.client_secret_set_at as "clientSecretSetAt", c.issuer_url as "issuerURL",
      c.email_attribute as "emailAttribute", c.username_attribute as "usernameAttribute",
      c.entity_issuer as "entityIssuer", c.settings, c.version, c.updated_at as "updatedAt",
      e.first_name || ' ' || e.last_name as "updatedByName"
    from custom_auth_methods c left join users e on e.id = c.updated_by
    where c.account_id = any(${accountIds}) order by c.name, c.id`.execute(db);
  return accountIds.map((id) => rows.filter((row) => row.accountId === id));
}

export function listDefaultAuthMethods(db: Db) {
  return db
    .selectFrom("default_auth_methods")
    .select(["id", "name", "provider_id as providerId", "description"])
    .orderBy("name")
    .execute();
}

/**
 * How many people can sign in by each setting's connection, as the built-in provider knows it. With another provider
 * in use, those who linked it here.
 */
export async function linkCounts(
  db: Db,
  settingIds: readonly string[],
  isOwnProvider: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select s.id, case when ${isOwnProvider} and c.id is not null then (
        select count(*) from identity_credential_identifiers i
        where i.type = lower(c.type) and starts_with(i.identifier::text, c.provider_id || ':'))
      else (select count(*) from user_auth_methods u where u.account_auth_method_settings_id = s.id) end as count
    from ${joins} where s.id = any(${settingIds})`.execute(db);
  const counts = new Map(rows.map((row) => [row.id, row.count]));
  return settingIds.map((id) => counts.get(id) ?? 0);
}
