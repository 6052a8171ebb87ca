// What every screen of one page load shares: configuration, clients and the page's own query.
import { createIdentityClient } from "@parley/identity-client";
import type { IdentityClient } from "@parley/identity-client";
import { createContext, useContext } from "react";
import type { Configuration } from "./configuration.ts";
import { createDataClient } from "./data/data-client.ts";
import type { DataClient } from "./data/data-client.ts";
import type { LinkingDetails } from "./linking-details.ts";
import { keepLinkingDetails, readLinkingDetails } from "./linking-details.ts";
import { chooseManagerHost } from "./manager-host.ts";
import { allowedOrigins } from "./outcome/decide-outcome.ts";
import { allowedUrl } from "./outcome/allowed-url.ts";

export type Page = {
  configuration: Configuration;
  identity: IdentityClient;
  data: DataClient;
  managerHost: Promise<string>;
  query: URLSearchParams;
  linking: LinkingDetails;
};

export function createPage(configuration: Configuration): Page {
  const identity = createIdentityClient({ baseUrl: configuration.providerUrl });
  const data = createDataClient(configuration.apiUrl, identity);
  const query = new URLSearchParams(window.location.search);
  const linking = readLinkingDetails(query, window.localStorage);
  keepLinkingDetails(linking, window.localStorage);
  return { configuration, identity, data, managerHost: chooseManagerHost(configuration), query, linking };
}

const PageContext = createContext<Page | undefined>(undefined);
export const PageProvider = PageContext.Provider;

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("usePage() needs a PageProvider above it.");
  return page;
}

/** Another screen of this app, with return_to (and the address, when given) carried along. */
export function screenUrl(page: Page, path: string, extra: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams();
  const returnTo = checkedQueryReturnTo(page);
  if (returnTo !== undefined) query.set("return_to", returnTo);
  for (const [name, value] of Object.entries(extra))
    if (value !== undefined && value !== "") query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function checkedQueryReturnTo({ query, configuration }: Page): string | undefined {
  const { providerUrl, managerUrl, developmentManagerUrl, production } = configuration;
  const managers =
    production || developmentManagerUrl === undefined ? [managerUrl] : [managerUrl, developmentManagerUrl];
  const origins = managers.flatMap((managerHost) =>
    allowedOrigins({ currentUrl: window.location.href, providerUrl, managerHost }),
  );
  return allowedUrl(query.get("return_to"), origins);
}
