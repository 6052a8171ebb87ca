// From a provider's answer to what the page does next: pure, and the whole of the specification's table of
// sign-in outcomes. apply-outcome.ts carries it out.
import type {
  ContinueWith,
  ErrorAnswer,
  Flow,
  FlowAnswer,
  FlowType,
  UnreachableAnswer,
} from "@parley/identity-client";
import type { LinkingDetails } from "../linking-details.ts";
import { isLinking, myAccountUrl } from "../linking-details.ts";
import { allowedUrl, originOf, signOnUrl } from "./allowed-url.ts";
import type { Problem } from "./problem.ts";
import { describeProblem, LOOPING } from "./problem.ts";

export type OutcomeContext = {
  flowType: FlowType;
  /** The whole address of this page, with ?flow= once there is one. */
  currentUrl: string;
  providerUrl: string;
  managerHost: string;
  /** As found in the query or the flow: not trusted before it is checked here. */
  returnTo: string | undefined;
  aal?: "aal2" | undefined;
  refresh?: boolean | undefined;
  emailId?: string | undefined;
  linking: LinkingDetails;
  /** What was just submitted, when it was a hop to an organisation's own login. */
  signOn?: { method: "oidc" | "saml"; providerId: string } | undefined;
  /** Whether this page load brought the answer, or a form the person sent. */
  trigger: "load" | "submit";
  /** The settings flow at hand follows an account recovery. */
  isAfterRecovery?: boolean;
  /** whoami's word, asked only when message 4000001 leaves it open; undefined when not known. */
  hasSession?: boolean | undefined;
  /** Automatic restarts and returns in the last seconds: the guard against going in circles. */
  recentTurns: number;
};

export type Outcome =
  | { kind: "show-flow"; flow: Flow }
  | { kind: "redirect"; url: string; isTurn?: true }
  | { kind: "restart"; url: string; notice: string | undefined }
  | {
      kind: "connect-auth-method";
      userId: string;
      accountAuthMethodSettingsId: string;
      successUrl: string;
      failureUrl: string;
      unhandledUrl: string;
    }
  | { kind: "logout"; target: string }
  | { kind: "error"; problem: Problem };

export const MAX_TURNS = 4;
const GENERIC_ERROR = 4000001;

export function decideOutcome(answer: FlowAnswer, context: OutcomeContext): Outcome {
  switch (answer.kind) {
    case "flow":
      return decideFlow(answer.flow, context);
    case "done":
      return decideDone(answer.continueWith, answer.session !== undefined, context);
    case "error":
      return decideError(answer, context);
    case "unreachable":
      return failWith(answer);
  }
}

/** True when deciding needs whoami first: a generic error says "already signed in", or that a login failed. */
export function needsSessionCheck(answer: FlowAnswer, flowType: FlowType): boolean {
  return answer.kind === "flow" && flowType !== "settings" && hasGenericError(answer.flow);
}

function decideError(answer: ErrorAnswer, context: OutcomeContext): Outcome {
  const { flowType, currentUrl, linking } = context;
  const isSettings = flowType === "settings";
  switch (answer.id) {
    case "session_inactive":
      return redirect(signInUrl(context, { return_to: currentUrl }));
    case "session_aal1_required":
      return restart({ ...context, aal: undefined });
    case "session_aal2_required": {
      const given = allowedUrl(answer.redirectBrowserTo, allowedOrigins(context));
      if (given === undefined) return redirect(signInUrl(context, { aal: "aal2", return_to: currentUrl }));
      return redirect(isSettings ? withQuery(given, { return_to: currentUrl }) : given);
    }
    case "session_already_available":
      return turn(redirect(homeUrl(context)), context);
    case "session_refresh_required":
      if (isSettings && isLinking(linking)) return logOutOfLinking(context);
      return followOrFail(answer, context);
    case "self_service_flow_return_to_forbidden":
      return answer.status === 400
        ? turn(redirect(`${ownOrigin(context)}/`), context)
        : restart({ ...context, returnTo: undefined });
    case "self_service_flow_expired":
    case "self_service_flow_replaced":
      return restart(context, "Your interaction expired, please fill out the form again.", answer.useFlowId);
    case "security_csrf_violation":
      return restart(context, "A security violation was detected, please fill out the form again.");
    case "security_identity_mismatch":
      return restart(context);
    case "browser_location_change_required":
      return changeLocation(answer, context);
  }
  if (answer.status === 410) return restart(context, undefined, answer.useFlowId);
  // Kratos leaves out the id when a settings flow is read or sent without a session.
  if (answer.status === 401 && isSettings) return redirect(signInUrl(context, { return_to: currentUrl }));
  const next = nextFlowUrl(answer.continueWith, context);
  if (next !== undefined) return redirect(next);
  return failWith(answer);
}

function decideFlow(flow: Flow, context: OutcomeContext): Outcome {
  const isSettings = context.flowType === "settings";
  if (hasGenericError(flow)) {
    if (isSettings) return connectAuthMethod(context) ?? redirect(`${ownOrigin(context)}/`);
    // Without a session, home would only send the person back here without the reason (decision 011).
    if (context.hasSession !== false) return turn(redirect(homeUrl(context)), context);
    return { kind: "show-flow", flow };
  }
  if (context.trigger === "load" && isSettings && flow.state === "success") {
    // Back from the identity provider with the method added: the organisation's record follows.
    const connect = connectAuthMethod(context);
    if (connect !== undefined) return connect;
  }
  if (context.trigger === "submit") {
    const next = nextFlowUrl(flow.continue_with ?? [], context);
    if (next !== undefined) return redirect(next);
    if (isSettings && flow.state === "success" && context.isAfterRecovery === true)
      return redirect(homeUrl(context));
  }
  return { kind: "show-flow", flow };
}

