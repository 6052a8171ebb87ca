import type { Facts } from "./facts.ts";

/** What an address alone says about a page. The browser adds title, language and the like. */
export function pageFacts(address: string): Facts {
  const url = new URL(address);
  return {
    url: url.origin + url.pathname + url.search,
    origin: url.origin,
    host: url.hostname,
    path: url.pathname,
    hash: url.hash,
    query: Object.fromEntries(url.searchParams),
  };
}
