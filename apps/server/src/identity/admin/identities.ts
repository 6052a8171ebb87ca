import { z } from "zod";
import { isId } from "#platform/ids.ts";
import type { Provider } from "../context.ts";
import {
  type CredentialType,
  deleteCredential,
  findCredential,
  listCredentials,
  putCredential,
} from "../credentials.ts";
import { FormProblem, ProviderError, badRequest } from "../errors.ts";
import { type Exchange, withQuery } from "../exchange.ts";
import {
  type Identity,
  findIdentity,
  insertIdentity,
  isDuplicate,
  listIdentities,
  putAddress,
  updateTraits,
} from "../identities.ts";
import { deleteIdentity, setIdentityState } from "../identity-calls.ts";
import { adminIdentityJson } from "../json.ts";
import { hashPassword, isSupportedHash } from "../methods/argon2.ts";
import { checkPasswordPolicy } from "../methods/password-policy.ts";
import { setPasswordCredential } from "../methods/password.ts";
import { linkSubject, unlinkProvider } from "../methods/upstream-credentials.ts";
import { isRecord, parseTraits } from "../traits.ts";
import { applyPatch } from "./json-patch.ts";

const upstreamSchema = z.object({
  config: z.object({ providers: z.array(z.object({ provider: z.string(), subject: z.string() })) }),
});
const bodySchema = z.object({
  schema_id: z.string().optional(),
  traits: z.unknown(),
  state: z.enum(["active", "inactive"]).optional(),
  external_id: z.string().max(200).optional(),
  metadata_public: z.unknown().optional(),
  metadata_admin: z.unknown().optional(),
  verifiable_addresses: z.array(z.object({ value: z.string(), verified: z.boolean().optional() })).optional(),
  credentials: z
    .object({
      password: z
        .object({
          config: z.object({ password: z.string().optional(), hashed_password: z.string().optional() }),
        })
        .optional(),
      oidc: upstreamSchema.optional(),
      saml: upstreamSchema.optional(),
    })
    .optional(),
});
type IdentityBody = z.infer<typeof bodySchema>;

export async function createIdentity(x: Exchange) {
  const { provider } = x;
  const body = readBody(x.body);
  const now = provider.now();
  const id = await conflictAsStatus(async () => {
    const traits = parseTraits(body.traits);
    const hashed = await passwordHashOf(provider, body, traits.email);
    const isAddressVerified = body.verifiable_addresses?.some(
      (address) => address.value === traits.email && address.verified === true,
    );
    return provider.db.transaction().execute(async (tx) => {
      const created = await insertIdentity(
        tx,
        {
          traits,
          state: body.state,
          externalId: body.external_id,
          isAddressVerified,
          metadataPublic: body.metadata_public,
          metadataAdmin: body.metadata_admin,
        },
        now,
      );
      if (hashed !== null) await setPasswordCredential(tx, created, traits.email, hashed, now);
      for (const type of ["oidc", "saml"] as const) {
        for (const upstream of body.credentials?.[type]?.config.providers ?? [])
          await linkSubject(tx, created, type, upstream, now);
      }
      return created;
    });
  });
  return x.reply.code(201).send(await present(provider, await load(provider, id)));
}

export async function showIdentity(x: Exchange, id: string) {
  return x.reply.code(200).send(await present(x.provider, await load(x.provider, id)));
}

export async function listAllIdentities(x: Exchange) {
  const { provider, query } = x;
  const limit = Math.min(500, Math.max(1, Number(query["page_size"] ?? query["per_page"] ?? 250) || 250));
  const ids = asList(x.request.query, "ids");
  const identities = await listIdentities(provider.db, {
    limit,
    identifier: query["credentials_identifier"],
    after: isId(query["page_token"]) ? query["page_token"] : undefined,
    ids: ids.length === 0 ? undefined : ids.filter(isId),
  });
  const last = identities.at(-1);
  if (identities.length === limit && last !== undefined) {
    const next = withQuery(`${provider.settings.adminUrl}${x.request.url}`, { page_token: last.id });
    x.reply.header("link", `<${next}>; rel="next"`);
  }
  return x.reply.code(200).send(await Promise.all(identities.map((identity) => present(provider, identity))));
}

export async function replaceIdentity(x: Exchange, id: string) {
  return x.reply.code(200).send(await update(x.provider, await load(x.provider, id), readBody(x.body)));
}

