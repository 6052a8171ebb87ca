import { expect, test } from "vitest";
import { certificatesIn, draftOf, inputOf, issuerIn } from "./connection-draft.ts";

test.each([
  ["https://login.example.org/.well-known/openid-configuration", "https://login.example.org"],
  [
    " https://login.example.org/tenant/.well-known/openid-configuration/ ",
    "https://login.example.org/tenant",
  ],
  ["https://login.example.org/", "https://login.example.org/"],
])("takes the issuer out of %s", (given, expected) => {
  expect(issuerIn(given)).toBe(expected);
});

test("tells certificates apart, as PEM or as bare base64", () => {
  const pem = "-----BEGIN CERTIFICATE-----\nMIIA\n-----END CERTIFICATE-----";
  expect(certificatesIn(`${pem}\n${pem}`)).toEqual([pem, pem]);
  expect(certificatesIn("MIIA\nMIIB\n\nMIIC")).toEqual(["MIIA\nMIIB", "MIIC"]);
});

test("a secret that was not typed is not sent, so the stored one stays", () => {
  const draft = { ...draftOf(undefined), name: "Entra", issuerURL: "https://x.example", clientId: "parley" };
  expect(inputOf("OIDC", undefined, draft)).not.toHaveProperty("clientSecret");
  expect(inputOf("OIDC", undefined, { ...draft, clientSecret: "new" })).toMatchObject({
    type: "OIDC",
    clientSecret: "new",
  });
});
