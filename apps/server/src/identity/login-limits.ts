// Guesses are limited per account and per network address. A browser that signed in to the account
// before has tries of its own, so that a stranger's guessing does not lock the owner out.
import { timingSafeEqual } from "node:crypto";
import { hostCookie } from "#platform/http/safe-headers.ts";
import { randomness } from "#platform/randomness.ts";
import { type Exchange, cookieOptions } from "./exchange.ts";
import type { Bucket } from "./rate-limits.ts";

const deviceCookie = (x: Exchange) => hostCookie("parley_known_device", cookieOptions(x.provider).secure);

export function loginBuckets(x: Exchange, identifier: string): Bucket[] {
  const { limits } = x.provider.settings;
  const device = knownDevice(x, identifier);
  return [
    device === null
      ? { name: `login account ${identifier}`, limit: limits.account }
      : { name: `login device ${device}`, limit: limits.device },
    { name: `login address ${x.device.ipAddress}`, limit: limits.address },
  ];
}

export function secondFactorBuckets(x: Exchange, identityId: string): Bucket[] {
  const { limits } = x.provider.settings;
  return [
    { name: `second factor ${identityId}`, limit: limits.account },
    { name: `login address ${x.device.ipAddress}`, limit: limits.address },
  ];
}

export function mailBuckets(x: Exchange, recipient: string): Bucket[] {
  const { limits } = x.provider.settings;
  return [
    { name: `mail to ${recipient.toLowerCase()}`, limit: limits.mailPerRecipient },
    { name: `mail from ${x.device.ipAddress}`, limit: limits.mailPerAddress },
  ];
}

export function rememberDevice(x: Exchange, identifier: string): void {
  if (knownDevice(x, identifier) !== null) return;
  const nonce = randomness(16).toString("base64url");
  const value = `${nonce}.${signature(x, nonce, identifier).toString("base64url")}`;
  x.reply.setCookie(deviceCookie(x), value, { ...cookieOptions(x.provider), maxAge: 180 * 24 * 3_600 });
}

function knownDevice(x: Exchange, identifier: string): string | null {
  const [nonce = "", given = ""] = (x.request.cookies[deviceCookie(x)] ?? "").split(".");
  if (nonce === "") return null;
  const bytes = Buffer.from(given, "base64url");
  const expected = signature(x, nonce, identifier);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? nonce : null;
}

function signature(x: Exchange, nonce: string, identifier: string): Buffer {
  return x.provider.sealer.mac("known device", `${nonce} ${identifier}`);
}
