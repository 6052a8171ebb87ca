// Accounts at other providers that an identity can sign in with. The identifier is provider:subject.
import { z } from "zod";
import type { Db, Tx } from "#platform/database.ts";
import { type Connection, findConnection } from "../connections.ts";
import {
  deleteCredential,
  findByIdentifier,
  findCredential,
  putCredential,
  readConfig,
} from "../credentials.ts";

export type UpstreamType = "oidc" | "saml";

const configSchema = z.object({
  providers: z.array(z.object({ provider: z.string(), subject: z.string() })),
});
type Upstream = z.infer<typeof configSchema>["providers"][number];

export async function findIdentityBySubject(
  db: Db,
  type: UpstreamType,
  provider: string,
  subject: string,
): Promise<string | null> {
  const credential = await findByIdentifier(db, type, identifierOf({ provider, subject }));
  return credential?.identityId ?? null;
}

export async function linkSubject(
  tx: Tx,
  identityId: string,
  type: UpstreamType,
  upstream: Upstream,
  now: Date,
): Promise<void> {
  const others = (await listUpstreams(tx, identityId, type)).filter(
    ({ provider }) => provider !== upstream.provider,
  );
  await save(tx, identityId, type, [...others, upstream], now);
}

export async function unlinkProvider(
  tx: Tx,
  identityId: string,
  type: UpstreamType,
  provider: string,
  now: Date,
): Promise<void> {
  const rest = (await listUpstreams(tx, identityId, type)).filter(
    (upstream) => upstream.provider !== provider,
  );
  if (rest.length === 0) await deleteCredential(tx, identityId, type);
  else await save(tx, identityId, type, rest, now);
}

async function listUpstreams(db: Db, identityId: string, type: UpstreamType): Promise<Upstream[]> {
  return readConfig(configSchema, await findCredential(db, identityId, type))?.providers ?? [];
}

/** The active connections an identity is linked with. */
export async function linkedProviders(db: Db, identityId: string): Promise<Connection[]> {
  const upstreams = [
    ...(await listUpstreams(db, identityId, "oidc")),
    ...(await listUpstreams(db, identityId, "saml")),
  ];
  const connections = await Promise.all(upstreams.map(({ provider }) => findConnection(db, provider)));
  return connections.filter((connection) => connection !== null);
}

async function save(
  tx: Tx,
  identityId: string,
  type: UpstreamType,
  providers: Upstream[],
  now: Date,
): Promise<void> {
  await putCredential(tx, identityId, type, { providers }, providers.map(identifierOf), now);
}

function identifierOf({ provider, subject }: Upstream): string {
  return `${provider}:${subject}`;
}
