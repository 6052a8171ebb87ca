// Checks of an OIDC or SAML connection before it is stored.
import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { Invalid } from "#platform/errors.ts";
import { jsonObject, optionalText, requiredText } from "#platform/input.ts";

export interface ConnectionValues {
  name: string;
  type: "OIDC" | "SAML";
  clientId: string;
  issuerURL: string;
  emailAttribute: string;
  usernameAttribute: string;
  entityIssuer: string;
  settings: ConnectionSettings;
}

const settingsShape = z.strictObject({
  entryPoint: z.string().max(2_000).optional(),
  certificates: z
    .union([z.string().transform((one) => [one]), z.array(z.string().max(20_000)).max(10)])
    .optional(),
  scope: z.string().max(500).optional(),
  isListed: z.boolean().optional(),
});
export type ConnectionSettings = z.infer<typeof settingsShape>;

export type ConnectionEdits = { readonly [K in keyof ConnectionValues]?: unknown };

/** The stored values with the edits merged in, all checked; `at` is where the console shows the message. */
export function checkedConnection(
  at: string,
  stored: ConnectionValues,
  edits: ConnectionEdits,
): ConnectionValues {
  const text = (key: Exclude<keyof ConnectionValues, "settings" | "type">, most: number) => {
    const value = edits[key];
    return typeof value === "string" ? optionalText(`${at}.${key}`, value, most) : stored[key];
  };
  const values: ConnectionValues = {
    type: stored.type,
    name: requiredText(`${at}.name`, text("name", 120), "a name for the connection"),
    clientId: text("clientId", 500),
    issuerURL: text("issuerURL", 2_000),
    emailAttribute: text("emailAttribute", 200) || "email",
    usernameAttribute: text("usernameAttribute", 200),
    entityIssuer: text("entityIssuer", 2_000),
    settings: edits.settings == null ? stored.settings : checkedSettings(at, edits.settings),
  };
  if (values.type === "OIDC") {
    requireAddress(`${at}.issuerURL`, values.issuerURL, "the issuer");
    if (values.clientId === "") throw new Invalid(`${at}.clientId`, "Enter the client id.");
  } else {
    requireAddress(`${at}.settings.entryPoint`, values.settings.entryPoint ?? "", "the sign-in address");
    if (values.entityIssuer === "")
      throw new Invalid(`${at}.entityIssuer`, "Enter the entity id of the other side.");
    requireCertificates(`${at}.settings.certificates`, values.settings.certificates ?? []);
  }
  return values;
}

function checkedSettings(at: string, given: unknown): ConnectionSettings {
  const parsed = settingsShape.safeParse(jsonObject(`${at}.settings`, given, 65_536));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.length ? `.${issue.path.join(".")}` : "";
  throw new Invalid(`${at}.settings${path}`, issue?.message ?? "These settings do not work.");
}

function requireAddress(field: string, value: string, label: string): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url?.hostname === "localhost" || url?.hostname === "127.0.0.1";
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal);
  if (!isSafe) throw new Invalid(field, `Enter ${label} as an address that begins with https://.`);
}

function requireCertificates(field: string, certificates: readonly string[]): void {
  if (certificates.length === 0) throw new Invalid(field, "Add the certificate the other side signs with.");
  for (const certificate of certificates) {
    try {
      const { publicKey } = new X509Certificate(asPem(certificate));
      if (publicKey.type === "public") continue;
    } catch {
      // Said below.
    }
    throw new Invalid(field, "This is not a certificate in PEM or base64 form.");
  }
}

export function asPem(certificate: string): string {
  if (certificate.includes("BEGIN CERTIFICATE")) return certificate;
  const lines = certificate.replaceAll(/\s+/g, "").replaceAll(/(.{64})/g, "$1\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----`;
}
