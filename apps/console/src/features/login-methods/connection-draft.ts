// The form of a connection, and what of it is sent: a secret only when a new one was typed.
import type { VariablesOf } from "../../generated/graphql.ts";
import type { updateAccountMutation } from "../../shared/update-account.ts";
import type { Connection } from "./login-methods-query.ts";

type Inputs = NonNullable<VariablesOf<typeof updateAccountMutation>["customAuthMethods"]>;
type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;
export type ConnectionInput = ItemOf<Inputs>;

export type ConnectionDraft = {
  name: string;
  issuerURL: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  entityIssuer: string;
  entryPoint: string;
  certificates: string;
  emailAttribute: string;
  usernameAttribute: string;
};
export type DraftField = keyof ConnectionDraft;

const textAt = (settings: unknown, key: string): string => {
  if (typeof settings !== "object" || settings === null || !(key in settings)) return "";
  const value: unknown = Object.entries(settings).find(([name]) => name === key)?.[1];
  if (Array.isArray(value)) return value.map(String).join("\n\n");
  return typeof value === "string" ? value : "";
};

export function draftOf(connection: Connection | undefined): ConnectionDraft {
  return {
    name: connection?.name ?? "",
    issuerURL: connection?.issuerURL ?? "",
    clientId: connection?.clientId ?? "",
    clientSecret: "",
    scope: textAt(connection?.settings, "scope"),
    entityIssuer: connection?.entityIssuer ?? "",
    entryPoint: textAt(connection?.settings, "entryPoint"),
    certificates: textAt(connection?.settings, "certificates"),
    emailAttribute: connection?.emailAttribute ?? "email",
    usernameAttribute: connection?.usernameAttribute ?? "",
  };
}

export function changedFields(connection: Connection | undefined, draft: ConnectionDraft): DraftField[] {
  const before: Record<string, string> = draftOf(connection);
  return fields.filter((field) => draft[field] !== before[field]);
}

const fields: readonly DraftField[] = [
  "name",
  "issuerURL",
  "clientId",
  "clientSecret",
  "scope",
  "entityIssuer",
  "entryPoint",
  "certificates",
  "emailAttribute",
  "usernameAttribute",
];

export function inputOf(
  type: "OIDC" | "SAML",
  connection: Connection | undefined,
  draft: ConnectionDraft,
  proposedId?: string,
): ConnectionInput {
  const { name, clientId, clientSecret, entityIssuer, emailAttribute, usernameAttribute } = draft;
  const kept = typeof connection?.settings === "object" ? connection.settings : {};
  return {
    ...(connection
      ? { id: connection.id, version: connection.version }
      : { type, ...(proposedId === undefined ? {} : { providerId: proposedId }) }),
    name,
    emailAttribute,
    usernameAttribute,
    ...(type === "OIDC"
      ? {
          issuerURL: issuerIn(draft.issuerURL),
          clientId,
          ...(clientSecret ? { clientSecret } : {}),
          settings: { ...kept, ...(draft.scope ? { scope: draft.scope } : {}) },
        }
      : {
          entityIssuer,
          settings: {
            ...kept,
            entryPoint: draft.entryPoint,
            certificates: certificatesIn(draft.certificates),
          },
        }),
  };
}

/** A discovery address is taken for its issuer. */
export function issuerIn(address: string): string {
  return address.trim().replace(/\/\.well-known\/openid-configuration\/?$/u, "");
}

/** Several certificates stand one after the other, as PEM or as base64 with blank lines between. */
export function certificatesIn(text: string): string[] {
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu);
  if (pems) return pems;
  return text
    .split(/\n\s*\n/u)
    .map((part) => part.trim())
    .filter(Boolean);
}
