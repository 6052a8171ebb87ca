// Headers that every answer of every listener carries unless it says otherwise (decision 132).
import type { FastifyInstance } from "fastify";

const isLessThanAPage = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const unusedByUs =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()";
const twoYears = 2 * 365 * 24 * 3_600;

/** `isSecure`: the listener is reached over HTTPS, so that browsers may be told to stay with it. */
export function safeHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "content-security-policy": isLessThanAPage,
    // Console, sign-in and API are one site; what other sites may load says so itself.
    "cross-origin-resource-policy": "same-site",
    "permissions-policy": unusedByUs,
    "cache-control": "no-store",
    ...(isSecure && { "strict-transport-security": `max-age=${twoYears}; includeSubDomains` }),
  };
}

export function addSafeHeaders(app: FastifyInstance, isSecure: boolean): void {
  const defaults = Object.entries(safeHeaders(isSecure));
  app.addHook("onSend", (_, reply, __, done) => {
    for (const [name, value] of defaults) if (!reply.hasHeader(name)) reply.header(name, value);
    done();
  });
}

/** Under HTTPS a cookie that no subdomain and no plain connection can set. */
export function hostCookie(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
