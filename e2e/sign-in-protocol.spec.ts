// The built sign-in pages in a real browser against a protocol peer: the answers a provider gives rarely, and the
// shapes of a real Kratos that the built-in provider does not use.
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "./sign-in-browser.ts";
import * as flows from "./sign-in-flows.ts";
import { startPeer } from "./sign-in-peer.ts";
import type { Reply, Routes } from "./sign-in-peer.ts";

let browser: Browser;
let peer: Awaited<ReturnType<typeof startPeer>>;
let context: BrowserContext;
let page: Page;
let refusedByPolicy: string[];

beforeAll(async () => {
  [browser, peer] = await Promise.all([launchBrowser(), startPeer()]);
});
afterAll(async () => {
  await browser.close();
  await peer.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  refusedByPolicy = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
  });
  page.on("pageerror", (error) => refusedByPolicy.push(error.message));
});
afterEach(async () => {
  expect(refusedByPolicy).toEqual([]);
  await context.close();
});

const ok = (body: unknown) => (): Reply => ({ status: 200, body });
const error =
  (status: number, id: string | undefined, extras: object = {}) =>
  (): Reply => ({
    status,
    body: { error: { id, code: status, message: "refused" }, ...extras },
  });
const loginInfo = (authMethods: object[], recommendedAuthMethod?: string) => ({
  "POST /v1/graphql": ok({ data: { getLoginInfo: { authMethods, recommendedAuthMethod } } }),
});
const aLogin = (given: object = {}, ...messages: Parameters<typeof flows.aFlow>[2] & object[]) =>
  flows.aFlow([flows.google, flows.saml, ...flows.password], { requested_aal: "aal1", ...given }, messages);
const signedIn = ok({ session: { id: "s", active: true, identity: { id: "i", traits: {} } } });
const submitted = (flowType: string) =>
  peer.calls
    .filter(({ method, path }) => method === "POST" && path === `/self-service/${flowType}`)
    .map(({ body }) => body);

async function open(path: string, routes: Routes) {
  peer.answer(routes);
  await page.goto(peer.origin + path);
}

/** Waits until this element has the cursor. Page code is text: the tests are checked as Node programs. */
async function hasFocus(selector: string) {
  await page.locator(`${selector}:focus`).waitFor({ state: "attached" });
}

