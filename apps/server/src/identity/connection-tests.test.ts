import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids.ts";
import { anAccount, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { createBrowser } from "./testing/browser.ts";
import { type OidcIdp, startOidcIdp } from "./testing/oidc-idp.ts";
import * as saml from "./testing/saml-idp.ts";

let server: TestServer;
let accountId: string;
let adminId: string;
let idp: OidcIdp;
let redirectUri: string;
let providerId: string;
beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server, { name: "Acme" });
  adminId = await aUser(server, {
    accountId,
    roleKeys: ["organization_admin"],
    userName: "ada@acme.example",
  });
  ({ redirectUri, providerId } = await propose("OIDC"));
  idp = await startOidcIdp("parley", "a client secret", [redirectUri]);
});
afterAll(async () => {
  await idp?.stop();
  await server?.stop();
});

async function propose(type: string) {
  const { data } = await server.graphql<{
    proposeConnection: { redirectUri: string; providerId: string; metadataUrl: string };
  }>(
    `query ($accountId: ID!, $type: AuthMethodTypeEnum!) {
      proposeConnection(accountId: $accountId, type: $type) { providerId redirectUri acsUrl entityId metadataUrl } }`,
    { accountId, type },
    { userId: adminId },
  );
  return data.proposeConnection;
}

const start = (connection: Record<string, unknown>, userId = adminId) =>
  server.graphql<{ startLoginMethodTest: { id: string; url: string } }>(
    `mutation ($accountId: ID!, $connection: CustomAuthMethodInput!) {
      startLoginMethodTest(accountId: $accountId, connection: $connection) { id url state } }`,
    { accountId, connection },
    { userId },
  );

async function outcome(id: string, userId = adminId) {
  const { data, errors } = await server.graphql<{ loginMethodTest: Record<string, unknown> }>(
    `query ($id: ID!) { loginMethodTest(id: $id) { state reason subject email firstName claims effect personName } }`,
    { id },
    { userId },
  );
  return errors[0]?.message ?? data.loginMethodTest;
}

async function browserOf(userId: string) {
  const browser = createBrowser(server.urls.provider);
  const [name = "", value = ""] = (await server.signIn(userId)).split("=");
  browser.cookies.set(name, value);
  return browser;
}

/** Through the provider's redirects and back to ours. */
async function goThrough(url: string, userId = adminId) {
  const browser = await browserOf(userId);
  const first = await browser.get(url);
  const there = createBrowser(idp.issuer);
  let next = first.location ?? "";
  for (let hops = 0; hops < 10 && next.startsWith(idp.issuer); hops += 1) {
    next = new URL((await there.get(next)).location ?? "about:blank", idp.issuer).href;
  }
  return next.startsWith(server.urls.provider) ? browser.get(next) : first;
}

const draft = () => ({
  type: "OIDC",
  name: "Acme ID",
  providerId,
  issuerURL: idp.issuer,
  clientId: "parley",
  clientSecret: "a client secret",
});

