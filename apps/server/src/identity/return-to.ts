// Where a browser may be sent after a flow. One parser, the one browsers use, and its normal form is
// what we send, so that nothing can be read differently here and there.
import { ProviderError } from "./errors.ts";
import type { IdentitySettings } from "./settings.ts";

type ReturnSettings = Pick<IdentitySettings, "publicUrl" | "allowedReturnUrls" | "defaultReturnUrl">;

/** The normal form of an allowed address, null when none was given; anything else is refused. */
export function checkReturnTo(settings: ReturnSettings, value: string | undefined | null): string | null {
  if (value === undefined || value === null || value === "") return null;
  const url = parseReturnTo(value, settings.defaultReturnUrl);
  if (url !== null && isAllowed(settings, url)) return url.href;
  throw new ProviderError(400, "The address to come back to is not on the list of allowed ones.", {
    id: "self_service_flow_return_to_forbidden",
  });
}

function parseReturnTo(value: string, base: string): URL | null {
  if (value.length > 4_096 || hasMisleadingCharacters(value)) return null;
  const isRelative = /^\/(?!\/)/.test(value);
  if (!isRelative && !/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(value)) return null;
  return URL.parse(value, base);
}

// Browsers drop tabs and line breaks and read a backslash as a slash; nothing honest holds them.
function hasMisleadingCharacters(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x5c || (code >= 0x7f && code <= 0xa0)) return true;
  }
  return false;
}

function isAllowed(settings: ReturnSettings, url: URL): boolean {
  const own = new URL(`${settings.publicUrl}/self-service`);
  if (url.origin === own.origin && url.pathname.startsWith(`${own.pathname}/`)) return true;
  return settings.allowedReturnUrls.some((allowed) => matches(allowed, url));
}

function matches(allowed: string, url: URL): boolean {
  const wildcard = /^(https?):\/\/\*\.([^/:*]+\.[^/:*]+)(:\d+)?(\/.*)?$/i.exec(allowed);
  if (wildcard !== null) {
    const [, scheme = "", domain = "", port = "", path = "/"] = wildcard;
    const base = new URL(`${scheme}://${domain}${port}${path}`);
    const isSubdomain = url.hostname.endsWith(`.${base.hostname}`);
    return (
      url.protocol === base.protocol &&
      url.port === base.port &&
      isSubdomain &&
      isUnder(base.pathname, url.pathname)
    );
  }
  if (!URL.canParse(allowed) || allowed.includes("*")) return false;
  const base = new URL(allowed);
  return url.origin === base.origin && isUnder(base.pathname, url.pathname);
}

/** On whole segments: /app allows /app and /app/x, not /apple. */
function isUnder(prefix: string, path: string): boolean {
  const trimmed = prefix.replace(/\/+$/, "");
  return path === trimmed || path.startsWith(`${trimmed}/`);
}
