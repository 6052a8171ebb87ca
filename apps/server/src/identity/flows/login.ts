import {
  ProviderError,
  FormProblem,
  alreadySignedIn,
  badRequest,
  csrfViolation,
  locationChange,
} from "../errors.ts";
import { type Exchange, ownsFlow, redirect, textField } from "../exchange.ts";
import { type Flow, updateFlow } from "../flow-store.ts";
import { notices, problems } from "../messages.ts";
import { checkPasswordLogin } from "../methods/password.ts";
import { checkReturnTo } from "../return-to.ts";
import type { Aal, SessionRecord } from "../sessions.ts";
import { isId } from "#platform/ids.ts";
import { loginWithCode } from "./login-code.ts";
import { completeLogin } from "./login-completion.ts";
import { loginForm } from "./login-form.ts";
import { checkSecondFactor } from "./login-second-factor.ts";
import {
  answerExpired,
  answerForm,
  answerStarted,
  flowToSubmit,
  isExpired,
  keepDefined,
  showFlow,
  startFlow,
  submitting,
} from "./requests.ts";
import { leaveForProvider } from "./upstream.ts";

export async function startLogin(x: Exchange) {
  const { settings } = x.provider;
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  const requestedAal = readAal(x.query["aal"]);
  const session = await x.session();
  if (session === null && requestedAal === "aal2") {
    throw firstFactorMissing();
  }
  const refresh = x.query["refresh"] === "true" && session !== null;
  if (session !== null && isFulfilled(session, requestedAal, refresh)) {
    if (x.acceptsJson) throw alreadySignedIn();
    return redirect(x, returnTo ?? settings.defaultReturnUrl);
  }
  const organization = x.query["organization"];
  const flow = await startFlow(x, {
    kind: "login",
    returnTo,
    refresh,
    requestedAal,
    identityId: session?.identityId ?? null,
    messages: [
      ...(refresh ? [{ text: notices.refresh }] : []),
      ...(requestedAal === "aal2" ? [{ text: notices.secondFactor }] : []),
    ],
    context: keepDefined({
      identifier: refresh ? session?.identity.traits.email : undefined,
      organizationId: isId(organization) ? organization : undefined,
    }),
  });
  return answerStarted(x, flow, loginForm);
}

export const showLogin = (x: Exchange) => showFlow(x, "login", loginForm);

export async function submitLogin(x: Exchange) {
  const flow = await flowToSubmit(x, "login");
  if (isExpired(x, flow)) return answerExpired(x, flow);
  const session = await x.session();
  return submitting(x, flow, loginForm, async () => {
    if (session !== null && isFulfilled(session, flow.requestedAal, flow.refresh)) {
      if (!x.isJson) return redirect(x, flow.returnTo ?? x.provider.settings.defaultReturnUrl);
      throw alreadySignedIn();
    }
    return signIn(x, flow, session);
  });
}

async function signIn(x: Exchange, flow: Flow, session: SessionRecord | null) {
  const method = methodOf(x);
  const isSecondFactor = method === "totp" || method === "lookup_secret";
  if (isSecondFactor !== (flow.requestedAal === "aal2")) throw new FormProblem(problems.noMethod(4010002));
  if (method === "oidc" || method === "saml") {
    if (!ownsFlow(x, flow)) throw csrfViolation();
    return leave(x, await leaveForProvider(x, flow, method, textField(x, "provider")));
  }
  checkFormCsrf(x, flow);
  if (method === "password") {
    const identityId = await checkPasswordLogin(x).catch(rememberIdentifier(x, flow));
    return completeLogin(x, flow, { identityId, method, aal: "aal1" });
  }
  if (method === "code") {
    const outcome = await loginWithCode(x, flow);
    if (outcome.kind === "sent") return answerForm(x, outcome.flow, loginForm, 400);
    return completeLogin(x, flow, { identityId: outcome.identityId, method, aal: "aal1" });
  }
  if (method === "totp" || method === "lookup_secret") {
    if (session === null) throw firstFactorMissing();
    await checkSecondFactor(x, session.identityId, method);
    return completeLogin(x, flow, { identityId: session.identityId, method, aal: "aal2" });
  }
  throw new FormProblem(problems.noMethod(4010002));
}

export function checkFormCsrf(x: Exchange, flow: Flow): void {
  if (!ownsFlow(x, flow)) throw csrfViolation();
  x.checkCsrf();
}

/** JSON callers are told where to go; browsers are sent. */
function leave(x: Exchange, url: string) {
  if (x.isJson) throw locationChange(url);
  return redirect(x, url);
}

const firstFactorMissing = () =>
  new ProviderError(401, "Sign in before the second step.", { id: "session_aal1_required" });

function methodOf(x: Exchange): string {
  const { method, provider } = x.body;
  if (typeof method === "string" && method !== "") return method;
  return typeof provider === "string" ? "oidc" : "";
}

function isFulfilled(session: SessionRecord, aal: Aal, refresh: boolean): boolean {
  return !refresh && (aal === "aal1" || session.aal === "aal2");
}

function readAal(value: string | undefined): Aal {
  if (value === undefined || value === "" || value === "aal1") return "aal1";
  if (value === "aal2") return "aal2";
  throw badRequest("The level of sign-in asked for is unknown. It can be aal1 or aal2.");
}

/** A mistyped password should not cost the address as well. */
function rememberIdentifier(x: Exchange, flow: Flow) {
  return async (error: unknown): Promise<never> => {
    const { identifier } = x.body;
    if (error instanceof FormProblem && typeof identifier === "string" && !flow.refresh) {
      await updateFlow(x.provider, flow, {
        context: { ...flow.context, identifier: identifier.slice(0, 254) },
      });
    }
    throw error;
  };
}
