import type { Config } from "#platform/config.ts";

export interface ConnectionAddresses {
  readonly providerId: string;
  readonly redirectUri: string;
  readonly acsUrl: string | null;
  readonly entityId: string | null;
  readonly metadataUrl: string | null;
}

/** What to enter at the other side (decision 015). */
export function connectionAddresses(
  { urls }: Pick<Config, "urls">,
  { type, providerId }: { readonly type: "OIDC" | "SAML"; readonly providerId: string },
): ConnectionAddresses {
  const methods = `${urls.provider}/self-service/methods`;
  const isSaml = type === "SAML";
  const metadataUrl = isSaml ? `${methods}/saml/metadata/${providerId}` : null;
  const redirectUri = `${methods}/${type.toLowerCase()}/callback/${providerId}`;
  return { providerId, redirectUri, acsUrl: isSaml ? redirectUri : null, entityId: metadataUrl, metadataUrl };
}
