// Login methods: built-in ones, OpenID Connect and SAML, and the guard against locking everybody out.
import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOidcIdp } from "../apps/server/src/identity/testing/oidc-idp.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { anAccount, aUser } from "../apps/server/src/testing/builders.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let orgId: string;
let adminId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  const parent = await anAccount(server, { name: "Harbour Group" });
  orgId = await anAccount(server, { name: "Harbour Lines", parentId: parent });
  adminId = await aUser(server, { accountId: orgId, roleKeys: ["organization_admin"] });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const url = () => `/organization/${orgId}/login-methods`;

test("adds an OpenID connection, shows our address, and never the secret", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(url());
  await page.getByText("These are the methods of the organisation above.").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Add a connection" }).click();
  await page.getByRole("menuitem", { name: "OpenID Connect" }).click();
  const panel = page.getByRole("complementary", { name: "OpenID Connect" });
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Entra");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("Enter the issuer.").waitFor();
  await panel
    .getByRole("textbox", { name: "Issuer" })
    .fill("https://login.example.org/.well-known/openid-configuration");
  await panel.getByRole("textbox", { name: "Client id" }).fill("parley");
  await panel.getByLabel("Client secret").fill("top-secret-9876");
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByText("Entra was saved").waitFor();
  const card = page.getByRole("listitem").filter({ hasText: "Entra" });
  await card.getByRole("button", { name: "Configure" }).click();
  const entra = page.getByRole("complementary", { name: "Entra" });
  await entra.getByRole("button", { name: "Copy: Redirect URI" }).waitFor();
  expect(await entra.getByRole("textbox", { name: "Issuer" }).inputValue()).toBe("https://login.example.org");
  await entra.getByText(/A secret ending in 9876 is stored/).waitFor();
  expect(await entra.getByLabel("Client secret").inputValue()).toBe("");
  await expectAccessibleInBothSchemes(page);
  expect(page.problems).toEqual([]);
});

test("reads SAML metadata into the form, and names what the server refuses", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${url()}?connection=new-saml`);
  const panel = page.getByRole("complementary", { name: "SAML" });
  await panel.getByText("Fill in from metadata").click();
  await panel.getByRole("textbox", { name: "Metadata (XML)" }).fill("<nothing/>");
  await panel.getByRole("button", { name: "Read" }).click();
  await panel.getByText("This is not the metadata of a SAML identity provider.").waitFor();
  const there = createServer((_request, response) => response.end(metadata));
  await new Promise<void>((resolve) => there.listen(0, "localhost", resolve));
  const address = there.address();
  await panel.getByRole("textbox", { name: "Address of the metadata" }).fill("http://10.0.0.1/metadata");
  await panel.getByRole("button", { name: "Fetch" }).click();
  await panel.getByText(/10.0.0.1 cannot be called/).waitFor();
  await panel
    .getByRole("textbox", { name: "Address of the metadata" })
    .fill(`http://localhost:${typeof address === "object" ? address?.port : 0}/`);
  await panel.getByRole("button", { name: "Fetch" }).click();
  await panel.getByText("The fields below were filled in.").waitFor();
  there.close();
  expect(await panel.getByRole("textbox", { name: "Entity id of the other side" }).inputValue()).toBe(
    "https://idp.example.org/entity",
  );
  expect(await panel.getByRole("textbox", { name: "Sign-in address" }).inputValue()).toBe(
    "https://idp.example.org/sso",
  );
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Campus");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("This is not a certificate in PEM or base64 form.").waitFor();
  await expectAccessibleInBothSchemes(page);
});

test("tries a connection out before it is saved, and shows what the other side said", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(`${url()}?connection=new-oidc`);
  const panel = page.getByRole("complementary", { name: "OpenID Connect" });
  const redirectUri = await panel.getByText(/\/oidc\/callback\//).textContent();
  const idp = await startOidcIdp("parley", "a client secret", [redirectUri ?? ""]);
  idp.account = { sub: "harriet-7", email: "harriet@harbour.example", isVerified: true };
  await panel.getByRole("button", { name: "Test sign-in" }).click();
  await panel.getByText("Enter the issuer.").waitFor();
  await panel.getByRole("textbox", { name: "Name", exact: true }).fill("Harbour ID");
  await panel.getByRole("textbox", { name: "Issuer" }).fill("http://localhost:9");
  await panel.getByRole("textbox", { name: "Client id" }).fill("parley");
  await panel.getByLabel("Client secret").fill("a client secret");
  await panel.getByRole("button", { name: "Test sign-in" }).click();
  await panel.getByText(/localhost (gave no usable answer|cannot be called)/).waitFor();
  await panel.getByRole("textbox", { name: "Issuer" }).fill(idp.issuer);
  const [window] = await Promise.all([
    page.waitForEvent("popup"),
    panel.getByRole("button", { name: "Test sign-in" }).click(),
  ]);
  await panel.getByText("The other side answered").waitFor();
  await panel.getByText("Nobody in this organisation has the address harriet@harbour.example.").waitFor();
  await panel.getByText("email_verified").waitFor();
  await expect.poll(() => window.isClosed()).toBe(true);
  await expectAccessibleInBothSchemes(page);
  await panel.getByLabel("Client secret").fill("a wrong secret");
  await panel.getByRole("button", { name: "Test again" }).click();
  await panel.getByText(/Check the client id and the client secret/).waitFor();
  await panel.getByLabel("Client secret").fill("a client secret");
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByText("Harbour ID was saved").waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Harbour ID" })
    .getByRole("button", { name: "Configure" })
    .click();
  await page
    .getByRole("complementary", { name: "Harbour ID" })
    .getByText(redirectUri ?? "")
    .waitFor();
  await idp.stop();
});

test("the last working method cannot be switched off", async () => {
  const page = await signedInPage(browser, server, adminId);
  await page.goto(url());
  const switches = page.getByRole("switch");
  await switches.first().waitFor();
  await page.getByRole("switch", { name: "Entra is on" }).press(" ");
  await page.getByRole("switch", { name: "Entra is on", checked: true }).waitFor();
  for (const name of ["One-time code is on", "Password is on"]) {
    await page.getByRole("switch", { name }).press(" ");
    if (name.startsWith("One")) await page.getByRole("switch", { name, checked: false }).waitFor();
  }
  await page.getByText("The last working login method cannot be switched off").waitFor();
  await page.getByRole("switch", { name: "Password is on", checked: true }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("textbox", { name: "E-mail address" }).fill("somebody@harbour.example");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("list", { name: "Offered to somebody@harbour.example" }).waitFor();
});

const metadata = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.org/entity">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.org/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.org/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
