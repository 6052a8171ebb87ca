// X-Parley-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>" with the webhook's secret>.
import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceSeconds = 300;

export function signWebhook(secret: string, body: string, now = Date.now()): string {
  const at = Math.floor(now / 1_000);
  return `t=${at},v1=${digest(secret, at, body)}`;
}

export function isSignedBy(
  secret: string,
  body: string,
  header: string | undefined,
  now = Date.now(),
): boolean {
  if (header === undefined) return false;
  const { t, v1 } = Object.fromEntries(header.split(",").map((part) => part.trim().split("=", 2)));
  const at = Number(t);
  if (!v1 || !Number.isInteger(at) || Math.abs(now / 1_000 - at) > toleranceSeconds) return false;
  const [given, expected] = [Buffer.from(v1), Buffer.from(digest(secret, at, body))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function digest(secret: string, at: number, body: string): string {
  return createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
}
