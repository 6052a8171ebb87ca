// OpenID Connect: authorization code with PKCE, state and nonce bound to the browser that left.
import * as openid from "openid-client";
import type { Connection } from "../connections.ts";
import { clientSecretBinding, type Provider } from "../context.ts";
import { type Departure, type Upstream, UpstreamError, callbackUrl, readEmail } from "./upstream.ts";

const keepMs = 10 * 60_000;
const known = new Map<string, { until: number; configuration: Promise<openid.Configuration> }>();

export async function oidcDeparture(provider: Provider, connection: Connection) {
  const configuration = await configurationOf(provider, connection);
  const codeVerifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(provider.settings.publicUrl, connection),
    scope: ["openid", "email", "profile", ...(connection.settings.scope ?? "").split(/\s+/)]
      .filter(Boolean)
      .join(" "),
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  return { url: url.href, state, nonce, codeVerifier };
}

export async function oidcArrival(
  provider: Provider,
  connection: Connection,
  departure: Departure,
  query: URLSearchParams,
): Promise<Upstream> {
  const configuration = await configurationOf(provider, connection);
  const url = new URL(callbackUrl(provider.settings.publicUrl, connection));
  url.search = query.toString();
  const tokens = await openid.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: departure.codeVerifier ?? "",
    expectedState: departure.state,
    expectedNonce: departure.nonce ?? "",
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new UpstreamError("The provider sent no ID token.");
  const emailClaim = connection.emailAttribute || "email";
  const isComplete = readEmail(claims[emailClaim]) !== null;
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more =
    isComplete || !hasUserInfo
      ? {}
      : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  const all: Record<string, unknown> = { ...more, ...claims };
  // An address the provider itself doubts proves nothing.
  const isDoubtful = emailClaim === "email" && all["email_verified"] === false;
  return {
    subject: claims.sub,
    email: isDoubtful ? null : readEmail(all[emailClaim]),
    firstName: textOf(all["given_name"]),
    lastName: textOf(all["family_name"]),
    claims: all,
  };
}

function configurationOf(provider: Provider, connection: Connection): Promise<openid.Configuration> {
  const { issuerUrl, clientId, clientSecretEncrypted } = connection;
  const key = JSON.stringify([connection.id, issuerUrl, clientId, clientSecretEncrypted]);
  const present = known.get(key);
  if (present !== undefined && present.until > Date.now()) return present.configuration;
  if (known.size > 1_000) known.clear();
  const configuration = discover(provider, connection);
  known.set(key, { until: Date.now() + keepMs, configuration });
  configuration.catch(() => known.delete(key));
  return configuration;
}

async function discover(provider: Provider, connection: Connection): Promise<openid.Configuration> {
  const { issuerUrl, clientId, clientSecretEncrypted } = connection;
  if (!URL.canParse(issuerUrl)) throw new UpstreamError("The connection names no provider address.");
  const server = new URL(issuerUrl);
  // Plain HTTP is for trying things out, where Parley itself is not behind HTTPS either.
  const isPlain = server.protocol === "http:" && provider.settings.publicUrl.startsWith("http:");
  const binding = clientSecretBinding(connection.accountId, connection.id);
  const secret =
    clientSecretEncrypted === null
      ? undefined
      : provider.secrets.decryptSecret(clientSecretEncrypted, binding);
  return openid.discovery(server, clientId, secret, secret === undefined ? openid.None() : undefined, {
    [openid.customFetch]: fetchFor(provider),
    timeout: 10,
    ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
  });
}

function fetchFor(provider: Provider): openid.CustomFetch {
  const guarded = provider.outgoing.asFetch();
  return (url, { body, method, headers, redirect, signal }) =>
    guarded(url, {
      method,
      headers,
      redirect,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 120) : undefined;
}
