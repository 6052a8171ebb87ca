// An organisation with a connection of its own, straight into the tables its administrators fill.
import { newId } from "#platform/ids.ts";
import { loadMasterKeys } from "#platform/secrets/master-keys.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { clientSecretBinding } from "../context.ts";
import type { TestProvider } from "./provider.ts";

export interface TestConnection {
  readonly accountId: string;
  readonly providerId: string;
}

interface ConnectionFields {
  readonly type: "OIDC" | "SAML";
  readonly name: string;
  readonly providerId: string;
  readonly issuerUrl: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly entityIssuer?: string;
  readonly settings?: Record<string, unknown>;
}

export async function anAccount(server: TestProvider, parentPath: readonly string[] = []): Promise<string> {
  const id = newId();
  const parentId = parentPath.at(-1) ?? null;
  await server.connection.db
    .insertInto("accounts")
    .values({ id, name: `Organisation ${id}`, parent_id: parentId, path: [...parentPath, id] })
    .execute();
  for (const method of await server.connection.db.selectFrom("default_auth_methods").select("id").execute()) {
    await server.connection.db
      .insertInto("account_auth_method_settings")
      .values({ id: newId(), account_id: id, auth_method_id: method.id })
      .execute();
  }
  return id;
}

export async function aMember(server: TestProvider, accountId: string, userId: string): Promise<void> {
  await server.connection.db
    .insertInto("account_users")
    .values({ account_id: accountId, user_id: userId })
    .execute();
}

export async function aConnection(
  server: TestProvider,
  accountId: string,
  fields: ConnectionFields,
): Promise<TestConnection> {
  const { db } = server.connection;
  const id = newId();
  const secrets = createSecrets(loadMasterKeys({ secretsKey: undefined, dataDir: server.dataDir }));
  await db
    .insertInto("custom_auth_methods")
    .values({
      id,
      account_id: accountId,
      type: fields.type,
      name: fields.name,
      provider_id: fields.providerId,
      issuer_url: fields.issuerUrl,
      client_id: fields.clientId ?? "",
      client_secret_encrypted:
        fields.clientSecret === undefined
          ? null
          : secrets.encryptSecret(fields.clientSecret, clientSecretBinding(accountId, id)),
      entity_issuer: fields.entityIssuer ?? "",
      settings: JSON.stringify(fields.settings ?? {}),
    })
    .execute();
  await db
    .insertInto("account_auth_method_settings")
    .values({ id: newId(), account_id: accountId, custom_auth_method_id: id })
    .execute();
  return { accountId, providerId: fields.providerId };
}
