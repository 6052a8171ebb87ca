// The one gate every navigation passes. What comes out is the parsed address, so that the browser follows
// exactly what was checked.

/** Control characters, spaces and backslashes are what browsers and checkers read differently. */
// oxlint-disable-next-line no-control-regex
const AMBIGUOUS = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;
const MAX_LENGTH = 4_096;

export function allowedUrl(
  target: string | null | undefined,
  origins: readonly string[],
): string | undefined {
  const url = parseHttpUrl(target, origins[0]);
  return url !== undefined && origins.includes(url.origin) ? url.href : undefined;
}

/**
 * Signing in with an organisation's own login leaves for an address only the provider knows. That hop is
 * taken from the provider's answer alone, never from the page's query, and over HTTPS unless local.
 */
export function signOnUrl(target: string | null | undefined, origins: readonly string[]): string | undefined {
  const allowed = allowedUrl(target, origins);
  if (allowed !== undefined) return allowed;
  const url = parseHttpUrl(target, undefined);
  if (url === undefined) return undefined;
  return url.protocol === "https:" || isLoopback(url.hostname) ? url.href : undefined;
}

export function originOf(url: string): string {
  return new URL(url).origin;
}

function parseHttpUrl(target: string | null | undefined, ownOrigin: string | undefined): URL | undefined {
  if (target === null || target === undefined || target === "" || target.length > MAX_LENGTH)
    return undefined;
  if (AMBIGUOUS.test(target)) return undefined;
  const isPath = ownOrigin !== undefined && /^\/(?!\/)/.test(target);
  // "https:host" and "https:/host" parse, but mean different hosts to different readers.
  if (!isPath && !/^https?:\/\/[^/]/i.test(target)) return undefined;
  const absolute = isPath ? ownOrigin + target : target;
  if (!URL.canParse(absolute)) return undefined;
  const url = new URL(absolute);
  if (url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}
