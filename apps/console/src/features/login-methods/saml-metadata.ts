// What a SAML identity provider says about itself in its metadata.
import { parseXml } from "../../lib/trusted.ts";

const metadataSpace = "urn:oasis:names:tc:SAML:2.0:metadata";
const signatureSpace = "http://www.w3.org/2000/09/xmldsig#";
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

export type SamlMetadata = { entityIssuer: string; entryPoint: string; certificates: string };

/** undefined when the text is no metadata of an identity provider. */
export function readMetadata(xml: string): SamlMetadata | undefined {
  const page = parseXml(xml);
  const role = page.getElementsByTagNameNS(metadataSpace, "IDPSSODescriptor")[0];
  const entity = page.getElementsByTagNameNS(metadataSpace, "EntityDescriptor")[0];
  if (!role || !entity || page.querySelector("parsererror")) return undefined;
  const services = [...role.getElementsByTagNameNS(metadataSpace, "SingleSignOnService")];
  const service = services.find((candidate) => candidate.getAttribute("Binding") === redirect) ?? services[0];
  const keys = [...role.getElementsByTagNameNS(metadataSpace, "KeyDescriptor")].filter(
    (key) => key.getAttribute("use") !== "encryption",
  );
  const certificates = keys.flatMap((key) =>
    [...key.getElementsByTagNameNS(signatureSpace, "X509Certificate")].map(
      (certificate) => certificate.textContent?.replaceAll(/\s+/gu, "") ?? "",
    ),
  );
  return {
    entityIssuer: entity.getAttribute("entityID") ?? "",
    entryPoint: service?.getAttribute("Location") ?? "",
    certificates: [...new Set(certificates)].map(asPem).join("\n"),
  };
}

function asPem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/gu, "$1\n").trim()}\n-----END CERTIFICATE-----`;
}
