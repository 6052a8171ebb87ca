// One request and what belongs to it: the caller's session, its CSRF secret, and the answers the
// provider gives in its two languages (JSON and browser redirects).
import { hostCookie } from "#platform/http/safe-headers.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "./context.ts";
import { csrfCookieName, csrfHash, matchesCsrf, newCsrfSecret, readCsrfCookie } from "./csrf.ts";
import { csrfViolation } from "./errors.ts";
import { acceptsJson } from "./negotiation.ts";
import { type Device, type SessionRecord, findSessionByToken } from "./sessions.ts";
import { isRecord } from "./traits.ts";

/** Under HTTPS with the prefix that keeps other hosts and plain connections from setting it (decision 132). */
export function sessionCookieName(publicUrl: string): string {
  return hostCookie("ory_kratos_session", publicUrl.startsWith("https:"));
}

export interface Exchange {
  readonly provider: Provider;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** By Accept or by Content-Type; `acceptsJson` looks at Accept only. */
  readonly isJson: boolean;
  readonly acceptsJson: boolean;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly device: Device;
  session(): Promise<SessionRecord | null>;
  csrfSecret(): Buffer;
  renewCsrf(): Buffer;
  /** Is the secret of the form that of the cookie? */
  hasCsrf(): boolean;
  checkCsrf(): void;
}

export function createExchange(provider: Provider, request: FastifyRequest, reply: FastifyReply): Exchange {
  const { accept, "content-type": contentType } = request.headers;
  const wantsJson = acceptsJson(accept);
  let session: Promise<SessionRecord | null> | undefined;
  let secret = readCsrfCookie(request.cookies[csrfCookieName(provider.settings.publicUrl)]);
  const cookieSecret = secret;

  function renewCsrf(): Buffer {
    secret = newCsrfSecret();
    reply.setCookie(csrfCookieName(provider.settings.publicUrl), secret.toString("base64"), {
      ...cookieOptions(provider),
      maxAge: 365 * 24 * 3_600,
    });
    return secret;
  }

  const body = isRecord(request.body) ? request.body : {};
  const hasCsrf = () => cookieSecret !== null && matchesCsrf(cookieSecret, body["csrf_token"]);
  return {
    provider,
    request,
    reply,
    isJson: contentType === "application/json" || wantsJson,
    acceptsJson: wantsJson,
    query: singleValues(request.query),
    body,
    device: { ipAddress: request.ip, userAgent: request.headers["user-agent"] ?? "" },
    session() {
      const token = sessionToken(request, provider.settings.publicUrl);
      session ??=
        token === undefined ? Promise.resolve(null) : findSessionByToken(provider.db, token, provider.now());
      return session;
    },
    csrfSecret: () => secret ?? renewCsrf(),
    renewCsrf,
    hasCsrf,
    checkCsrf() {
      if (!hasCsrf()) throw csrfViolation();
    },
  };
}

export function textField(x: Exchange, name: string): string {
  const value = x.body[name];
  return typeof value === "string" ? value : "";
}

/** Does this browser hold the cookie the flow was made for? */
export function ownsFlow(x: Exchange, flow: { readonly csrfHash: Buffer | null }): boolean {
  return flow.csrfHash === null || csrfHash(x.csrfSecret()).equals(flow.csrfHash);
}

export function setSessionCookie(x: Exchange, token: string, expiresAt: Date): void {
  const seconds = Math.max(0, Math.round((expiresAt.getTime() - x.provider.now().getTime()) / 1000));
  x.reply.setCookie(sessionCookieName(x.provider.settings.publicUrl), token, {
    ...cookieOptions(x.provider),
    maxAge: seconds,
  });
}

export function clearSessionCookie(x: Exchange): void {
  x.reply.clearCookie(sessionCookieName(x.provider.settings.publicUrl), cookieOptions(x.provider));
}

/** 303 makes the browser GET the address whatever it did before. */
export function redirect(x: Exchange, url: string): FastifyReply {
  return x.reply.code(303).header("location", url).send();
}

export function withQuery(url: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) result.searchParams.set(name, value);
  }
  return result.href;
}

export function requestUrl(x: Exchange): string {
  return `${x.provider.settings.publicUrl}${x.request.url}`;
}

export function cookieOptions(provider: Provider) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: provider.settings.publicUrl.startsWith("https:"),
  } as const;
}

export function sessionToken(request: FastifyRequest, publicUrl: string): string | undefined {
  const header = request.headers["x-session-token"];
  if (typeof header === "string" && header !== "") return header;
  const cookie = request.cookies[sessionCookieName(publicUrl)];
  if (cookie !== undefined && cookie !== "") return cookie;
  return /^bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

function singleValues(query: unknown): Record<string, string | undefined> {
  if (!isRecord(query)) return {};
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const single: unknown = first(value);
      return [name, typeof single === "string" ? single : undefined];
    }),
  );
}
