// Double submit: the cookie holds 32 random bytes, the form a masked copy that differs in every answer.
import { hash, timingSafeEqual } from "node:crypto";
import { hostCookie } from "#platform/http/safe-headers.ts";
import { randomness } from "#platform/randomness.ts";

const size = 32;

const cookieNames = new Map<string, string>();

/** There is one for each address of the provider, and it is asked for with every call. */
export function csrfCookieName(publicUrl: string): string {
  const known = cookieNames.get(publicUrl);
  if (known !== undefined) return known;
  const name = hostCookie(`csrf_token_${hash("sha256", publicUrl)}`, publicUrl.startsWith("https:"));
  cookieNames.set(publicUrl, name);
  return name;
}

export function newCsrfSecret(): Buffer {
  return randomness(size);
}

export function readCsrfCookie(value: string | undefined): Buffer | null {
  if (value === undefined) return null;
  const bytes = Buffer.from(value, "base64");
  return bytes.length === size ? bytes : null;
}

export function maskCsrf(secret: Buffer): string {
  const pad = randomness(size);
  return Buffer.concat([pad, xor(pad, secret)]).toString("base64");
}

/** The masked form is what we hand out; the plain one is taken too. */
export function matchesCsrf(secret: Buffer, sent: unknown): boolean {
  if (typeof sent !== "string" || sent.length > 200) return false;
  const bytes = Buffer.from(sent, "base64");
  if (bytes.length === size) return timingSafeEqual(bytes, secret);
  if (bytes.length !== 2 * size) return false;
  return timingSafeEqual(xor(bytes.subarray(0, size), bytes.subarray(size)), secret);
}

export function csrfHash(secret: Buffer): Buffer {
  return hash("sha256", secret, "buffer");
}

function xor(left: Buffer, right: Buffer): Buffer {
  const mixed = Buffer.alloc(left.length);
  for (let at = 0; at < left.length; at += 1) mixed[at] = (left[at] ?? 0) ^ (right[at] ?? 0);
  return mixed;
}
