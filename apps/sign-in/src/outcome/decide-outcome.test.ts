// The specification's table of sign-in outcomes, row by row.
import { describe, expect, test } from "vitest";
import {
  SIGN_IN,
  PROVIDER,
  MANAGER,
  HERE,
  LINKING,
  LINKED_PAGE,
  FAILED_PAGE,
  aContext,
  anError,
  withGeneric,
  redirect,
  FLOW_TYPES,
} from "../testing/outcomes.ts";
import { decideOutcome, MAX_TURNS, needsSessionCheck } from "./decide-outcome.ts";

describe("session_inactive", () => {
  test("goes to the login page with return_to set to the current page", () => {
    expect(decideOutcome(anError("session_inactive", 401), aContext({ flowType: "settings" }))).toEqual(
      redirect(`${SIGN_IN}/?return_to=${encodeURIComponent(HERE)}`),
    );
  });

  test("a settings answer of 401 without an id means the same", () => {
    expect(decideOutcome(anError(undefined, 401), aContext({ flowType: "settings" }))).toEqual(
      redirect(`${SIGN_IN}/?return_to=${encodeURIComponent(HERE)}`),
    );
  });
});

describe("session_aal2_required", () => {
  const stepUp = `${PROVIDER}/self-service/login/browser?aal=aal2`;
  const answer = anError("session_aal2_required", 403, { redirectBrowserTo: stepUp });

  test("follows redirect_browser_to", () => {
    expect(decideOutcome(answer, aContext())).toEqual(redirect(stepUp));
  });

  test("in a settings flow adds return_to, so that the same flow goes on afterwards", () => {
    expect(decideOutcome(answer, aContext({ flowType: "settings" }))).toEqual(
      redirect(`${stepUp}&return_to=${encodeURIComponent(HERE)}`),
    );
  });

  test.each([undefined, "https://evil.example/aal2", "javascript:alert(1)"])(
    "without a redirect it may follow (%s) goes to /?aal=aal2",
    (redirectBrowserTo) => {
      expect(decideOutcome(anError("session_aal2_required", 403, { redirectBrowserTo }), aContext())).toEqual(
        redirect(`${SIGN_IN}/?aal=aal2&return_to=${encodeURIComponent(HERE)}`),
      );
    },
  );
});

describe("session_already_available", () => {
  test("goes to return_to", () => {
    const returnTo = `${MANAGER}/projects?x=1`;
    expect(decideOutcome(anError("session_already_available", 400), aContext({ returnTo }))).toMatchObject(
      redirect(returnTo),
    );
  });

  test.each([undefined, "https://evil.example/", "//evil.example"])(
    "goes to the manager home when return_to is %s",
    (returnTo) => {
      expect(decideOutcome(anError("session_already_available", 400), aContext({ returnTo }))).toMatchObject(
        redirect(MANAGER),
      );
    },
  );
});

describe("session_refresh_required", () => {
  const refresh = `${PROVIDER}/self-service/login/browser?refresh=true`;
  const answer = anError("session_refresh_required", 403, { redirectBrowserTo: refresh });

  test("while linking in a settings flow logs out, to come back to the failed page", () => {
    expect(
      decideOutcome(answer, aContext({ flowType: "settings", linking: LINKING, emailId: "a@b.example" })),
    ).toEqual({
      kind: "logout",
      target: `${SIGN_IN}/?${new URLSearchParams({ return_to: FAILED_PAGE, emailId: "a@b.example" }).toString()}`,
    });
  });

  test("while linking without a known organisation logs out with no return target", () => {
    const linking = { ...LINKING, orgId: undefined };
    expect(decideOutcome(answer, aContext({ flowType: "settings", linking }))).toEqual({
      kind: "logout",
      target: `${SIGN_IN}/`,
    });
  });

  test("otherwise follows redirect_browser_to", () => {
    expect(decideOutcome(answer, aContext({ flowType: "settings" }))).toEqual(redirect(refresh));
    expect(decideOutcome(answer, aContext({ flowType: "login", linking: LINKING }))).toEqual(
      redirect(refresh),
    );
  });

  test("never follows it to a stranger", () => {
    const elsewhere = anError("session_refresh_required", 403, { redirectBrowserTo: "https://evil.example" });
    expect(decideOutcome(elsewhere, aContext())).toMatchObject({ kind: "error" });
  });
});

