// SAML 2.0, started by us: the assertion must be signed, for us, fresh, an answer to this browser's own
// request, and new.
import { randomBytes } from "node:crypto";
import type { Profile, SAML } from "@node-saml/node-saml";
import { sql } from "kysely";
import type { Connection } from "../connections.ts";
import type { Provider } from "../context.ts";
import { hashToken } from "../sealing.ts";
import { isRecord } from "../traits.ts";
import { type Departure, type Upstream, UpstreamError, callbackUrl, readEmail } from "./upstream.ts";

const clockSkewMs = 60_000;
const maxAgeMs = 10 * 60_000;
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const emailNames = [
  "email",
  "mail",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
];

function entityId(publicUrl: string, providerId: string): string {
  return `${publicUrl}/self-service/methods/saml/metadata/${providerId}`;
}

export async function samlDeparture(provider: Provider, connection: Connection) {
  const requestId = `_${randomBytes(20).toString("hex")}`;
  const state = randomBytes(24).toString("base64url");
  const saml = await samlFor(provider, connection, requestId);
  const url = await saml.getAuthorizeUrlAsync(state, undefined, {});
  return { url, requestId, state };
}

/** What we are called and where answers go. It says nothing about the other side, which need not be known yet. */
export async function samlMetadata(
  { settings: { publicUrl } }: Provider,
  providerId: string,
): Promise<string> {
  const { SAML } = await import("@node-saml/node-saml");
  const issuer = entityId(publicUrl, providerId);
  return new SAML({
    ...samlRules,
    issuer,
    callbackUrl: callbackUrl(publicUrl, { type: "saml", providerId }),
    idpCert: "unused",
  }).generateServiceProviderMetadata(null, null);
}

const samlRules = {
  wantAssertionsSigned: true,
  wantAuthnResponseSigned: false,
  identifierFormat: null,
  disableRequestedAuthnContext: true,
} as const;

export async function samlArrival(
  provider: Provider,
  connection: Connection,
  departure: Departure,
  response: string,
): Promise<Upstream> {
  refuseWeakSignatures(response);
  const saml = await samlFor(provider, connection, departure.requestId);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  if (profile === null) throw new UpstreamError("The answer names nobody.");
  // The library looks at the issuer of logout messages only.
  if (connection.entityIssuer !== "" && profile.issuer !== connection.entityIssuer) {
    throw new UpstreamError("The assertion is by another issuer.");
  }
  const assertion = profile.getAssertion?.()["Assertion"];
  requireRecipient(assertion, callbackUrl(provider.settings.publicUrl, connection));
  await spendAssertion(provider, connection, assertion);
  return {
    subject: subjectOf(connection, profile),
    email: emailOf(connection, profile),
    firstName: attribute(profile, [
      "firstName",
      "givenName",
      "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
    ]),
    lastName: attribute(profile, [
      "lastName",
      "sn",
      "surname",
      "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
    ]),
    claims: claimsOf(profile),
  };
}

async function samlFor(
  provider: Provider,
  connection: Connection,
  requestId: string | undefined,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const { entryPoint = connection.issuerUrl, certificates = [] } = connection.settings;
  if (!/^https?:\/\//.test(entryPoint)) throw new UpstreamError("The connection names no sign-in address.");
  if (certificates.length === 0)
    throw new UpstreamError("The connection has no certificate to check answers with.");
  const { publicUrl } = provider.settings;
  const issuer = entityId(publicUrl, connection.providerId);
  return new SAML({
    issuer,
    audience: issuer,
    callbackUrl: callbackUrl(publicUrl, connection),
    entryPoint,
    idpCert: [...certificates],
    ...samlRules,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: maxAgeMs,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: provider.settings.lifespans.continuity,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
    // The one request this browser has under way is the only one that can be answered.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async (id) => id,
    },
  });
}

/** SHA-1 can be forged, and a shared-key signature would be checked with a key everybody knows. */
function refuseWeakSignatures(response: string): void {
  const xml = Buffer.from(response, "base64").toString("utf8");
  if (/xmldsig#(?:rsa-sha1|sha1|dsa-sha1|hmac)|xmldsig-more#hmac/i.test(xml)) {
    throw new UpstreamError("The provider signs with an outdated algorithm. It must use SHA-256 or better.");
  }
}

function requireRecipient(assertion: unknown, expected: string): void {
  const data = dig(assertion, "Subject", "SubjectConfirmation", "SubjectConfirmationData", "$");
  const recipient = isRecord(data) ? data["Recipient"] : undefined;
  if (recipient !== undefined && recipient !== expected)
    throw new UpstreamError("The assertion is for another address.");
}

/** Each assertion counts once, whoever brings it. */
async function spendAssertion(provider: Provider, connection: Connection, assertion: unknown): Promise<void> {
  const attributes = dig(assertion, "$");
  const id = isRecord(attributes) ? attributes["ID"] : undefined;
  if (typeof id !== "string" || id === "") throw new UpstreamError("The assertion has no id.");
  const expiresAt = new Date(provider.now().getTime() + maxAgeMs + 2 * clockSkewMs);
  const { rows } = await sql<{ hash: Buffer }>`
    insert into identity_spent_assertions (hash, expires_at) values (${hashToken(`${connection.id} ${id}`)}, ${expiresAt})
    on conflict do nothing returning hash`.execute(provider.db);
  if (rows.length === 0) throw new UpstreamError("The assertion was used before.");
}

function subjectOf(connection: Connection, profile: Profile): string {
  const chosen =
    connection.usernameAttribute === "" ? undefined : attribute(profile, [connection.usernameAttribute]);
  if (chosen !== undefined) return chosen;
  // Another one at each sign-in: nobody could be recognised by it.
  if (profile.nameIDFormat === transient)
    throw new UpstreamError("The provider sends no lasting name for you.");
  if (typeof profile.nameID !== "string" || profile.nameID === "")
    throw new UpstreamError("The answer names nobody.");
  return profile.nameID;
}

function emailOf(connection: Connection, profile: Profile): string | null {
  const named =
    connection.emailAttribute === "" ? undefined : attribute(profile, [connection.emailAttribute]);
  return readEmail(named) ?? readEmail(attribute(profile, emailNames)) ?? readEmail(profile.nameID);
}

/** What the assertion states; the library adds functions and a second copy of the attributes. */
function claimsOf(profile: Profile): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(profile).filter(([name, value]) => typeof value !== "function" && name !== "attributes"),
  );
}

function attribute(profile: Profile, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value: unknown = profile[name];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string" && first.trim() !== "") return first.trim();
  }
  return undefined;
}

/** Through the lists the XML reader wraps every element in. */
function dig(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => {
    const first: unknown = Array.isArray(at) ? at[0] : at;
    return isRecord(first) ? first[key] : undefined;
  }, value);
}
