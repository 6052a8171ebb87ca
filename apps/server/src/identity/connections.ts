// The OpenID and SAML connections organisations set up as login methods.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#platform/database.ts";
import { offersFor } from "./login-policy.ts";

const settingsSchema = z.object({
  /** SAML: where the identity provider takes requests, and the certificates it signs with. */
  entryPoint: z.string().optional(),
  certificates: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
  /** OpenID: asked for besides openid, email and profile. */
  scope: z.string().optional(),
  /** Left out of the open sign-in page; people come to it by their e-mail address. */
  isListed: z.boolean().optional(),
});

export const connectionSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  type: z.enum(["oidc", "saml"]),
  name: z.string(),
  providerId: z.string(),
  clientId: z.string(),
  clientSecretEncrypted: z.string().nullable(),
  issuerUrl: z.string(),
  emailAttribute: z.string(),
  usernameAttribute: z.string(),
  entityIssuer: z.string(),
  settings: settingsSchema,
});
export type Connection = Readonly<z.infer<typeof connectionSchema>>;

export interface ConnectionRow {
  id: string;
  account_id: string;
  type: string;
  name: string;
  provider_id: string;
  client_id: string;
  client_secret_encrypted: string | null;
  issuer_url: string;
  email_attribute: string;
  username_attribute: string;
  entity_issuer: string;
  settings: unknown;
}

const active = sql`select m.* from custom_auth_methods m
  join account_auth_method_settings s on s.custom_auth_method_id = m.id and s.account_id = m.account_id and s.is_active
  join accounts a on a.id = m.account_id and a.status = 'ACTIVE'`;

export async function findConnection(db: Db, providerId: string): Promise<Connection | null> {
  const { rows } = await sql<ConnectionRow>`${active} where m.provider_id = ${providerId}`.execute(db);
  return rows[0] === undefined ? null : readConnection(rows[0]);
}

/** Switched on or not: what we are called there must be known before anybody can sign in. */
export async function isConnection(db: Db, providerId: string, type: "OIDC" | "SAML"): Promise<boolean> {
  const { rows } = await sql`
    select 1 from custom_auth_methods where provider_id = ${providerId} and type = ${type}`.execute(db);
  return rows.length > 0;
}

/** Of one organisation, or those of the top organisations for the open sign-in page (decision 014). By name. */
export async function listSignInConnections(db: Db, accountId: string | undefined): Promise<Connection[]> {
  const { rows } = await signInConnections(accountId).execute(db);
  return rows.map(readConnection);
}

export const signInConnections = (accountId: string | undefined) => sql<ConnectionRow>`${active}
  where ${
    accountId === undefined
      ? sql`a.parent_id is null and coalesce(m.settings ->> 'isListed', 'true') <> 'false'`
      : sql`m.account_id = ${accountId}`
  }
  order by lower(m.name), m.id`;

/** Those the person's organisations offer. By name. */
export async function listConnectionsForUser(db: Db, userId: string): Promise<Connection[]> {
  const { rows } = await sql<ConnectionRow>`${active}
    where m.id in (select custom_auth_method_id from (${offersFor(userId)}) offers)
    order by lower(m.name), m.id`.execute(db);
  return rows.map(readConnection);
}

export function readConnection(row: ConnectionRow): Connection {
  const settings = settingsSchema.safeParse(row.settings);
  return {
    id: row.id,
    accountId: row.account_id,
    type: row.type === "SAML" ? "saml" : "oidc",
    name: row.name,
    providerId: row.provider_id,
    clientId: row.client_id,
    clientSecretEncrypted: row.client_secret_encrypted,
    issuerUrl: row.issuer_url,
    emailAttribute: row.email_attribute,
    usernameAttribute: row.username_attribute,
    entityIssuer: row.entity_issuer,
    settings: settings.success ? settings.data : {},
  };
}

/** The name of a connection that is being drawn up, so that the other side can be told our addresses first. */
export function proposeId(type: "OIDC" | "SAML"): string {
  return `${type.toLowerCase()}-${randomBytes(10).toString("hex")}`;
}

export function isProposedId(providerId: string): boolean {
  return /^(?:oidc|saml)-[0-9a-f]{20}$/.test(providerId);
}