describe("self_service_flow_return_to_forbidden", () => {
  test("on status 400 goes to the site origin", () => {
    const answer = anError("self_service_flow_return_to_forbidden", 400);
    expect(decideOutcome(answer, aContext({ returnTo: `${MANAGER}/x` }))).toMatchObject(
      redirect(`${SIGN_IN}/`),
    );
  });

  test("on any other status restarts the flow, without the forbidden return_to", () => {
    const answer = anError("self_service_flow_return_to_forbidden", 403);
    expect(decideOutcome(answer, aContext({ returnTo: `${MANAGER}/x` }))).toMatchObject({
      kind: "restart",
      url: `${SIGN_IN}/login`,
    });
  });
});

describe("restarting", () => {
  const returnTo = `${MANAGER}/projects`;

  test.each([
    ["self_service_flow_expired", 410, "Your interaction expired, please fill out the form again."],
    ["security_csrf_violation", 403, "A security violation was detected, please fill out the form again."],
    ["security_identity_mismatch", 403, undefined],
    [undefined, 410, undefined],
  ] as const)("%s (%i) restarts every flow type and keeps return_to", (id, status, notice) => {
    for (const flowType of FLOW_TYPES) {
      expect(decideOutcome(anError(id, status), aContext({ flowType, returnTo }))).toEqual({
        kind: "restart",
        url: `${SIGN_IN}/${flowType}?return_to=${encodeURIComponent(returnTo)}`,
        notice,
      });
    }
  });

  test("keeps the second factor, the confirmation and the address as well", () => {
    const context = aContext({ returnTo, aal: "aal2", refresh: true, emailId: "a@b.example" });
    expect(decideOutcome(anError("self_service_flow_expired", 410), context)).toMatchObject({
      url: `${SIGN_IN}/login?${new URLSearchParams({ return_to: returnTo, aal: "aal2", refresh: "true", emailId: "a@b.example" }).toString()}`,
    });
  });

  test("uses the replacement the provider names", () => {
    for (const id of ["self_service_flow_expired", "self_service_flow_replaced", undefined]) {
      expect(decideOutcome(anError(id, 410, { useFlowId: "f2" }), aContext({ returnTo }))).toMatchObject({
        kind: "restart",
        url: `${SIGN_IN}/login?flow=f2&return_to=${encodeURIComponent(returnTo)}`,
      });
    }
  });

  test("does not keep a return_to that leads elsewhere", () => {
    expect(
      decideOutcome(anError(undefined, 410), aContext({ returnTo: "https://evil.example" })),
    ).toMatchObject({
      url: `${SIGN_IN}/login`,
    });
  });

  test("session_aal1_required asks for the first factor first", () => {
    expect(
      decideOutcome(anError("session_aal1_required", 401), aContext({ aal: "aal2", returnTo })),
    ).toMatchObject({
      kind: "restart",
      url: `${SIGN_IN}/login?return_to=${encodeURIComponent(returnTo)}`,
    });
  });

  test.each([
    anError("security_csrf_violation", 403),
    anError("session_already_available", 400),
    anError("self_service_flow_return_to_forbidden", 400),
    anError(undefined, 410),
    withGeneric(),
  ])("stops going in circles: %#", (answer) => {
    expect(decideOutcome(answer, aContext({ recentTurns: MAX_TURNS - 1 }))).not.toMatchObject({
      kind: "error",
    });
    expect(decideOutcome(answer, aContext({ recentTurns: MAX_TURNS }))).toMatchObject({
      kind: "error",
      problem: { title: "Sign-in keeps starting over", nextStep: "start-again" },
    });
  });
});

