// The next request of a redirect chain, without what must not travel on to another origin.
import { parseDestination } from "./destination.ts";
import { OutgoingError } from "./failure.ts";

export type HeadersGiven = Headers | Readonly<Record<string, string>> | [string, string][];

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
// Set by us from the URL and the body; a tenant who chose them could smuggle a request or a virtual host.
const ownHeaders = ["host", "connection", "content-length", "expect", "keep-alive", "te", "trailer"];
const unsafeHeaders = [
  ...ownHeaders,
  "transfer-encoding",
  "upgrade",
  "proxy-authorization",
  "proxy-connection",
];
const personalHeaders = ["authorization", "cookie", "x-api-key", "api-key", "x-goog-api-key"];

export function requestHeaders(given: HeadersGiven | undefined): Headers {
  let headers: Headers;
  try {
    headers = new Headers(given instanceof Headers ? [...given] : given);
  } catch (error) {
    throw new OutgoingError("not-allowed", "A header holds characters that are not allowed there.", error);
  }
  for (const name of unsafeHeaders) headers.delete(name);
  if (!headers.has("user-agent")) headers.set("user-agent", "Parley");
  headers.set("accept-encoding", "identity");
  return headers;
}

export function followRedirect(
  hop: Hop,
  response: Response,
  mode: "follow" | "manual" | "error",
): Hop | undefined {
  const location = response.headers.get("location");
  if (!redirectStatuses.has(response.status) || location === null || mode === "manual") return undefined;
  if (mode === "error") {
    throw new OutgoingError("not-allowed", `${hop.url.hostname} redirects, which is not allowed here.`);
  }
  const resolved = URL.parse(location, hop.url.href);
  if (resolved === null)
    throw new OutgoingError("not-allowed", `${hop.url.hostname} redirects to no address.`);
  const url = parseDestination(resolved);
  const headers = new Headers([...hop.headers]);
  if (url.origin !== hop.url.origin) for (const name of personalHeaders) headers.delete(name);
  const keepsMethod = response.status === 307 || response.status === 308 || hop.method === "HEAD";
  if (keepsMethod || hop.method === "GET") return { ...hop, url, headers };
  for (const name of ["content-type", "content-encoding", "content-language"]) headers.delete(name);
  return { url, method: "GET", headers, body: undefined };
}
