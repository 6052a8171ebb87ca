// The built sign-in pages in a real browser against a protocol peer: the answers a provider gives rarely, and the
// shapes of a real Kratos that the built-in provider does not use.
import { describe, expect, test } from "vitest";
import * as flows from "./sign-in-flows.ts";
import { aLogin, error, ok, usePeerPage } from "./sign-in-peer-page.ts";

const on = usePeerPage();
const loginInfo = (authMethods: object[], recommendedAuthMethod?: string) => ({
  "POST /v1/graphql": ok({ data: { getLoginInfo: { authMethods, recommendedAuthMethod } } }),
});
const signedIn = ok({ session: { id: "s", active: true, identity: { id: "i", traits: {} } } });

describe("signing in", () => {
  test("with the keyboard alone: address, password, home with return_to", async () => {
    await on.open(`/?return_to=${encodeURIComponent(`${on.peer.manager}/projects?a=1`)}`, {
      ...loginInfo([{ name: "Password", type: "DEFAULT", isActive: true }]),
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": signedIn,
    });
    await on.page.getByLabel("E-mail address").waitFor();
    await on.hasFocus("[name=identifier]");
    await on.page.keyboard.type("ada@acme.example");
    await on.page.keyboard.press("Enter");
    await on.page.getByLabel("Password", { exact: true }).waitFor();
    await on.hasFocus("#password");
    await on.page.keyboard.type("correct horse");
    await on.page.keyboard.press("Enter");
    await on.page.waitForURL(`${on.peer.manager}/projects?a=1`);
    expect(on.submitted("login")).toEqual([
      { method: "password", identifier: "ada@acme.example", password: "correct horse", csrf_token: "masked" },
    ]);
    expect(
      on.peer.calls.find(({ path }) => path === "/self-service/login/browser")?.query.get("return_to"),
    ).toBe(`${on.peer.manager}/projects?a=1`);
  });

  test("password managers find one form with both fields from the start", async () => {
    await on.open("/", { "GET /self-service/login/browser": ok(aLogin()) });
    await on.page.locator("form").waitFor();
    expect(await on.page.locator("form input[autocomplete=username]").count()).toBe(1);
    expect(await on.page.locator("form input[type=password][autocomplete=current-password]").count()).toBe(1);
  });

  test("a wrong password says what to do, empties the field and puts the cursor there", async () => {
    await on.open("/?emailId=ada@acme.example", {
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": () => ({ status: 400, body: aLogin({}, flows.message(4000006, "error")) }),
    });
    await on.page.getByLabel("Password", { exact: true }).fill("wrong");
    await on.page.getByRole("button", { name: "Sign in" }).click();
    await on.page.getByRole("alert").getByText("Forgot password?").waitFor();
    await on.hasFocus("#password");
    expect(await on.page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  });

  test("the organisation's recommended login comes first; SAML carries its connector_id", async () => {
    await on.open("/?emailId=ada@acme.example", {
      ...loginInfo(
        [
          { name: "Password", type: "DEFAULT" },
          { name: "Acme SSO", type: "SAML", providerId: "acme-saml" },
        ],
        "Acme SSO",
      ),
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": error(422, "browser_location_change_required", {
        redirect_browser_to: `${on.peer.origin}/error?SAMLRequest=a%2Bb`,
      }),
    });
    const button = on.page.getByRole("button", { name: "Continue with Acme SSO" });
    await button.waitFor();
    await on.hasFocus("button:has-text('Continue with Acme SSO')");
    expect(await on.page.getByRole("button", { name: "Google" }).count()).toBe(0);
    await button.press("Enter");
    await on.page.waitForURL(`${on.peer.origin}/error?SAMLRequest=a%2Bb&connector_id=acme-saml`);
    expect(on.submitted("login")).toEqual([{ method: "saml", provider: "acme-saml", csrf_token: "masked" }]);
    await on.open("/", { "GET /self-service/login/browser": ok(aLogin()) });
    await on.page.getByText("Last used").waitFor();
  });

  test("every method of the flow is offered when the organisation's cannot be read", async () => {
    await on.open("/?emailId=ada@acme.example", { "GET /self-service/login/browser": ok(aLogin()) });
    await on.page.getByRole("button", { name: "Continue with Google" }).waitFor();
    expect(await on.page.getByRole("button", { name: "Continue with Acme" }).count()).toBe(1);
    expect(await on.page.getByRole("button", { name: "Sign in" }).count()).toBe(1);
  });

  test("a second factor pasted with a space sends itself", async () => {
    await on.open("/?aal=aal2", {
      "GET /self-service/login/browser": ok(flows.aFlow(flows.secondFactor, { requested_aal: "aal2" })),
      "POST /self-service/login": signedIn,
    });
    await on.page.getByLabel("Code from your authenticator app").waitFor();
    await on.hasFocus("[name=totp_code]");
    await on.page.evaluate(`navigator.clipboard.writeText("123 456")`);
    await on.page.keyboard.press("Control+V");
    await on.page.waitForURL(`${on.peer.manager}/`);
    expect(on.submitted("login")).toEqual([{ method: "totp", totp_code: "123456", csrf_token: "masked" }]);
    expect(on.peer.calls[0]?.query.get("aal")).toBe("aal2");
  });

  test("too many attempts: how long to wait, with the form still there", async () => {
    await on.open("/?emailId=ada@acme.example", {
      "GET /self-service/login/browser": ok(aLogin()),
      "POST /self-service/login": () => ({
        status: 429,
        body: { error: { code: 429 } },
        headers: { "retry-after": "2" },
      }),
    });
    await on.page.getByLabel("Password", { exact: true }).fill("again");
    await on.page.getByRole("button", { name: "Sign in" }).click();
    await on.page.getByRole("alert").getByText("Too many attempts").waitFor();
    const button = on.page.getByRole("button", { name: "Sign in" });
    expect(await button.isDisabled()).toBe(true);
    await on.page.getByText("You can try again now.").waitFor();
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await on.page.getByLabel("Password", { exact: true }).inputValue()).toBe("again");
  });
});

