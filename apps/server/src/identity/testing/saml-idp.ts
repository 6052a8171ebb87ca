// A SAML identity provider for tests. It writes XML in canonical form, so that signing it takes nothing
// but a hash and a key.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { selfSigned } from "./certificate.ts";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const strangerKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const idpCertificate = selfSigned(
  keys,
  "Test identity provider",
  new Date(Date.now() + 365 * 86_400_000),
);
export const idpEntityId = "https://idp.example/metadata";

export interface AssertionFields {
  readonly requestId: string;
  readonly audience: string;
  readonly recipient: string;
  readonly nameId: string;
  readonly email: string;
  readonly issuer?: string;
  readonly assertionId?: string;
  /** Relative to now. */
  readonly notBeforeMs?: number;
  readonly notOnOrAfterMs?: number;
  readonly issueInstantMs?: number;
}

export function readAuthnRequest(url: string): {
  id: string;
  acs: string;
  issuer: string;
  relayState: string;
} {
  const query = new URL(url).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest") ?? "", "base64")).toString("utf8");
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    id: find(/ ID="([^"]+)"/),
    acs: find(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: find(/Issuer[^>]*>([^<]+)</),
    relayState: query.get("RelayState") ?? "",
  };
}

export function assertionXml(fields: AssertionFields): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const until = at(fields.notOnOrAfterMs ?? 300_000);
  const id = fields.assertionId ?? `_${createHash("sha1").update(String(Math.random())).digest("hex")}`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${at(fields.issueInstantMs ?? 0)}" Version="2.0">` +
    `<saml:Issuer>${fields.issuer ?? idpEntityId}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:persistent">${fields.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${fields.requestId}" NotOnOrAfter="${until}" Recipient="${fields.recipient}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(fields.notBeforeMs ?? -60_000)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${fields.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${fields.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>` +
    `</saml:Assertion>`
  );
}

export function signed(
  assertion: string,
  options: { withStrangersKey?: boolean; algorithm?: "sha256" | "sha1" } = {},
): string {
  const { algorithm = "sha256" } = options;
  const names =
    algorithm === "sha256"
      ? {
          signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
          digest: "http://www.w3.org/2001/04/xmlenc#sha256",
        }
      : {
          signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
          digest: "http://www.w3.org/2000/09/xmldsig#sha1",
        };
  const id = / ID="([^"]+)"/.exec(assertion)?.[1] ?? "";
  // Canonical XML has no comments, so neither has what is signed.
  const digest = createHash(algorithm)
    .update(assertion.replaceAll(/<!--.*?-->/g, ""))
    .digest("base64");
  const info = (namespace: string) =>
    `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${names.signature}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${names.digest}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const namespace = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const { privateKey } = options.withStrangersKey === true ? strangerKeys : keys;
  const value = sign(algorithm, Buffer.from(info(namespace)), privateKey).toString("base64");
  const signature = `<ds:Signature${namespace}>${info("")}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
  return assertion.replace("</saml:Issuer>", `</saml:Issuer>${signature}`);
}

export function responseXml(
  content: string,
  fields: Pick<AssertionFields, "requestId" | "recipient">,
): string {
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" InResponseTo="${fields.requestId}" IssueInstant="${new Date().toISOString()}" Version="2.0" Destination="${fields.recipient}">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${idpEntityId}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>${content}</samlp:Response>`
  );
}

export function encoded(xml: string): string {
  return Buffer.from(xml, "utf8").toString("base64");
}