describe("browser_location_change_required", () => {
  const to = (redirectBrowserTo: string) =>
    anError("browser_location_change_required", 422, { redirectBrowserTo });

  test("follows redirect_browser_to", () => {
    const stepUp = `${PROVIDER}/self-service/login/browser?aal=aal2&return_to=x`;
    expect(decideOutcome(to(stepUp), aContext())).toEqual(redirect(stepUp));
  });

  test("in a recovery flow rewrites /settings?flow= onto the current origin", () => {
    for (const target of [
      "https://other.example/settings?flow=f9",
      "/settings?flow=f9",
      `${SIGN_IN}/settings?flow=f9`,
    ]) {
      expect(decideOutcome(to(target), aContext({ flowType: "recovery" }))).toEqual(
        redirect(`${SIGN_IN}/settings?flow=f9`),
      );
    }
  });

  test("recovery keeps return_to on the way to settings", () => {
    expect(
      decideOutcome(
        to("https://other.example/settings?flow=f9"),
        aContext({ flowType: "recovery", returnTo: MANAGER }),
      ),
    ).toEqual(redirect(`${SIGN_IN}/settings?flow=f9&return_to=${encodeURIComponent(`${MANAGER}/`)}`));
  });

  test("only in a recovery flow", () => {
    expect(decideOutcome(to("https://other.example/settings?flow=f9"), aContext())).toMatchObject({
      kind: "error",
    });
  });

  test.each(["login", "settings"] as const)("in a %s flow with SAML adds connector_id", (flowType) => {
    const signOn = { method: "saml", providerId: "acme saml" } as const;
    expect(
      decideOutcome(to("https://idp.example/sso?SAMLRequest=a%2Bb"), aContext({ flowType, signOn })),
    ).toEqual(redirect("https://idp.example/sso?SAMLRequest=a%2Bb&connector_id=acme+saml"));
  });

  test("replaces a connector_id that is there already", () => {
    const signOn = { method: "saml", providerId: "mine" } as const;
    expect(decideOutcome(to("https://idp.example/sso?connector_id=theirs"), aContext({ signOn }))).toEqual(
      redirect("https://idp.example/sso?connector_id=mine"),
    );
  });

  test("with OIDC leaves for the provider's address as it is", () => {
    const signOn = { method: "oidc", providerId: "google" } as const;
    expect(decideOutcome(to("https://accounts.example/auth?x=1"), aContext({ signOn }))).toEqual(
      redirect("https://accounts.example/auth?x=1"),
    );
  });

  test.each([
    "http://accounts.example/auth",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://a@b.example/",
  ])("but not to %s", (target) => {
    const signOn = { method: "oidc", providerId: "google" } as const;
    expect(decideOutcome(to(target), aContext({ signOn }))).toMatchObject({ kind: "error" });
  });

  test("leaves for nobody else's address when no outside login was chosen", () => {
    expect(decideOutcome(to("https://accounts.example/auth"), aContext())).toMatchObject({ kind: "error" });
  });
});

describe("message 4000001", () => {
  test("in a settings flow with both ids connects the method", () => {
    expect(decideOutcome(withGeneric(), aContext({ flowType: "settings", linking: LINKING }))).toEqual({
      kind: "connect-auth-method",
      userId: "u1",
      accountAuthMethodSettingsId: "s1",
      successUrl: LINKED_PAGE,
      failureUrl: FAILED_PAGE,
      unhandledUrl: `${SIGN_IN}/`,
    });
  });

  test.each([{ userId: undefined }, { accountAuthMethodSettingsId: undefined }])(
    "in a settings flow where %o goes to /",
    (missing) => {
      const linking = { ...LINKING, ...missing };
      expect(decideOutcome(withGeneric(), aContext({ flowType: "settings", linking }))).toEqual(
        redirect(`${SIGN_IN}/`),
      );
    },
  );

  test.each(["login", "registration", "recovery", "verification"] as const)(
    "outside settings (%s) goes home",
    (flowType) => {
      const returnTo = `${MANAGER}/projects`;
      for (const hasSession of [true, undefined]) {
        expect(decideOutcome(withGeneric(), aContext({ flowType, returnTo, hasSession }))).toMatchObject(
          redirect(returnTo),
        );
        expect(decideOutcome(withGeneric(), aContext({ flowType, hasSession }))).toMatchObject(
          redirect(MANAGER),
        );
      }
      expect(needsSessionCheck(withGeneric(), flowType)).toBe(true);
    },
  );

  test("is shown instead when nobody is signed in: home would only hide the reason", () => {
    expect(decideOutcome(withGeneric(), aContext({ hasSession: false }))).toMatchObject({
      kind: "show-flow",
    });
  });

  test("counts only as an error", () => {
    expect(decideOutcome(withGeneric("info"), aContext())).toMatchObject({ kind: "show-flow" });
    expect(needsSessionCheck(withGeneric("info"), "login")).toBe(false);
  });
});