export async function patchIdentity(x: Exchange, id: string) {
  const identity = await load(x.provider, id);
  const patched = applyPatch(
    {
      traits: identity.traits,
      state: identity.state,
      metadata_public: identity.metadataPublic,
      metadata_admin: identity.metadataAdmin,
    },
    x.request.body,
  );
  return x.reply.code(200).send(await update(x.provider, identity, readBody(patched)));
}

export async function removeIdentity(x: Exchange, id: string) {
  await load(x.provider, id);
  await x.provider.db.transaction().execute((tx) => deleteIdentity(x.provider, tx, id));
  return x.reply.code(204).send();
}

const removable: readonly CredentialType[] = ["password", "totp", "lookup_secret", "code", "oidc", "saml"];

/** Resetting a second factor, or cutting a link to another provider. */
export async function removeCredential(x: Exchange, id: string, type: string) {
  const { provider } = x;
  const known = removable.find((candidate) => candidate === type);
  if (known === undefined) throw badRequest("This kind of credential is unknown.");
  await load(provider, id);
  const credential = await findCredential(provider.db, id, known);
  if (credential === null) throw new ProviderError(404, "The identity has no such credential.");
  await provider.db.transaction().execute(async (tx) => {
    const identifier = x.query["identifier"];
    if ((known === "oidc" || known === "saml") && identifier !== undefined) {
      if (!credential.identifiers.includes(identifier))
        throw new ProviderError(404, "The identity has no such credential.");
      await unlinkProvider(tx, id, known, identifier.slice(0, identifier.indexOf(":")), provider.now());
      return;
    }
    await deleteCredential(tx, id, known);
  });
  return x.reply.code(204).send();
}

async function update(provider: Provider, identity: Identity, body: IdentityBody) {
  const now = provider.now();
  await conflictAsStatus(async () => {
    const traits = parseTraits(body.traits);
    const hashed = await passwordHashOf(provider, body, traits.email);
    await provider.db.transaction().execute(async (tx) => {
      await updateTraits(tx, identity.id, traits, now);
      await putAddress(tx, identity.id, traits.email, false, now);
      const password = await findCredential(tx, identity.id, "password");
      if (hashed !== null) await setPasswordCredential(tx, identity.id, traits.email, hashed, now);
      else if (isRecord(password?.config)) {
        await putCredential(tx, identity.id, "password", password.config, [traits.email], now);
      }
      await tx
        .updateTable("identities")
        .set({
          metadata_public: JSON.stringify(body.metadata_public ?? null),
          metadata_admin: JSON.stringify(body.metadata_admin ?? null),
        })
        .where("id", "=", identity.id)
        .execute();
      if (body.state !== undefined) await setIdentityState(provider, tx, identity.id, body.state);
    });
    return identity.id;
  });
  return present(provider, await load(provider, identity.id));
}

async function load(provider: Provider, id: string): Promise<Identity> {
  const identity = isId(id) ? await findIdentity(provider.db, id) : null;
  if (identity === null) throw new ProviderError(404, "There is no such identity.");
  return identity;
}

async function present(provider: Provider, identity: Identity) {
  return adminIdentityJson(
    identity,
    await listCredentials(provider.db, identity.id),
    provider.settings.publicUrl,
  );
}

async function passwordHashOf(provider: Provider, body: IdentityBody, email: string): Promise<string | null> {
  const config = body.credentials?.password?.config;
  if (config?.hashed_password !== undefined) {
    if (!isSupportedHash(config.hashed_password)) throw badRequest("Only argon2id hashes can be imported.");
    return config.hashed_password;
  }
  if (config?.password === undefined) return null;
  return hashPassword(checkPasswordPolicy(provider.settings.password, config.password, [email]));
}

function readBody(value: unknown): IdentityBody {
  const parsed = bodySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badRequest(
    `${issue?.path.join(".") ?? "The body"} cannot be read: ${issue?.message ?? "not an identity"}.`,
  );
}

/** The admin API has no forms: what is wrong is a 400, what is taken a 409. */
async function conflictAsStatus<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FormProblem) throw badRequest(error.message);
    if (isDuplicate(error))
      throw new ProviderError(409, "An identity with this address or credential exists already.");
    throw error;
  }
}

function asList(query: unknown, name: string): string[] {
  const value = isRecord(query) ? query[name] : undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === "string");
}
