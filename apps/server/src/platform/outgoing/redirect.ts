// The next request of a redirect chain, without what must not travel on to another origin.
import type { Answer } from "./answer.ts";
import { parseDestination } from "./destination.ts";
import { OutgoingError } from "./failure.ts";

export type HeadersGiven = Headers | Readonly<Record<string, string>>;

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
// Set by us from the URL and the body; a tenant who chose them could smuggle a request or a virtual host.
const unsafeHeaders = new Set([
  "host",
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "proxy-authorization",
  "proxy-connection",
]);
const personalHeaders = ["authorization", "cookie", "x-api-key", "api-key", "x-goog-api-key"];

/** Node checks their characters when it writes them. */
export function requestHeaders(given: HeadersGiven = {}): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": "Parley" };
  for (const [name, value] of given instanceof Headers ? given : Object.entries(given)) {
    const key = name.toLowerCase();
    if (!unsafeHeaders.has(key)) headers[key] = value.trim();
  }
  headers["accept-encoding"] = "identity";
  return headers;
}

export function followRedirect(
  hop: Hop,
  answer: Answer,
  mode: "follow" | "manual" | "error",
): Hop | undefined {
  const location = answer.header("location");
  if (!redirectStatuses.has(answer.status) || location === undefined || mode === "manual") return undefined;
  if (mode === "error") {
    throw new OutgoingError("not-allowed", `${hop.url.hostname} redirects, which is not allowed here.`);
  }
  const resolved = URL.parse(location, hop.url.href);
  if (resolved === null)
    throw new OutgoingError("not-allowed", `${hop.url.hostname} redirects to no address.`);
  const url = parseDestination(resolved);
  const keepsMethod = answer.status === 307 || answer.status === 308 || hop.method === "HEAD";
  const keepsBody = keepsMethod || hop.method === "GET";
  const left = [
    ...(url.origin === hop.url.origin ? [] : personalHeaders),
    ...(keepsBody ? [] : ["content-type", "content-encoding", "content-language"]),
  ];
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !left.includes(name)));
  return keepsBody ? { ...hop, url, headers } : { url, method: "GET", headers, body: undefined };
}