describe("an OpenID connection nobody has saved", () => {
  test("is tried out, shows its claims to who tried it, and signs nobody in", async () => {
    idp.account = { sub: "ada-1", email: "ada@acme.example", isVerified: true };
    const { data } = await start(draft());
    expect(await outcome(data.startLoginMethodTest.id)).toMatchObject({ state: "WAITING" });
    const page = await goThrough(data.startLoginMethodTest.url);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("The test worked")]);
    expect(await outcome(data.startLoginMethodTest.id)).toMatchObject({
      state: "SUCCEEDED",
      subject: "ada-1",
      email: "ada@acme.example",
      firstName: "Olga",
      claims: { sub: "ada-1", email_verified: true },
      effect: "SIGNS_IN",
    });
    const { rows } = await server.services.pool.query(
      "select (select count(*) from custom_auth_methods) as saved, (select draft || outcome from identity_connection_tests limit 1) as kept",
    );
    expect(rows[0]).toMatchObject({ saved: 0, kept: expect.not.stringContaining("ada") });
    const entries = await server.db
      .selectFrom("audit_log")
      .select("action")
      .where("account_id", "=", accountId)
      .execute();
    expect(entries.map((entry) => entry.action)).toContain("login_method.tested");
  });

  test("is nobody else's: not the outcome, not the way there", async () => {
    const other = await aUser(server, { accountId, roleKeys: ["organization_admin"] });
    const { data } = await start(draft());
    expect(await outcome(data.startLoginMethodTest.id, other)).toMatch(/no such test/);
    const page = await goThrough(data.startLoginMethodTest.url, other);
    expect(new URL(page.location ?? "").pathname).toBe("/error");
    expect(await outcome(newId())).toMatch(/no such test/);
  });

  test("says what the other side said when it refuses", async () => {
    const wrong = await start({ ...draft(), clientSecret: "another secret" });
    idp.account = { sub: "ada-1", email: "ada@acme.example", isVerified: true };
    await goThrough(wrong.data.startLoginMethodTest.url);
    expect(await outcome(wrong.data.startLoginMethodTest.id)).toMatchObject({
      state: "FAILED",
      reason: expect.stringMatching(/invalid_client.*Check the client id and the client secret/),
    });
    idp.account = null;
    const cancelled = await start(draft());
    await goThrough(cancelled.data.startLoginMethodTest.url);
    expect(await outcome(cancelled.data.startLoginMethodTest.id)).toMatchObject({
      state: "FAILED",
      reason: expect.stringContaining("access_denied"),
    });
  });

  test("names the issuer when nothing answers there, and tells nothing of people elsewhere", async () => {
    const nothing = await start({ ...draft(), issuerURL: "http://localhost:9" });
    expect(nothing.errors[0]?.extensions).toMatchObject({ code: "INVALID", field: "connection.issuerURL" });
    const elsewhere = await anAccount(server, { name: "Elsewhere" });
    await aUser(server, { accountId: elsewhere, userName: "eve@elsewhere.example" });
    idp.account = { sub: "eve", email: "eve@elsewhere.example", isVerified: true };
    const { data } = await start(draft());
    await goThrough(data.startLoginMethodTest.url);
    expect(await outcome(data.startLoginMethodTest.id)).toMatchObject({
      effect: "UNKNOWN_PERSON",
      personName: null,
    });
  });

  test("keeps its name when it is saved, and then needs no secret to be tried again", async () => {
    const saved = await server.graphql<{
      updateAccount: { customAuthMethods: { id: string; redirectUri: string }[] };
    }>(
      `mutation ($id: ID!, $customAuthMethods: [CustomAuthMethodInput!]) {
        updateAccount(id: $id, customAuthMethods: $customAuthMethods) { customAuthMethods { id redirectUri } } }`,
      { id: accountId, customAuthMethods: [draft()] },
      { userId: adminId },
    );
    const [method] = saved.data.updateAccount.customAuthMethods;
    expect(method?.redirectUri).toBe(redirectUri);
    idp.account = { sub: "ada-1", email: "ada@acme.example", isVerified: true };
    const { data } = await start({ id: method?.id, emailAttribute: "sub" });
    await goThrough(data.startLoginMethodTest.url);
    expect(await outcome(data.startLoginMethodTest.id)).toMatchObject({
      state: "SUCCEEDED",
      email: null,
      effect: "NO_EMAIL",
    });
  });
});

describe("a SAML connection nobody has saved", () => {
  test("is tried out with a signed assertion; our metadata is there before", async () => {
    const ours = await propose("SAML");
    const metadata = await fetch(ours.metadataUrl);
    expect(await metadata.text()).toContain(ours.redirectUri);
    const { data, errors } = await start({
      type: "SAML",
      name: "Acme SSO",
      providerId: ours.providerId,
      entityIssuer: saml.idpEntityId,
      settings: { entryPoint: "https://idp.example/sso", certificates: [saml.idpCertificate] },
    });
    expect(errors).toEqual([]);
    const browser = await browserOf(adminId);
    const away = await browser.get(data.startLoginMethodTest.url);
    const request = saml.readAuthnRequest(away.location ?? "");
    const fields = {
      requestId: request.id,
      audience: request.issuer,
      recipient: request.acs,
      nameId: "ada",
      email: "ada@acme.example",
    };
    const xml = saml.responseXml(saml.signed(saml.assertionXml(fields)), fields);
    const posted = await browser.postForm(request.acs, {
      SAMLResponse: saml.encoded(xml),
      RelayState: request.relayState,
    });
    expect((await browser.get(posted.location ?? "")).body).toContain("The test worked");
    expect(await outcome(data.startLoginMethodTest.id)).toMatchObject({
      state: "SUCCEEDED",
      subject: "ada",
      claims: { nameID: "ada", email: "ada@acme.example", issuer: saml.idpEntityId },
    });
  });

  test("its metadata is fetched by address, through the guard", async () => {
    const pages: Server = createServer((request, response) =>
      response.end(request.url === "/metadata" ? "<md:EntityDescriptor/>" : "hello"),
    );
    await new Promise<void>((resolve) => pages.listen(0, "localhost", resolve));
    const address = pages.address();
    const at = `http://localhost:${typeof address === "object" ? address?.port : 0}`;
    const fetched = (url: string) =>
      server.graphql<{ samlMetadata: string }>(
        `query ($accountId: ID!, $url: String!) { samlMetadata(accountId: $accountId, url: $url) }`,
        { accountId, url },
        { userId: adminId },
      );
    expect((await fetched(`${at}/metadata`)).data.samlMetadata).toBe("<md:EntityDescriptor/>");
    for (const [url, message] of [
      [`${at}/other`, /not the metadata/],
      ["file:///etc/passwd", /beginning with https/],
      ["http://169.254.169.254/metadata", /cannot be called/],
    ] as const) {
      const { errors } = await fetched(url);
      expect([errors[0]?.extensions["field"], errors[0]?.message]).toEqual([
        "url",
        expect.stringMatching(message),
      ]);
    }
    pages.close();
  });
});
