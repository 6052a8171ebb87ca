// Signing in at an organisation's own identity provider, and adding such a login to an account: real browser, real
// server, a real OpenID provider, and a SAML provider that signs for real.
import { createServer } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientSecretBinding } from "../apps/server/src/identity/index.ts";
import { startOidcIdp } from "../apps/server/src/identity/testing/oidc-idp.ts";
import type { OidcIdp } from "../apps/server/src/identity/testing/oidc-idp.ts";
import * as saml from "../apps/server/src/identity/testing/saml-idp.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { anAccount, aUser } from "../apps/server/src/testing/builders.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import { launchBrowser } from "./testing/browser.ts";

const PASSWORD = "seven quiet lanterns";
let browser: Browser;
let server: TestServer;
let idp: OidcIdp;
let samlIdp: Awaited<ReturnType<typeof startSamlIdp>>;
let context: BrowserContext;
let page: Page;
let accountId: string;
let oidcSettingsId: string;

beforeAll(async () => {
  server = await startTestServer();
  idp = await startOidcIdp("parley", "a client secret", [
    `${server.urls.provider}/self-service/methods/oidc/callback/acme-id`,
  ]);
  samlIdp = await startSamlIdp();
  accountId = await anAccount(server, { name: "Acme" });
  await server.db
    .updateTable("accounts")
    .set({ general_settings: JSON.stringify({ emailDomains: ["acme.example"] }) })
    .where("id", "=", accountId)
    .execute();
  oidcSettingsId = await aLoginMethod({
    type: "OIDC",
    name: "Acme ID",
    providerId: "acme-id",
    issuerUrl: idp.issuer,
  });
  await aLoginMethod({ type: "SAML", name: "Acme SSO", providerId: "acme-sso", issuerUrl: samlIdp.url });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await idp?.stop();
  samlIdp?.stop();
  await server?.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  await context.route(`${server.urls.console}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Console</title>" }),
  );
  page = await context.newPage();
});
afterEach(() => context.close());

async function aLoginMethod(method: {
  type: "OIDC" | "SAML";
  name: string;
  providerId: string;
  issuerUrl: string;
}) {
  const id = newId();
  const settingsId = newId();
  const secret = server.services.secrets.encryptSecret("a client secret", clientSecretBinding(accountId, id));
  await server.db
    .insertInto("custom_auth_methods")
    .values({
      id,
      account_id: accountId,
      type: method.type,
      name: method.name,
      provider_id: method.providerId,
      issuer_url: method.issuerUrl,
      client_id: "parley",
      client_secret_encrypted: secret,
      entity_issuer: method.type === "SAML" ? saml.idpEntityId : "",
      settings: JSON.stringify(method.type === "SAML" ? { certificates: saml.idpCertificate } : {}),
    })
    .execute();
  await server.db
    .insertInto("account_auth_method_settings")
    .values({ id: settingsId, account_id: accountId, custom_auth_method_id: id })
    .execute();
  return settingsId;
}

async function aPerson(email: string, password?: string): Promise<string> {
  const id = await aUser(server, { accountId, userName: email });
  await server.db.transaction().execute(async (tx) => {
    const secret = password === undefined ? {} : { password };
    await server.services.identity?.createIdentity({ id, email, isAddressVerified: true, ...secret }, tx);
  });
  return id;
}

/** The identity provider's page: it answers the request in the address with a signed assertion, by a form. */
async function startSamlIdp() {
  const email = "sam@acme.example";
  const listener = createServer((incoming, response) => {
    const request = saml.readAuthnRequest(`http://localhost${incoming.url}`);
    const fields = {
      requestId: request.id,
      audience: request.issuer,
      recipient: request.acs,
      nameId: "sam",
      email,
    };
    const xml = saml.responseXml(saml.signed(saml.assertionXml(fields)), fields);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<form method="post" action="${request.acs}">
      <input type="hidden" name="SAMLResponse" value="${saml.encoded(xml)}">
      <input type="hidden" name="RelayState" value="${request.relayState}">
      <button>Go on as Sam</button></form>`);
  });
  await new Promise<void>((resolve) => listener.listen(0, "localhost", resolve));
  const address = listener.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://localhost:${port}/sso`, email, stop: () => listener.close() };
}

async function enterAddress(email: string, returnTo: string) {
  await page.goto(`${server.urls.signIn}/?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** An outside login that was used last comes first; the password is then one click away. */
async function choosePassword() {
  const password = page.getByLabel("Password", { exact: true });
  const other = page.getByRole("button", { name: "Use your password" });
  await password.or(other).first().waitFor();
  if (await other.isVisible()) await other.click();
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe("signing in", () => {
  test("at an OpenID provider, with return_to kept, and offered first the next time", async () => {
    const email = "olga@acme.example";
    await aPerson(email);
    idp.account = { sub: "olga", email, isVerified: true };
    await enterAddress(email, `${server.urls.console}/projects`);
    await page.getByRole("button", { name: "Continue with Acme ID" }).click();
    await page.waitForURL(`${server.urls.console}/projects`);
    await context.clearCookies();
    await page.goto(server.urls.signIn);
    await page.getByText("Last used").waitFor();
  });

  test("cancelled there: the reason is on the sign-in page, and another way still works", async () => {
    const email = "pia@elsewhere.example";
    await aPerson(email, PASSWORD);
    idp.account = null;
    await enterAddress(email, `${server.urls.console}/projects`);
    await page.getByRole("button", { name: "Continue with Acme ID" }).click();
    await page.getByRole("alert").waitFor();
    expect(new URL(page.url()).origin).toBe(server.urls.signIn);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await choosePassword();
    await page.waitForURL(`${server.urls.console}/projects`);
  });

  test("at a SAML provider: connector_id names the connection, return_to survives", async () => {
    await aPerson(samlIdp.email);
    const asked: URL[] = [];
    page.on("request", (request) => asked.push(new URL(request.url())));
    await enterAddress(samlIdp.email, `${server.urls.console}/projects`);
    await page.getByRole("button", { name: "Continue with Acme SSO" }).click();
    await page.getByRole("button", { name: "Go on as Sam" }).click();
    await page.waitForURL(`${server.urls.console}/projects`);
    expect(asked.map((url) => url.searchParams.get("connector_id"))).toContain("acme-sso");
  });
});

describe("adding a login for the console", () => {
  async function startLinking(
    email: string,
    details: { userId: string; accountAuthMethodSettingsId: string },
  ) {
    idp.account = { sub: email, email, isVerified: true };
    await enterAddress(email, `${server.urls.console}/`);
    const usePassword = page.getByRole("button", { name: "Use your password" });
    await usePassword
      .or(page.getByLabel("Password", { exact: true }))
      .first()
      .waitFor();
    if ((await usePassword.count()) > 0) await usePassword.click();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${server.urls.console}/`);
    const query = new URLSearchParams({ ...details, orgId: accountId, authMethodName: "Acme ID" });
    await page.goto(`${server.urls.signIn}/settings?${query.toString()}`);
    await page.getByRole("button", { name: "Connect Acme ID" }).click();
  }
  const myAccount = () => `${server.urls.console}/organization/${accountId}/my-account`;

  test("success ends on my account with its name; it is unlinked in settings, in two deliberate steps", async () => {
    const userId = await aPerson("lin@elsewhere.example", PASSWORD);
    await startLinking("lin@elsewhere.example", { userId, accountAuthMethodSettingsId: oidcSettingsId });
    await page.waitForURL(`${myAccount()}?authMethodName=Acme+ID`);
    await page.goto(`${server.urls.signIn}/settings`);
    await page.getByRole("button", { name: /^Disconnect Acme ID/ }).click();
    const sure = page.getByRole("group", { name: /^Disconnect Acme ID/ });
    await sure.getByText("Your other ways to sign in stay.").waitFor();
    await sure.getByRole("button", { name: /^Disconnect Acme ID/ }).click();
    await page.getByRole("button", { name: /^Connect Acme ID/ }).waitFor();
    const left = server.db
      .selectFrom("identity_credentials")
      .select("type")
      .where("identity_id", "=", userId);
    expect((await left.execute()).map(({ type }) => type)).toEqual(["password"]);
  });

  test("another person's id is refused, and my account says that it failed", async () => {
    const stranger = await aPerson("stranger@elsewhere.example", PASSWORD);
    await aPerson("mallory@elsewhere.example", PASSWORD);
    await startLinking("mallory@elsewhere.example", {
      userId: stranger,
      accountAuthMethodSettingsId: oidcSettingsId,
    });
    await page.waitForURL(`${myAccount()}?failedLinkingAuthMethod=true&authMethodName=Acme+ID`);
  });
});
