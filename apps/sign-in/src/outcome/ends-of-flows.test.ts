// How flows go on, end or fail for reasons the specification does not name.
import type { FlowAnswer } from "@parley/identity-client";
import { describe, expect, test } from "vitest";
import { SIGN_IN, MANAGER, LINKING, aContext, anError, aFlow, redirect } from "../testing/outcomes.ts";
import { decideOutcome } from "./decide-outcome.ts";

describe("anything else is passed on as an error with a next step", () => {
  test.each([
    [anError(undefined, 500), "try-again"],
    [anError(undefined, 404), "start-again"],
    [anError(undefined, 400, { reason: "The flow id is malformed" }), "start-again"],
    [anError("something_new", 418), "start-again"],
    [anError("self_service_flow_disabled", 400), "sign-in"],
    [{ kind: "unreachable", status: undefined, reason: "" } as const, "try-again"],
  ])("%#", (answer, nextStep) => {
    const outcome = decideOutcome(answer, aContext());
    expect(outcome).toMatchObject({ kind: "error", problem: { nextStep } });
    expect(outcome.kind === "error" && outcome.problem.sentence).toMatch(/^[A-Z].*\.$/s);
  });

  test("429 says how long to wait", () => {
    expect(decideOutcome(anError(undefined, 429, { retryAfterSeconds: 17 }), aContext())).toMatchObject({
      kind: "error",
      problem: { nextStep: "wait", retryAfterSeconds: 17 },
    });
  });

  test("a 401 outside settings is no reason to sign in again", () => {
    expect(decideOutcome(anError(undefined, 401), aContext())).toMatchObject({ kind: "error" });
  });
});

describe("flows that go on or end", () => {
  test("a signed-in person goes to return_to, or to the manager home", () => {
    const done: FlowAnswer = {
      kind: "done",
      status: 200,
      session: undefined,
      identity: undefined,
      continueWith: [],
    };
    expect(decideOutcome(done, aContext({ returnTo: `${MANAGER}/a` }))).toEqual(redirect(`${MANAGER}/a`));
    expect(decideOutcome(done, aContext())).toEqual(redirect(MANAGER));
    expect(decideOutcome(done, aContext({ returnTo: "https://evil.example" }))).toEqual(redirect(MANAGER));
  });

  test("a registration without a session leads to sign-in, one with an open verification to that", () => {
    const done: FlowAnswer = {
      kind: "done",
      status: 200,
      session: undefined,
      identity: undefined,
      continueWith: [],
    };
    expect(decideOutcome(done, aContext({ flowType: "registration", returnTo: `${MANAGER}/a` }))).toEqual(
      redirect(`${SIGN_IN}/?return_to=${encodeURIComponent(`${MANAGER}/a`)}`),
    );
    const verify: FlowAnswer = {
      ...done,
      continueWith: [{ action: "show_verification_ui", flow: { id: "v1" } }],
    };
    expect(decideOutcome(verify, aContext({ flowType: "registration" }))).toEqual(
      redirect(`${SIGN_IN}/verification?flow=v1`),
    );
  });

  test("recovery in the continue_with shape goes to settings and keeps return_to", () => {
    const flow = aFlow({
      state: "passed_challenge",
      continue_with: [
        { action: "redirect_browser_to", redirect_browser_to: "https://evil.example" },
        { action: "show_settings_ui", flow: { id: "s1", url: "https://evil.example/settings" } },
      ],
    });
    expect(
      decideOutcome(
        { kind: "flow", status: 200, flow },
        aContext({ flowType: "recovery", returnTo: `${MANAGER}/a` }),
      ),
    ).toEqual(redirect(`${SIGN_IN}/settings?flow=s1&return_to=${encodeURIComponent(`${MANAGER}/a`)}`));
  });

  test("too many wrong recovery codes lead to the new flow the provider names", () => {
    const answer = anError(undefined, 400, {
      continueWith: [{ action: "show_recovery_ui", flow: { id: "r2" } }],
    });
    expect(decideOutcome(answer, aContext({ flowType: "recovery" }))).toEqual(
      redirect(`${SIGN_IN}/recovery?flow=r2`),
    );
  });

  test("a wrong recovery code is a 200, and the flow is shown", () => {
    const flow = aFlow({ state: "sent_email" }, [{ id: 4060006, type: "error", text: "" }]);
    expect(decideOutcome({ kind: "flow", status: 200, flow }, aContext({ flowType: "recovery" }))).toEqual({
      kind: "show-flow",
      flow,
    });
  });

  test("a new password after recovery leads on; any other saved setting stays on the page", () => {
    const answer: FlowAnswer = { kind: "flow", status: 200, flow: aFlow({ state: "success" }) };
    const context = aContext({ flowType: "settings", returnTo: `${MANAGER}/a` });
    expect(decideOutcome(answer, { ...context, isAfterRecovery: true })).toEqual(redirect(`${MANAGER}/a`));
    expect(decideOutcome(answer, context)).toMatchObject({ kind: "show-flow" });
  });

  test("coming back from the identity provider with the method added connects it; saving a form does not", () => {
    const answer: FlowAnswer = { kind: "flow", status: 200, flow: aFlow({ state: "success" }) };
    const context = aContext({ flowType: "settings", linking: LINKING });
    expect(decideOutcome(answer, { ...context, trigger: "load" })).toMatchObject({
      kind: "connect-auth-method",
    });
    expect(decideOutcome(answer, context)).toMatchObject({ kind: "show-flow" });
  });
});
