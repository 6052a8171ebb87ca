// On which pages a chat may open: only those the project's environment lists, and our own.
export interface PageRule {
  readonly host: string;
  readonly port: number | null;
  readonly type: string;
  readonly pathPrefix: string;
}

export function isAllowedPage(
  pageUrl: string,
  rules: readonly PageRule[],
  ownOrigins: readonly string[],
): boolean {
  const url = URL.parse(pageUrl);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return ownOrigins.includes(url.origin) || rules.some((rule) => matches(url, rule));
}

/** The same for an origin alone, which has no path: what a websocket's Origin header tells. */
export function isAllowedOrigin(
  origin: string,
  rules: readonly PageRule[],
  ownOrigins: readonly string[],
): boolean {
  return isAllowedPage(
    origin,
    rules.map((rule) => ({ ...rule, pathPrefix: "/" })),
    ownOrigins,
  );
}

/** For frame-ancestors: the browser itself keeps the chat out of every other page. */
export function frameAncestors(rules: readonly PageRule[], ownOrigins: readonly string[]): string {
  const hosts = rules.map((rule) => {
    const host = rule.type === "WILDCARD" ? `*.${rule.host}` : rule.host;
    return rule.port === null ? host : `${host}:${rule.port}`;
  });
  return [...new Set(["'self'", ...ownOrigins, ...hosts])].join(" ");
}

function matches(url: URL, rule: PageRule): boolean {
  const host = rule.host.toLowerCase();
  const isHost = rule.type === "WILDCARD" ? url.hostname.endsWith(`.${host}`) : url.hostname === host;
  // A URL has no port where it is the usual one of its scheme.
  const usual = url.protocol === "https:" ? 443 : 80;
  const port = url.port === "" ? usual : Number(url.port);
  const isPort = rule.port === null ? port === usual : port === rule.port;
  return isHost && isPort && isBelow(url.pathname, rule.pathPrefix);
}

function isBelow(path: string, prefix: string): boolean {
  const folder = prefix.endsWith("/") ? prefix : `${prefix}/`;
  return path === prefix || `${path}/`.startsWith(folder);
}
