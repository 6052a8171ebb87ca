// Drawing up a connection: our addresses before it is saved, theirs from their metadata, and a sign-in that
// shows what they say about a person (decision 100).
import { requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import {
  clientSecretBinding,
  type Connection,
  type ConnectionTest,
  explainUpstreamFailure,
  proposeId,
} from "#domains/identity";
import type { CustomAuthMethodInput, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound, PublicError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { optionalText } from "#platform/input.ts";
import type { Context } from "../context.ts";
import { connectionAddresses } from "./connection-addresses.ts";
import { connectionDraft } from "./connection-draft.ts";

const mostMetadataBytes = 1024 * 1024;

export const connectionTestResolvers: Resolvers = {
  Query: {
    async proposeConnection(_, { accountId, type }, ctx) {
      await requireAccess(ctx.viewer, "account.manage-login-methods", { accountId });
      if (type === "DEFAULT") throw new Invalid("type", "Choose OIDC or SAML.");
      return connectionAddresses(ctx.config, { type, providerId: proposeId(type) });
    },
    async samlMetadata(_, { accountId, url }, ctx) {
      await requireAccess(ctx.viewer, "account.manage-login-methods", { accountId });
      return fetchMetadata(ctx, optionalText("url", url, 2_000));
    },
    async loginMethodTest(_, { id }, ctx) {
      const viewerId = requireUser(ctx.viewer);
      const test = await ctx.identity?.connectionTests.read(ctx.db, id, viewerId);
      if (!test) throw new NotFound("test");
      return shown(test);
    },
  },
  Mutation: {
    async startLoginMethodTest(_, { accountId, connection }, ctx) {
      await requireAccess(ctx.viewer, "account.manage-login-methods", { accountId });
      const viewerId = requireUser(ctx.viewer);
      const tests = ctx.identity?.connectionTests;
      if (!tests)
        throw new Conflict("Connections are tested by the built-in provider, and another one is in use.");
      const tried = await connectionToTry(ctx, accountId, connection);
      const draft = await tests.prepare(tried).catch((error: unknown) => {
        const field = tried.type === "oidc" ? "connection.issuerURL" : "connection.settings.entryPoint";
        throw new Invalid(field, explainUpstreamFailure(error));
      });
      return change(ctx, async (tx) => {
        const { id, url } = await tests.start(tx, { accountId, identityId: viewerId, draft });
        await recordAudit(tx, ctx, {
          accountId,
          action: "login_method.tested",
          objectType: "login_method",
          objectId: connection.id ?? undefined,
          objectName: tried.name,
          message: `tried the login method ${tried.name} out`,
        });
        return { id, url, state: "WAITING" as const };
      });
    },
  },
};

/** As it would be stored, with the secret that was typed or the one that is there. */
async function connectionToTry(
  ctx: Context,
  accountId: string,
  input: CustomAuthMethodInput,
): Promise<Connection> {
  const { stored, values, providerId } = await connectionDraft(ctx.db, accountId, input, "connection");
  if (!providerId)
    throw new Invalid("connection.providerId", "Use the name that was proposed for this connection.");
  const id = stored?.id ?? newId();
  const typed = input.clientSecret
    ? ctx.secrets.encryptSecret(input.clientSecret, clientSecretBinding(accountId, id))
    : undefined;
  return {
    id,
    accountId,
    providerId,
    type: values.type === "SAML" ? "saml" : "oidc",
    name: values.name,
    clientId: values.clientId,
    clientSecretEncrypted: typed ?? (stored ? await storedSecret(ctx, id) : null),
    issuerUrl: values.issuerURL,
    emailAttribute: values.emailAttribute,
    usernameAttribute: values.usernameAttribute,
    entityIssuer: values.entityIssuer,
    settings: values.settings,
  };
}

async function storedSecret({ db }: Context, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("custom_auth_methods")
    .select("client_secret_encrypted")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.client_secret_encrypted ?? null;
}

async function fetchMetadata(ctx: Context, url: string): Promise<string> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Invalid("url", "Enter the address of the metadata, beginning with https://.");
  const response = await ctx.outgoing
    .fetch(url, {
      headers: { accept: "application/samlmetadata+xml, text/xml" },
      maxBytes: mostMetadataBytes,
    })
    .catch((error: unknown) => {
      throw error instanceof PublicError ? new Invalid("url", error.message) : error;
    });
  if (!response.ok)
    throw new Invalid("url", `The address answers with ${response.status}, not with metadata.`);
  const xml = await response.text();
  if (!xml.includes("EntityDescriptor"))
    throw new Invalid("url", "What is at this address is not the metadata of a SAML identity provider.");
  return xml;
}

const states = { waiting: "WAITING", succeeded: "SUCCEEDED", failed: "FAILED" } as const;
const effects = {
  "signs-in": "SIGNS_IN",
  "asks-to-link": "ASKS_TO_LINK",
  registers: "REGISTERS",
  "unknown-person": "UNKNOWN_PERSON",
  "no-email": "NO_EMAIL",
} as const;

function shown({ id, state, outcome }: ConnectionTest) {
  const { effect, reason, subject, email, firstName, lastName, claims, personName } = outcome;
  return {
    id,
    state: states[state],
    reason: reason ?? null,
    subject: subject ?? null,
    email: email ?? null,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    claims: claims ?? null,
    effect: effect ? effects[effect] : null,
    personName: personName ?? null,
  };
}
