// The address of a domain in normal form, and every form that could own the address of a page (decision 030).
import { isIP } from "node:net";
import { domainToUnicode } from "node:url";
import { bareHost, isPublicAddress } from "#platform/outgoing/address.ts";
import { createAllowList } from "#platform/outgoing/allow-list.ts";

export interface DomainParts {
  readonly url: string;
  readonly scheme: "http" | "https";
  /** Without the `*.` of a wildcard. */
  readonly host: string;
  /** Null for the scheme's own port. */
  readonly port: number | null;
  /** Begins and ends with a slash. */
  readonly pathPrefix: string;
  readonly type: "EXACT" | "WILDCARD";
}

export type ParsedDomain = { readonly parts: DomainParts } | { readonly problem: string };

const longest = 500;
const mostSegments = 16;
// Second-level names under which anybody can register: a wildcard over one would cover strangers.
const sharedSuffixes = new Set(
  (
    "co.uk org.uk ac.uk gov.uk com.au net.au org.au co.nz co.za com.br com.mx com.ar com.tr com.cn com.hk com.sg " +
    "co.jp ne.jp or.jp co.kr co.in com.tw co.il github.io gitlab.io pages.dev workers.dev vercel.app netlify.app " +
    "herokuapp.com azurewebsites.net cloudfront.net web.app firebaseapp.com blogspot.com myshopify.com"
  ).split(" "),
);

export interface DomainPolicy {
  readonly privateHosts: readonly string[];
  readonly isProduction: boolean;
}

export function parseDomain(text: string, policy: DomainPolicy): ParsedDomain {
  const given = text.trim();
  if (given === "") return problem("Write an address, such as https://shop.example.org/.");
  if (given.length > longest) return problem(`An address has at most ${longest} characters.`);
  if (/[\s\\]/.test(given)) return problem("An address has no spaces or backslashes.");
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/:]+:\d+(\/|$)/.test(given) ? given : `https://${given}`;
  if (!/^https?:\/\/[^/]/i.test(withScheme)) return problem("The address begins with https:// or http://.");
  if (!URL.canParse(withScheme)) return problem("This is not an address a browser could open.");
  const url = new URL(withScheme);
  if (url.username !== "" || url.password !== "")
    return problem("An address carries no user name or password.");
  if (withScheme.includes("#")) return problem("Leave out what follows the #: it never reaches a server.");
  if (withScheme.includes("?")) return problem("Leave out what follows the ?: a domain covers every query.");
  const isWildcard = url.hostname.startsWith("*.");
  const host = (isWildcard ? url.hostname.slice(2) : url.hostname).replace(/\.$/, "");
  const wrong = hostProblem(host, isWildcard, Number(url.port || 0), policy);
  if (wrong !== undefined) return problem(wrong);
  const path = normalPath(url.pathname);
  if (path === undefined) return problem("The path holds a character that is not written correctly.");
  if (path.includes("*"))
    return problem("The star stands only before the host. A path covers everything below it.");
  if (path.split("/").length - 2 > mostSegments) return problem(`A path has at most ${mostSegments} parts.`);
  const scheme = url.protocol === "http:" ? "http" : "https";
  const port = url.port === "" ? null : Number(url.port);
  const shownHost = `${isWildcard ? "*." : ""}${host}${port === null ? "" : `:${port}`}`;
  return {
    parts: {
      url: `${scheme}://${shownHost}${path}`,
      scheme,
      host,
      port,
      pathPrefix: path,
      type: isWildcard ? "WILDCARD" : "EXACT",
    },
  };
}

function hostProblem(
  host: string,
  isWildcard: boolean,
  port: number,
  { privateHosts, isProduction }: DomainPolicy,
): string | undefined {
  if (host === "" || host.includes("*"))
    return "A star stands only at the very front, as in https://*.example.org/.";
  const address = isIP(bareHost(host)) > 0;
  if (!address && !host.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) {
    return "The host name holds a character that host names cannot have.";
  }
  if (isWildcard && address) return "Sub-domains belong to names, not to numbers.";
  if (isWildcard && (!host.includes(".") || sharedSuffixes.has(host))) {
    return "A star over this name would cover sites of strangers. Name your own domain.";
  }
  const allowed = createAllowList(privateHosts);
  if (allowed.hasHost(host, port) || (address && allowed.hasAddress(host))) return undefined;
  const isLoopback =
    host === "localhost" || host.endsWith(".localhost") || host === "127.0.0.1" || host === "[::1]";
  if (isLoopback && !isProduction) return undefined;
  const isPrivate = address
    ? !isPublicAddress(host)
    : isLoopback || !host.includes(".") || /\.(local|internal|lan|home|corp|intranet|home\.arpa)$/.test(host);
  return isPrivate
    ? "This host is private. An operator can allow it with the setting PRIVATE_HOSTS."
    : undefined;
}

/** Percent escapes in upper case, unreserved characters written plainly, one slash between parts, a slash at the end. */
function normalPath(path: string): string | undefined {
  try {
    const parts = path.split("/").filter((part) => part !== "");
    const plain = parts.map((part) => encodeURIComponent(decodeURIComponent(part)).replaceAll("%40", "@"));
    return plain.length === 0 ? "/" : `/${plain.join("/")}/`;
  } catch {
    return undefined;
  }
}

const problem = (sentence: string) => ({ problem: sentence });

export interface PagePlace {
  readonly url: string;
  readonly scheme: string;
  readonly port: number | null;
  /** The host itself first, then the names above it, for wildcards. */
  readonly hosts: readonly string[];
  readonly prefixes: readonly string[];
}

/** Undefined for what is not the address of a web page. */
export function placeOfPage(address: string): PagePlace | undefined {
  if (address.length > 4_000 || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const host = url.hostname.replace(/\.$/, "");
  const labels = isIP(bareHost(host)) > 0 ? [host] : host.split(".");
  if (labels.length > 30) return undefined;
  const hosts = isIP(bareHost(host)) > 0 ? [host] : labels.map((_, index) => labels.slice(index).join("."));
  const parts = (normalPath(url.pathname) ?? "/").split("/").filter((part) => part !== "");
  const prefixes = [
    "/",
    ...parts.slice(0, mostSegments).map((_, index) => `/${parts.slice(0, index + 1).join("/")}/`),
  ];
  return {
    url: url.origin + url.pathname + url.search,
    scheme: url.protocol.slice(0, -1),
    port: url.port === "" ? null : Number(url.port),
    hosts,
    prefixes,
  };
}

/** With the characters people write instead of xn--. */
export function displayUrl(url: string): string {
  return url.replace(
    /^(https?:\/\/(?:\*\.)?)([^/:[]+)/,
    (_, before: string, host: string) => before + domainToUnicode(host),
  );
}
