// Which login method a person is adding to their account, given by the console in the query. It is kept in
// local storage because the way through the identity provider and back loses the query (decision 012).
export type LinkingDetails = {
  userId: string | undefined;
  accountAuthMethodSettingsId: string | undefined;
  orgId: string | undefined;
  authMethodName: string | undefined;
};

export const LINKING_KEY = "userLinkAuthMethodDetails";
const KEPT_FOR_MS = 30 * 60_000;
const NAMES = ["userId", "accountAuthMethodSettingsId", "orgId", "authMethodName"] as const;

type KeyValueStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function readLinkingDetails(
  query: URLSearchParams,
  store: KeyValueStore,
  now = Date.now(),
): LinkingDetails {
  const fromQuery = pick((name) => query.get(name));
  return isGiven(fromQuery) ? fromQuery : readStored(store, now);
}

export function keepLinkingDetails(details: LinkingDetails, store: KeyValueStore, now = Date.now()): void {
  if (isGiven(details)) store.setItem(LINKING_KEY, JSON.stringify({ ...details, savedAt: now }));
}

export function forgetLinkingDetails(store: KeyValueStore): void {
  store.removeItem(LINKING_KEY);
}

/** Both ids are needed to connect a method; organisation and name only decide where to go afterwards. */
export function isLinking(
  details: LinkingDetails,
): details is LinkingDetails & { userId: string; accountAuthMethodSettingsId: string } {
  return details.userId !== undefined && details.accountAuthMethodSettingsId !== undefined;
}

export function myAccountUrl(managerHost: string, details: LinkingDetails, hasFailed: boolean): string {
  if (details.orgId === undefined) return managerHost;
  const query = new URLSearchParams(hasFailed ? { failedLinkingAuthMethod: "true" } : {});
  if (details.authMethodName !== undefined) query.set("authMethodName", details.authMethodName);
  const page = `${managerHost}/organization/${encodeURIComponent(details.orgId)}/my-account`;
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

function readStored(store: KeyValueStore, now: number): LinkingDetails {
  try {
    const stored: Record<string, unknown> = Object(JSON.parse(store.getItem(LINKING_KEY) ?? "{}"));
    const savedAt = stored["savedAt"];
    // An abandoned attempt must not turn a later, unrelated change into a linking.
    if (typeof savedAt === "number" && now - savedAt > KEPT_FOR_MS) return pick(() => undefined);
    return pick((name) => stored[name]);
  } catch {
    return pick(() => undefined);
  }
}

function pick(read: (name: (typeof NAMES)[number]) => unknown): LinkingDetails {
  const value = (name: (typeof NAMES)[number]) => {
    const found = read(name);
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  return {
    userId: value("userId"),
    accountAuthMethodSettingsId: value("accountAuthMethodSettingsId"),
    orgId: value("orgId"),
    authMethodName: value("authMethodName"),
  };
}

function isGiven(details: LinkingDetails): boolean {
  return NAMES.some((name) => details[name] !== undefined);
}
