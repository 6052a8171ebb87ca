// A connection as it would be after an edit: what is stored with the edits merged in, checked.
import { isProposedId } from "#domains/identity";
import type { CustomAuthMethodInput } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { changedFields, refuseStale } from "#platform/versions.ts";
import { checkedConnection, type ConnectionValues } from "./connection-input.ts";
import { customAuthMethodsOf, type CustomAuthMethodRow } from "./login-method-queries.ts";

export interface ConnectionDraft {
  readonly stored: CustomAuthMethodRow | undefined;
  readonly values: ConnectionValues;
  /** Undefined for a new one that was given no name to be known by at the other side. */
  readonly providerId: string | undefined;
}

export async function connectionDraft(
  db: Db,
  accountId: string,
  input: CustomAuthMethodInput,
  at: string,
): Promise<ConnectionDraft> {
  const [methods] = await customAuthMethodsOf(db, [accountId]);
  const stored = input.id ? methods?.find((method) => method.id === input.id) : undefined;
  if (input.id && !stored) throw new NotFound("login method");
  if (!stored && input.type !== "OIDC" && input.type !== "SAML")
    throw new Invalid(`${at}.type`, "Choose OIDC or SAML.");
  const base = stored
    ? { ...stored, settings: Object(stored.settings) as ConnectionValues["settings"] }
    : emptyConnection(input.type === "SAML" ? "SAML" : "OIDC");
  const values = checkedConnection(at, base, input);
  if (stored) {
    const secret = input.clientSecret ? { clientSecret: true } : {};
    refuseStale(
      input.version,
      { ...stored, updatedByName: stored.updatedByName ?? undefined },
      { ...changedFields(base, values), ...secret },
    );
  }
  const isTaken = methods?.some(
    (other) => other.id !== stored?.id && other.name.toLowerCase() === values.name.toLowerCase(),
  );
  if (isTaken) throw new Invalid(`${at}.name`, "There is a connection with this name already.");
  return { stored, values, providerId: stored?.providerId ?? proposed(input, values, at) };
}

function proposed(
  { providerId }: CustomAuthMethodInput,
  { type }: ConnectionValues,
  at: string,
): string | undefined {
  if (providerId == null || providerId === "") return undefined;
  if (!isProposedId(providerId) || !providerId.startsWith(type.toLowerCase()))
    throw new Invalid(`${at}.providerId`, "Use the name that was proposed for this connection.");
  return providerId;
}

const emptyConnection = (type: "OIDC" | "SAML"): ConnectionValues => ({
  type,
  name: "",
  clientId: "",
  issuerURL: "",
  emailAttribute: "email",
  usernameAttribute: "",
  entityIssuer: "",
  settings: {},
});
