// Double submit: the cookie holds 32 random bytes, the form a masked copy that differs in every answer.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hostCookie } from "#platform/http/safe-headers.ts";

const size = 32;

export function csrfCookieName(publicUrl: string): string {
  const name = `csrf_token_${createHash("sha256").update(publicUrl).digest("hex")}`;
  return hostCookie(name, publicUrl.startsWith("https:"));
}

export function newCsrfSecret(): Buffer {
  return randomBytes(size);
}

export function readCsrfCookie(value: string | undefined): Buffer | null {
  if (value === undefined) return null;
  const bytes = Buffer.from(value, "base64");
  return bytes.length === size ? bytes : null;
}

export function maskCsrf(secret: Buffer): string {
  const pad = randomBytes(size);
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
  return createHash("sha256").update(secret).digest();
}

function xor(left: Buffer, right: Buffer): Buffer {
  return Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)));
}
