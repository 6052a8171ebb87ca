// Builders for the tests of decideOutcome().
import type { ErrorAnswer, Flow, FlowAnswer, FlowType, Message } from "@parley/identity-client";
import type { OutcomeContext } from "../outcome/decide-outcome.ts";

export const SIGN_IN = "https://sign-in.example";
export const PROVIDER = "https://id.example";
export const MANAGER = "https://console.example";
export const HERE = `${SIGN_IN}/settings?flow=f1`;
export const NOBODY = {
  userId: undefined,
  accountAuthMethodSettingsId: undefined,
  orgId: undefined,
  authMethodName: undefined,
};
export const LINKING = {
  userId: "u1",
  accountAuthMethodSettingsId: "s1",
  orgId: "o 1",
  authMethodName: "Okta & Co",
};
export const LINKED_PAGE = `${MANAGER}/organization/o%201/my-account?authMethodName=Okta+%26+Co`;
export const FAILED_PAGE = `${MANAGER}/organization/o%201/my-account?failedLinkingAuthMethod=true&authMethodName=Okta+%26+Co`;

export function aContext(given: Partial<OutcomeContext> = {}): OutcomeContext {
  return {
    flowType: "login",
    currentUrl: HERE,
    providerUrl: PROVIDER,
    managerHost: MANAGER,
    returnTo: undefined,
    linking: NOBODY,
    trigger: "submit",
    recentTurns: 0,
    ...given,
  };
}

export function anError(
  id: string | undefined,
  status: number,
  given: Partial<ErrorAnswer> = {},
): ErrorAnswer {
  return {
    kind: "error",
    status,
    id,
    message: "",
    reason: undefined,
    redirectBrowserTo: undefined,
    useFlowId: undefined,
    continueWith: [],
    retryAfterSeconds: undefined,
    ...given,
  };
}

export function aFlow(given: Partial<Flow> = {}, messages: Message[] = []): Flow {
  return {
    id: "f1",
    type: "browser",
    issued_at: "",
    expires_at: "",
    request_url: "",
    ui: { action: "", method: "POST", nodes: [], messages },
    ...given,
  };
}

export const generic: Message = { id: 4000001, type: "error", text: "" };
export const withGeneric = (type: Message["type"] = "error"): FlowAnswer => ({
  kind: "flow",
  status: 400,
  flow: aFlow({}, [{ ...generic, type }]),
});
export const redirect = (url: string) => ({ kind: "redirect", url });
export const FLOW_TYPES: FlowType[] = ["login", "registration", "recovery", "verification", "settings"];