describe("interrupted flows", () => {
  test("an expired flow goes on in the one that replaces it, return_to included", async () => {
    const returnTo = `${on.peer.manager}/projects`;
    await on.open(`/?emailId=ada@acme.example&return_to=${encodeURIComponent(returnTo)}`, {
      "GET /self-service/login/browser": ok(aLogin()),
      "GET /self-service/login/flows": ok(aLogin({ id: "f2", return_to: returnTo })),
      "POST /self-service/login": ({ query }) =>
        query.get("flow") === "f2"
          ? signedIn()
          : error(410, "self_service_flow_expired", { use_flow_id: "f2" })(),
    });
    const password = on.page.getByLabel("Password", { exact: true });
    await password.fill("first");
    await on.page.getByRole("button", { name: "Sign in" }).click();
    await on.page.waitForURL(/\/login\?flow=f2&/);
    await password.fill("second");
    await on.page.getByRole("button", { name: "Sign in" }).click();
    await on.page.waitForURL(returnTo);
  });

  test("a provider that always refuses does not send the browser in circles", async () => {
    await on.open("/", { "GET /self-service/login/browser": error(403, "security_csrf_violation") });
    await on.page.getByRole("alert").getByText("Sign-in keeps starting over").waitFor();
    expect(on.peer.calls.length).toBeLessThan(8);
  });

  test("settings without a session: sign in, then come back to the same page", async () => {
    await on.open("/settings?flow=f7", {
      "GET /self-service/settings/flows": error(401, undefined),
      "GET /self-service/login/browser": ok(aLogin()),
    });
    await on.page.waitForURL((url) => url.pathname === "/");
    expect(new URL(on.page.url()).searchParams.get("return_to")).toBe(`${on.peer.origin}/settings?flow=f7`);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://localhost@evil.example",
  ])("return_to %s ends at home and never reaches the provider", async (returnTo) => {
    await on.open(`/?return_to=${encodeURIComponent(returnTo)}`, {
      "GET /self-service/login/browser": error(400, "session_already_available"),
    });
    await on.page.waitForURL(`${on.peer.manager}/`);
    expect(on.peer.calls[0]?.query.get("return_to")).toBeNull();
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
      const returnTo = `${on.peer.manager}/projects`;
      await on.open(`/recovery?return_to=${encodeURIComponent(returnTo)}`, {
        ...started,
        "POST /self-service/recovery": ({ body }) => {
          if (body["code"] === "111111") return passed();
          // A wrong code is a 200 with an error message.
          return ok(
            sent(body["code"] === undefined ? flows.message(1060003) : flows.message(4060006, "error")),
          )();
        },
      });
      await on.page.getByLabel("E-mail address").fill("ada@acme.example");
      await on.page.getByRole("button", { name: "Continue" }).click();
      await on.page.getByRole("status").getByText("on its way").waitFor();
      const code = on.page.getByLabel("Code from the message");
      await code.pressSequentially("000000");
      await on.page.getByRole("alert").getByText("This code is wrong").waitFor();
      expect(await code.inputValue()).toBe("");
      await code.pressSequentially("111111");
      await on.page.waitForURL(
        `${on.peer.origin}/settings?flow=s1&return_to=${encodeURIComponent(returnTo)}`,
      );
      await on.page.getByLabel("New password").fill("a brand new phrase");
      await on.page.getByRole("button", { name: "Save" }).click();
      await on.page.waitForURL(returnTo);
      expect(on.submitted("recovery")).toEqual([
        { method: "code", email: "ada@acme.example", csrf_token: "masked" },
        { method: "code", code: "000000", csrf_token: "masked" },
        { method: "code", code: "111111", csrf_token: "masked" },
      ]);
    },
  );

  test("another code can be asked for with the field left empty", async () => {
    await on.open("/recovery", {
      "GET /self-service/recovery/browser": ok(sent()),
      "POST /self-service/recovery": ok(sent(flows.message(1060003))),
    });
    await on.page.getByRole("button", { name: "Send a new code" }).click();
    await on.page.getByRole("status").getByText("on its way").waitFor();
    expect(on.submitted("recovery")).toEqual([
      { method: "code", email: "ada@acme.example", csrf_token: "masked" },
    ]);
  });
});