describe("signing in", () => {
  test("with the keyboard alone: address, password, home with return_to", async () => {
    await open(`/?return_to=${encodeURIComponent(`${peer.manager}/projects?a=1`)}`, {
      ...loginInfo([{ name: "Password", type: "DEFAULT", isActive: true }]),
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": signedIn,
    });
    await page.getByLabel("E-mail address").waitFor();
    await hasFocus("[name=identifier]");
    await page.keyboard.type("ada@acme.example");
    await page.keyboard.press("Enter");
    await page.getByLabel("Password", { exact: true }).waitFor();
    await hasFocus("#password");
    await page.keyboard.type("correct horse");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${peer.manager}/projects?a=1`);
    expect(submitted("login")).toEqual([
      { method: "password", identifier: "ada@acme.example", password: "correct horse", csrf_token: "masked" },
    ]);
    expect(
      peer.calls.find(({ path }) => path === "/self-service/login/browser")?.query.get("return_to"),
    ).toBe(`${peer.manager}/projects?a=1`);
  });

  test("password managers find one form with both fields from the start", async () => {
    await open("/", { "GET /self-service/login/browser": ok(aLogin()) });
    await page.locator("form").waitFor();
    expect(await page.locator("form input[autocomplete=username]").count()).toBe(1);
    expect(await page.locator("form input[type=password][autocomplete=current-password]").count()).toBe(1);
  });

  test("a wrong password says what to do, empties the field and puts the cursor there", async () => {
    await open("/?emailId=ada@acme.example", {
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": () => ({ status: 400, body: aLogin({}, flows.message(4000006, "error")) }),
    });
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("Forgot password?").waitFor();
    await hasFocus("#password");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  });

  test("the organisation's recommended login comes first; SAML carries its connector_id", async () => {
    await open("/?emailId=ada@acme.example", {
      ...loginInfo(
        [
          { name: "Password", type: "DEFAULT" },
          { name: "Acme SSO", type: "SAML", providerId: "acme-saml" },
        ],
        "Acme SSO",
      ),
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": error(422, "browser_location_change_required", {
        redirect_browser_to: `${peer.origin}/error?SAMLRequest=a%2Bb`,
      }),
    });
    const button = page.getByRole("button", { name: "Continue with Acme SSO" });
    await button.waitFor();
    await hasFocus("button:has-text('Continue with Acme SSO')");
    expect(await page.getByRole("button", { name: "Google" }).count()).toBe(0);
    await button.press("Enter");
    await page.waitForURL(`${peer.origin}/error?SAMLRequest=a%2Bb&connector_id=acme-saml`);
    expect(submitted("login")).toEqual([{ method: "saml", provider: "acme-saml", csrf_token: "masked" }]);
    await open("/", { "GET /self-service/login/browser": ok(aLogin()) });
    await page.getByText("Last used").waitFor();
  });

  test("every method of the flow is offered when the organisation's cannot be read", async () => {
    await open("/?emailId=ada@acme.example", { "GET /self-service/login/browser": ok(aLogin()) });
    await page.getByRole("button", { name: "Continue with Google" }).waitFor();
    expect(await page.getByRole("button", { name: "Continue with Acme" }).count()).toBe(1);
    expect(await page.getByRole("button", { name: "Sign in" }).count()).toBe(1);
  });

  test("a second factor pasted with a space sends itself", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("/?aal=aal2", {
      "GET /self-service/login/browser": ok(flows.aFlow(flows.secondFactor, { requested_aal: "aal2" })),
      "POST /self-service/login": signedIn,
    });
    await page.getByLabel("Code from your authenticator app").waitFor();
    await hasFocus("[name=totp_code]");
    await page.evaluate(`navigator.clipboard.writeText("123 456")`);
    await page.keyboard.press("Control+V");
    await page.waitForURL(`${peer.manager}/`);
    expect(submitted("login")).toEqual([{ method: "totp", totp_code: "123456", csrf_token: "masked" }]);
    expect(peer.calls[0]?.query.get("aal")).toBe("aal2");
  });

  test("too many attempts: how long to wait, with the form still there", async () => {
    await open("/?emailId=ada@acme.example", {
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": () => ({
        status: 429,
        body: { error: { code: 429 } },
        headers: { "retry-after": "2" },
      }),
    });
    await page.getByLabel("Password", { exact: true }).fill("again");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("Too many attempts").waitFor();
    await page.getByText("You can try again now.").waitFor();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("again");
  });
});

describe("interrupted flows", () => {
  test("an expired flow goes on in the one that replaces it, return_to included", async () => {
    const returnTo = `${peer.manager}/projects`;
    await open(`/?emailId=ada@acme.example&return_to=${encodeURIComponent(returnTo)}`, {
      "GET /self-service/login/browser": ok(aLogin()),
      "GET /self-service/login/flows": ok(aLogin({ id: "f2", return_to: returnTo })),
      "POST /self-service/login": ({ query }) =>
        query.get("flow") === "f2"
          ? signedIn()
          : error(410, "self_service_flow_expired", { use_flow_id: "f2" })(),
    });
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("first");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/login\?flow=f2&/);
    await password.fill("second");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(returnTo);
  });

  test("a provider that always refuses does not send the browser in circles", async () => {
    await open("/", { "GET /self-service/login/browser": error(403, "security_csrf_violation") });
    await page.getByRole("alert").getByText("Sign-in keeps starting over").waitFor();
    expect(peer.calls.length).toBeLessThan(8);
  });

  test("settings without a session: sign in, then come back to the same page", async () => {
    await open("/settings?flow=f7", {
      "GET /self-service/settings/flows": error(401, undefined),
      "GET /self-service/login/browser": ok(aLogin()),
    });
    await page.waitForURL((url) => url.pathname === "/");
    expect(new URL(page.url()).searchParams.get("return_to")).toBe(`${peer.origin}/settings?flow=f7`);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://localhost@evil.example",
  ])("return_to %s ends at home and never reaches the provider", async (returnTo) => {
    await open(`/?return_to=${encodeURIComponent(returnTo)}`, {
      "GET /self-service/login/browser": error(400, "session_already_available"),
    });
    await page.waitForURL(`${peer.manager}/`);
    expect(peer.calls[0]?.query.get("return_to")).toBeNull();
  });
});

describe("recovery", () => {
  const started = {
    "GET /self-service/recovery/browser": ok(flows.aFlow(flows.askAddress, { state: "choose_method" })),
    "GET /self-service/settings/flows": ok(
      flows.aFlow(flows.newPassword, { id: "s1", state: "show_form" }, [flows.message(1060001, "success")]),
    ),
    "POST /self-service/settings": ok(flows.aFlow(flows.newPassword, { id: "s1", state: "success" })),
  };
  const sent = (...messages: ReturnType<typeof flows.message>[]) =>
    flows.aFlow(flows.enterCode(), { state: "sent_email" }, messages);

  test.each([
    [
      "422",
      error(422, "browser_location_change_required", {
        redirect_browser_to: "https://other.example/settings?flow=s1",
      }),
    ],
    [
      "continue_with",
      ok(
        flows.aFlow([], {
          state: "passed_challenge",
          continue_with: [{ action: "show_settings_ui", flow: { id: "s1" } }],
        }),
      ),
    ],
  ])(
    "in the %s shape: address, wrong code, right code, new password, back to return_to",
    async (_, passed) => {
      const returnTo = `${peer.manager}/projects`;
      await open(`/recovery?return_to=${encodeURIComponent(returnTo)}`, {
        ...started,
        "POST /self-service/recovery": ({ body }) => {
          if (body["code"] === "111111") return passed();
          // A wrong code is a 200 with an error message.
          return ok(
            sent(body["code"] === undefined ? flows.message(1060003) : flows.message(4060006, "error")),
          )();
        },
      });
      await page.getByLabel("E-mail address").fill("ada@acme.example");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("status").getByText("on its way").waitFor();
      const code = page.getByLabel("Code from the message");
      await code.pressSequentially("000000");
      await page.getByRole("alert").getByText("This code is wrong").waitFor();
      expect(await code.inputValue()).toBe("");
      await code.pressSequentially("111111");
      await page.waitForURL(`${peer.origin}/settings?flow=s1&return_to=${encodeURIComponent(returnTo)}`);
      await page.getByLabel("New password").fill("a brand new phrase");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(returnTo);
      expect(submitted("recovery")).toEqual([
        { method: "code", email: "ada@acme.example", csrf_token: "masked" },
        { method: "code", code: "000000", csrf_token: "masked" },
        { method: "code", code: "111111", csrf_token: "masked" },
      ]);
    },
  );

  test("another code can be asked for with the field left empty", async () => {
    await open("/recovery", {
      "GET /self-service/recovery/browser": ok(sent()),
      "POST /self-service/recovery": ok(sent(flows.message(1060003))),
    });
    await page.getByRole("button", { name: "Send a new code" }).click();
    await page.getByRole("status").getByText("on its way").waitFor();
    expect(submitted("recovery")).toEqual([
      { method: "code", email: "ada@acme.example", csrf_token: "masked" },
    ]);
  });
});

describe("settings", () => {
  const settings = (nodes: Parameters<typeof flows.aFlow>[0]) => flows.aFlow(nodes, { state: "show_form" });

  test("backup codes are created, shown, confirmed; the authenticator app takes a second click to remove", async () => {
    await open("/settings", {
      "GET /self-service/settings/browser": ok(settings([...flows.totpInUse, ...flows.noBackupCodes])),
      "POST /self-service/settings": ({ body }) =>
        body["lookup_secret_regenerate"] === true
          ? ok(settings([...flows.totpInUse, ...flows.backupCodes(flows.confirmBackupCodes)]))()
          : ok(settings([...flows.totpInUse, ...flows.backupCodesInUse]))(),
    });
    await page.getByRole("button", { name: "Create backup codes" }).click();
    const codes = page.getByRole("list", { name: "Your backup codes" }).getByRole("listitem");
    await expect.poll(() => codes.count()).toBe(12);
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("button", { name: "Show backup codes" }).waitFor();
    await page.getByRole("button", { name: "Remove authenticator app" }).click();
    await page
      .getByRole("group", { name: "Remove authenticator app" })
      .getByRole("button", { name: "Remove" })
      .click();
    await expect
      .poll(() => submitted("settings"))
      .toEqual([
        { method: "lookup_secret", lookup_secret_regenerate: true, csrf_token: "masked" },
        { method: "lookup_secret", lookup_secret_confirm: true, csrf_token: "masked" },
        { method: "totp", totp_unlink: true, csrf_token: "masked" },
      ]);
  });

  const LINK = "userId=u1&accountAuthMethodSettingsId=s1&orgId=o1&authMethodName=Google";
  const whoami = ok({ id: "s", active: true, identity: { id: "i1", traits: {} } });
  const alreadyLinked = () => ({
    status: 400,
    body: flows.aFlow(flows.logins, { state: "show_form" }, [flows.message(4000001, "error")]),
  });

  test.each([
    [
      "success",
      ok({ data: { connectAuthMethod: true } }),
      "/organization/o1/my-account?authMethodName=Google",
    ],
    [
      "failure",
      ok({ errors: [{ message: "No." }] }),
      "/organization/o1/my-account?failedLinkingAuthMethod=true&authMethodName=Google",
    ],
  ])("linking takes one click and ends on my account: %s", async (_, answer, target) => {
    await open(`/settings?${LINK}`, {
      "GET /sessions/whoami": whoami,
      "GET /self-service/settings/browser": ok(settings(flows.logins)),
      "POST /self-service/settings": alreadyLinked,
      "POST /v1/graphql": answer,
    });
    await page.getByRole("button", { name: "Connect Google" }).click();
    await page.waitForURL(peer.manager + target);
    expect(submitted("settings")).toEqual([{ method: "oidc", link: "google", csrf_token: "masked" }]);
  });

  test("back from the identity provider the details come from local storage", async () => {
    await open(`/settings?${LINK}`, { "GET /self-service/settings/browser": ok(settings(flows.logins)) });
    await page.getByRole("button", { name: "Connect Google" }).waitFor();
    await open("/settings?flow=f1", {
      "GET /sessions/whoami": whoami,
      "GET /self-service/settings/flows": ok(flows.aFlow(flows.logins, { state: "success" })),
      "POST /v1/graphql": ok({ data: { connectAuthMethod: true } }),
    });
    await page.waitForURL(`${peer.manager}/organization/o1/my-account?authMethodName=Google`);
    expect(peer.calls.find(({ path }) => path === "/v1/graphql")?.body).toMatchObject({
      variables: { userId: "u1", accountAuthMethodSettingsId: "s1" },
    });
  });

  test("linking with a session that is too old logs out and leads to the failed page", async () => {
    await open(`/settings?${LINK}`, {
      "GET /self-service/settings/browser": ok(settings(flows.logins)),
      "POST /self-service/settings": error(403, "session_refresh_required", {
        redirect_browser_to: `${peer.origin}/x`,
      }),
      "GET /self-service/logout/browser": ok({ logout_url: "", logout_token: "lo" }),
      "GET /self-service/logout": () => ({ status: 204 }),
      "GET /self-service/login/browser": ok(aLogin()),
    });
    await page.getByRole("button", { name: "Connect Google" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(new URL(page.url()).searchParams.get("return_to")).toBe(
      `${peer.manager}/organization/o1/my-account?failedLinkingAuthMethod=true&authMethodName=Google`,
    );
    expect(peer.calls.find(({ path }) => path === "/self-service/logout")?.query.get("token")).toBe("lo");
  });
});

describe("for everybody", () => {
  const everything = flows.aFlow(
    [
      ...flows.profile,
      ...flows.newPassword,
      ...flows.totpEnrolment,
      ...flows.backupCodes(flows.confirmBackupCodes),
      ...flows.logins,
    ],
    { state: "success", identity: { id: "i", traits: { email: "ada@acme.example" } } },
    [flows.message(1050001, "success")],
  );
  test.each([
    ["/", { "GET /self-service/login/browser": ok(aLogin()) }],
    [
      "/?emailId=a@b.example",
      { "GET /self-service/login/browser": ok(aLogin({}, flows.message(4000006, "error"))) },
    ],
    [
      "/recovery",
      {
        "GET /self-service/recovery/browser": ok(
          flows.aFlow(flows.enterCode(), { state: "sent_email" }, [flows.message(1060003)]),
        ),
      },
    ],
    [
      "/registration",
      { "GET /self-service/registration/browser": ok(flows.aFlow([flows.google, ...flows.registration])) },
    ],
    ["/settings", { "GET /self-service/settings/browser": ok(everything) }],
    ["/error", {}],
    ["/nowhere", {}],
  ])(
    "%s passes WCAG 2.2 AA in light and dark and never scrolls sideways on a phone",
    async (path, routes) => {
      await page.setViewportSize({ width: 360, height: 700 });
      await open(path, routes);
      await page.locator("h1").waitFor();
      await page.waitForLoadState("networkidle");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page })
          .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
          .analyze();
        expect(
          violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id} ${node.target.join(" ")} ${node.failureSummary}`),
          ),
        ).toEqual([]);
      }
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    },
  );
});
