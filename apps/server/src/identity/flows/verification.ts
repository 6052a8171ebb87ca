// Showing that an address is one's own, with a code sent to it.
import { verificationCodeMail } from "#platform/mail/templates.ts";
import { issueCode, spendCode } from "../codes.ts";
import { FormProblem, ProviderError } from "../errors.ts";
import { type Exchange, redirect, textField } from "../exchange.ts";
import { type Flow, countSubmission, updateFlow } from "../flow-store.ts";
import { findIdentityByAddress, markAddressVerified } from "../identities.ts";
import { mailBuckets } from "../login-limits.ts";
import { labels, notices, problems } from "../messages.ts";
import { codeEntryNodes, emailNodes, readCode } from "../methods/code.ts";
import { anchor } from "../nodes.ts";
import { takeTries } from "../rate-limits.ts";
import { checkReturnTo } from "../return-to.ts";
import { type Form, csrfFor, flowUiUrl } from "./form.ts";
import { minutesOf } from "./login-code.ts";
import { checkFormCsrf } from "./login.ts";
import {
  answerExpired,
  answerForm,
  answerStarted,
  flowToSubmit,
  isExpired,
  showFlow,
  startFlow,
  submitting,
} from "./requests.ts";

async function verificationForm(x: Exchange, flow: Flow): Promise<Form> {
  // Kratos puts the token last here, and only here.
  if (flow.state === "choose_method") return { nodes: [...emailNodes(), csrfFor(x)] };
  if (flow.state === "passed_challenge") {
    const url = flow.returnTo ?? x.provider.settings.defaultReturnUrl;
    return { nodes: [csrfFor(x), anchor("code", "continue", url, labels.submitContinue)], continueUrl: url };
  }
  const { email, code } = flow.context;
  const resend = email === undefined ? null : { name: "email", value: email };
  return { nodes: [csrfFor(x), ...codeEntryNodes(labels.verificationCode, resend, code)] };
}

export async function startVerification(x: Exchange) {
  const returnTo = checkReturnTo(x.provider.settings, x.query["return_to"]);
  return answerStarted(x, await startFlow(x, { kind: "verification", returnTo }), verificationForm);
}

export const showVerification = (x: Exchange) => showFlow(x, "verification", verificationForm);

/** A link in a mail only fills in the code: mail scanners follow links too. */
export async function openVerificationLink(x: Exchange) {
  const flow = await flowToSubmit(x, "verification");
  const code = readCode(x.query["code"]);
  if (code !== "" && flow.state === "sent_email") {
    await updateFlow(x.provider, flow, { context: { ...flow.context, code } });
  }
  return redirect(x, flowUiUrl(x, "verification", flow.id));
}

export async function submitVerification(x: Exchange) {
  const flow = await flowToSubmit(x, "verification");
  if (isExpired(x, flow)) return answerExpired(x, flow);
  return submitting(x, flow, verificationForm, async () => {
    const { method } = x.body;
    if (method !== undefined && method !== "code") throw new FormProblem(problems.noMethod(4010006));
    checkFormCsrf(x, flow);
    if (flow.state === "passed_challenge") return replace(x, flow);
    const email = textField(x, "email").trim().toLowerCase();
    if (email !== "") return answerForm(x, await sendVerificationCode(x, flow, email), verificationForm, 200);
    if (flow.state === "choose_method") throw new FormProblem(problems.required("email"), "email");
    return useVerificationCode(x, flow);
  });
}

export async function sendVerificationCode(x: Exchange, flow: Flow, email: string): Promise<Flow> {
  const { provider } = x;
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new FormProblem(problems.notAnEmail(email.slice(0, 254)), "email");
  await takeTries(provider, mailBuckets(x, email));
  const next = await updateFlow(provider, flow, {
    state: "sent_email",
    activeMethod: "code",
    context: { ...flow.context, email },
    messages: [{ text: notices.verificationCodeSent }],
  });
  provider.later("sending a verification code", async () => {
    const identity = await findIdentityByAddress(provider.db, email);
    if (identity === null || identity.state !== "active") return;
    const now = provider.now();
    const lifespan = provider.settings.lifespans.code;
    const expiresAt = new Date(now.getTime() + lifespan);
    const given = {
      flow,
      identityId: identity.id,
      address: email,
      purpose: "verification",
      expiresAt,
    } as const;
    const code = await provider.db.transaction().execute((tx) => issueCode(tx, provider.sealer, given, now));
    await provider.mailer.send(email, verificationCodeMail({ code, minutes: minutesOf(lifespan) }));
  });
  return next;
}

async function useVerificationCode(x: Exchange, flow: Flow) {
  const { provider } = x;
  const code = readCode(x.body["code"]);
  if (code === "") throw new FormProblem(problems.required("code"), "code");
  const tries = await countSubmission(provider.db, flow);
  if (tries > provider.settings.maxCodeSubmissions) return replace(x, flow);
  const now = provider.now();
  const isVerified = await provider.db.transaction().execute(async (tx) => {
    const spent = await spendCode(tx, provider.sealer, flow, "verification", code, now);
    if (spent !== null) await markAddressVerified(tx, spent.identityId, spent.address, now);
    return spent !== null;
  });
  const next = await updateFlow(
    provider,
    flow,
    isVerified
      ? { state: "passed_challenge", messages: [{ text: notices.verified }] }
      : { messages: [{ text: problems.verificationCodeWrong }] },
  );
  return answerForm(x, next, verificationForm, 200);
}

async function replace(x: Exchange, flow: Flow) {
  const fresh = await startFlow(x, {
    kind: "verification",
    returnTo: flow.returnTo,
    requestUrl: flow.requestUrl,
    messages: [{ text: problems.verificationRetry }],
  });
  if (!x.isJson) return redirect(x, flowUiUrl(x, "verification", fresh.id));
  throw new ProviderError(410, "This verification is finished. A new one is ready.", {
    id: "self_service_flow_replaced",
    extras: { use_flow_id: fresh.id },
  });
}