function decideDone(continueWith: ContinueWith[], hasSession: boolean, context: OutcomeContext): Outcome {
  const next = nextFlowUrl(continueWith, context);
  if (next !== undefined) return redirect(next);
  if (context.flowType === "registration" && !hasSession) {
    return redirect(signInUrl(context, { return_to: checkedReturnTo(context), emailId: context.emailId }));
  }
  return redirect(homeUrl(context));
}

function changeLocation(answer: ErrorAnswer, context: OutcomeContext): Outcome {
  const { flowType, signOn } = context;
  if (flowType === "recovery") {
    const settings = settingsFlowOf(answer.redirectBrowserTo, context);
    if (settings !== undefined) return redirect(settings);
  }
  if (
    (flowType === "login" || flowType === "settings" || flowType === "registration") &&
    signOn !== undefined
  ) {
    const target = signOnUrl(answer.redirectBrowserTo, allowedOrigins(context));
    if (target === undefined) return failWith(answer);
    const isSaml = signOn.method === "saml" && flowType !== "registration";
    return redirect(isSaml ? withQuery(target, { connector_id: signOn.providerId }) : target);
  }
  return followOrFail(answer, context);
}

/** A provider that knows another sign-in address must not carry a recovery away from this one. */
function settingsFlowOf(target: string | undefined, context: OutcomeContext): string | undefined {
  if (target === undefined || !URL.canParse(target, context.currentUrl)) return undefined;
  const url = new URL(target, context.currentUrl);
  const flow = url.searchParams.get("flow");
  if (!url.pathname.endsWith("/settings") || flow === null) return undefined;
  return flowUrl("settings", flow, context);
}

function followOrFail(answer: ErrorAnswer, context: OutcomeContext): Outcome {
  const target = allowedUrl(answer.redirectBrowserTo, allowedOrigins(context));
  return target === undefined ? failWith(answer) : redirect(target);
}

/** One continuation at most is followed, the most urgent first. */
function nextFlowUrl(continueWith: ContinueWith[], context: OutcomeContext): string | undefined {
  for (const flowType of ["settings", "recovery", "verification"] as const) {
    for (const item of continueWith) {
      if ("flow" in item && item.action === `show_${flowType}_ui`)
        return flowUrl(flowType, item.flow.id, context);
    }
  }
  return undefined;
}

function connectAuthMethod(context: OutcomeContext): Outcome | undefined {
  const { linking, managerHost } = context;
  if (!isLinking(linking)) return undefined;
  return {
    kind: "connect-auth-method",
    userId: linking.userId,
    accountAuthMethodSettingsId: linking.accountAuthMethodSettingsId,
    successUrl: myAccountUrl(managerHost, linking, false),
    failureUrl: myAccountUrl(managerHost, linking, true),
    unhandledUrl: `${ownOrigin(context)}/`,
  };
}

function logOutOfLinking(context: OutcomeContext): Outcome {
  const { linking, managerHost, emailId } = context;
  const returnTo = linking.orgId === undefined ? undefined : myAccountUrl(managerHost, linking, true);
  return { kind: "logout", target: signInUrl(context, { return_to: returnTo, emailId }) };
}

function restart(context: OutcomeContext, notice?: string, useFlowId?: string): Outcome {
  const url = withQuery(`${ownOrigin(context)}/${context.flowType}`, {
    flow: useFlowId,
    return_to: checkedReturnTo(context),
    aal: context.aal,
    refresh: context.refresh === true ? "true" : undefined,
    emailId: context.emailId,
  });
  return turn({ kind: "restart", url, notice }, context);
}

function turn(outcome: Outcome, context: OutcomeContext): Outcome {
  if (context.recentTurns >= MAX_TURNS) return { kind: "error", problem: LOOPING };
  return outcome.kind === "redirect" ? { ...outcome, isTurn: true } : outcome;
}

function failWith(answer: ErrorAnswer | UnreachableAnswer): Outcome {
  return { kind: "error", problem: describeProblem(answer) };
}

function redirect(url: string): Extract<Outcome, { kind: "redirect" }> {
  return { kind: "redirect", url };
}

function homeUrl(context: OutcomeContext): string {
  return checkedReturnTo(context) ?? context.managerHost;
}

export function checkedReturnTo(
  context: Pick<OutcomeContext, "returnTo" | "currentUrl" | "providerUrl" | "managerHost">,
) {
  return allowedUrl(context.returnTo, allowedOrigins(context));
}

export function allowedOrigins(
  context: Pick<OutcomeContext, "currentUrl" | "providerUrl" | "managerHost">,
): string[] {
  return [originOf(context.currentUrl), originOf(context.providerUrl), originOf(context.managerHost)];
}

function signInUrl(context: OutcomeContext, query: Record<string, string | undefined>): string {
  return withQuery(`${ownOrigin(context)}/`, query);
}

function flowUrl(flowType: FlowType, flow: string, context: OutcomeContext): string {
  return withQuery(`${ownOrigin(context)}/${flowType}`, { flow, return_to: checkedReturnTo(context) });
}

function ownOrigin(context: OutcomeContext): string {
  return originOf(context.currentUrl);
}

function withQuery(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

function hasGenericError(flow: Flow): boolean {
  return (
    flow.ui.messages?.some((message) => message.id === GENERIC_ERROR && message.type === "error") === true
  );
}
