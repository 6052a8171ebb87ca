// What a connection of either kind can do: send a browser away, and say who came back.
import type { Connection } from "../connections.ts";

export interface Upstream {
  readonly subject: string;
  readonly email: string | null;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Everything the other side said, for the administrator who tries a connection out. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Kept for this browser until it comes back. */
export interface Departure {
  readonly flowKind: "login" | "settings" | "test";
  readonly flowId: string;
  readonly providerId: string;
  readonly state: string;
  /** OpenID: proof that the one who redeems the code is the one who asked. */
  readonly codeVerifier?: string | undefined;
  readonly nonce?: string | undefined;
  /** SAML: the answer must name this request. */
  readonly requestId?: string | undefined;
}

export class UpstreamError extends Error {
  override name = "UpstreamError";
}

export function callbackUrl(publicUrl: string, connection: Pick<Connection, "type" | "providerId">): string {
  return `${publicUrl}/self-service/methods/${connection.type}/callback/${connection.providerId}`;
}

export function readEmail(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  return text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}
