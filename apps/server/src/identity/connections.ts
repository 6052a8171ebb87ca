// The OpenID and SAML connections organisations set up as login methods.
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#platform/database.ts";
import { offersFor } from "./login-policy.ts";

export interface Connection {
  readonly id: string;
  readonly accountId: string;
  readonly type: "oidc" | "saml";
  readonly name: string;
  readonly providerId: string;
  readonly clientId: string;
  readonly clientSecretEncrypted: string | null;
  readonly issuerUrl: string;
  readonly emailAttribute: string;
  readonly usernameAttribute: string;
  readonly entityIssuer: string;
  readonly settings: ConnectionSettings;
}

const settingsSchema = z.object({
  /** SAML: where the identity provider takes requests, and the certificates it signs with. */
  entryPoint: z.string().optional(),
  certificates: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
  /** OpenID: asked for besides openid, email and profile. */
  scope: z.string().optional(),
  /** Left out of the open sign-in page; people come to it by their e-mail address. */
  isListed: z.boolean().optional(),
});
export type ConnectionSettings = z.infer<typeof settingsSchema>;

interface ConnectionRow {
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
  return rows[0] === undefined ? null : read(rows[0]);
}

/** Of one organisation, or those of the top organisations for the open sign-in page (decision 014). By name. */
export async function listSignInConnections(db: Db, accountId: string | undefined): Promise<Connection[]> {
  const { rows } = await sql<ConnectionRow>`${active}
    where case when ${accountId ?? null}::uuid is null
      then a.parent_id is null and coalesce(m.settings ->> 'isListed', 'true') <> 'false'
      else m.account_id = ${accountId ?? null}::uuid end
    order by lower(m.name), m.id`.execute(db);
  return rows.map(read);
}

/** Those the person's organisations offer. By name. */
export async function listConnectionsForUser(db: Db, userId: string): Promise<Connection[]> {
  const { rows } = await sql<ConnectionRow>`${active}
    where m.id in (select custom_auth_method_id from (${offersFor(userId)}) offers)
    order by lower(m.name), m.id`.execute(db);
  return rows.map(read);
}

function read(row: ConnectionRow): Connection {
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
