import { FormProblem, alreadySignedIn, csrfViolation, locationChange, unknownFlow } from "../errors.ts";
import { type Exchange, ownsFlow, redirect, textField } from "../exchange.ts";
import { type Flow, updateFlow } from "../flow-store.ts";
import { problems } from "../messages.ts";
import { type PasswordTry, checkPassword, enteredPassword, tryPassword } from "../methods/password-try.ts";
import type { SessionRecord } from "../sessions.ts";
import { loginWithCode } from "./login-code.ts";
import { completeLogin } from "./login-completion.ts";
import { loginForm } from "./login-form.ts";
import { checkSecondFactor } from "./login-second-factor.ts";
import { firstFactorMissing, isFulfilled } from "./login-start.ts";
import {
  answerExpired,
  answerForm,
  flowIdToSubmit,
  flowToSubmit,
  isExpired,
  showFlow,
  submitting,
} from "./requests.ts";
import { leaveForProvider } from "./upstream.ts";

export const showLogin = (x: Exchange) => showFlow(x, "login", loginForm);

export async function submitLogin(x: Exchange) {
  const session = await x.session();
  const { flow, attempt } = await openLogin(x, session !== null);
  if (isExpired(x, flow)) return answerExpired(x, flow);
  return submitting(x, flow, loginForm, async () => {
    if (session !== null && isFulfilled(session, flow.requestedAal, flow.refresh)) {
      if (!x.isJson) return redirect(x, flow.returnTo ?? x.provider.settings.defaultReturnUrl);
      throw alreadySignedIn();
    }
    return signIn(x, flow, session, attempt);
  });
}

type Attempt = PasswordTry | FormProblem;

/** A password that was sent the right way is looked up together with its form. */
async function openLogin(x: Exchange, isSignedIn: boolean): Promise<{ flow: Flow; attempt?: Attempt }> {
  if (methodOf(x) !== "password" || !x.hasCsrf()) return { flow: await flowToSubmit(x, "login") };
  const entered = enteredPassword(x);
  if (entered instanceof FormProblem) return { flow: await flowToSubmit(x, "login"), attempt: entered };
  const opened = await tryPassword(x, entered, flowIdToSubmit(x), isSignedIn);
  if (opened === null) throw unknownFlow();
  return opened;
}

async function signIn(x: Exchange, flow: Flow, session: SessionRecord | null, attempt?: Attempt) {
  const method = methodOf(x);
  const isSecondFactor = method === "totp" || method === "lookup_secret";
  if (isSecondFactor !== (flow.requestedAal === "aal2")) throw new FormProblem(problems.noMethod(4010002));
  if (method === "oidc" || method === "saml") {
    if (!ownsFlow(x, flow)) throw csrfViolation();
    return leave(x, await leaveForProvider(x, flow, method, textField(x, "provider")));
  }
  checkFormCsrf(x, flow);
  if (method === "password") {
    if (attempt === undefined) throw csrfViolation();
    if (attempt instanceof FormProblem) throw await remembering(x, flow, attempt);
    const identityId = await checkPassword(x, attempt).catch(async (error: unknown) => {
      throw await remembering(x, flow, error);
    });
    return completeLogin(x, flow, { identityId, method, aal: "aal1", tries: attempt.tries });
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

function methodOf(x: Exchange): string {
  const { method, provider } = x.body;
  if (typeof method === "string" && method !== "") return method;
  return typeof provider === "string" ? "oidc" : "";
}

/** A mistyped password should not cost the address as well. */
async function remembering(x: Exchange, flow: Flow, error: unknown): Promise<unknown> {
  const { identifier } = x.body;
  if (error instanceof FormProblem && typeof identifier === "string" && !flow.refresh) {
    await updateFlow(x.provider, flow, {
      context: { ...flow.context, identifier: identifier.slice(0, 254) },
    });
  }
  return error;
}
