// Getting back into an account with a code sent by mail. What depends on whether the address has an
// account happens after the answer, so that neither the answer nor its time tells.
import { recoveryCodeMail } from "#platform/mail/templates.ts";
import { auditOwnChange } from "../audit.ts";
import { issueCode, spendCode } from "../codes.ts";
import { FormProblem, ProviderError, alreadySignedIn, locationChange } from "../errors.ts";
import { type Exchange, redirect, textField } from "../exchange.ts";
import { type Flow, countSubmission, updateFlow } from "../flow-store.ts";
import { findIdentityByAddress, markAddressVerified } from "../identities.ts";
import { mailBuckets } from "../login-limits.ts";
import { accountRecoveredMail, describeDevice } from "../mails.ts";
import { labels, notices, problems } from "../messages.ts";
import { codeEntryNodes, emailNodes, readCode } from "../methods/code.ts";
import { takeTries } from "../rate-limits.ts";
import { mayRecover, noteRecoveryUnderWay } from "../recovery-for.ts";
import { checkReturnTo } from "../return-to.ts";
import { revokeSessions } from "../sessions.ts";
import { type Form, csrfFor, flowJson, flowUiUrl } from "./form.ts";
import { minutesOf } from "./login-code.ts";
import { establishSession } from "./login-completion.ts";
import { checkFormCsrf } from "./login.ts";
import {
  answerExpired,
  answerForm,
  answerReplaced,
  answerStarted,
  flowToSubmit,
  isExpired,
  showFlow,
  startFlow,
  submitting,
} from "./requests.ts";
import { startSettingsFlow } from "./settings-start.ts";

async function recoveryForm(x: Exchange, flow: Flow): Promise<Form> {
  if (flow.state === "choose_method") return { nodes: [csrfFor(x), ...emailNodes()] };
  if (flow.state === "passed_challenge") return { nodes: [csrfFor(x)] };
  const { email } = flow.context;
  const resend = email === undefined ? null : { name: "email", value: email };
  return { nodes: [csrfFor(x), ...codeEntryNodes(labels.recoveryCode, resend)] };
}

export async function startRecovery(x: Exchange) {
  const { settings } = x.provider;
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  if ((await x.session()) !== null) {
    if (x.acceptsJson) throw alreadySignedIn();
    return x.reply.redirect(returnTo ?? settings.defaultReturnUrl, 302);
  }
  return answerStarted(x, await startFlow(x, { kind: "recovery", returnTo }), recoveryForm);
}

export const showRecovery = (x: Exchange) => showFlow(x, "recovery", recoveryForm);

export async function submitRecovery(x: Exchange) {
  const flow = await flowToSubmit(x, "recovery");
  if ((await x.session()) !== null) {
    if (x.isJson) throw alreadySignedIn();
    return redirect(x, flow.returnTo ?? x.provider.settings.defaultReturnUrl);
  }
  if (isExpired(x, flow)) return answerExpired(x, flow);
  return submitting(x, flow, recoveryForm, async () => {
    const { method } = x.body;
    if (method !== undefined && method !== "code") throw new FormProblem(problems.noMethod(4010005));
    checkFormCsrf(x, flow);
    if (flow.state === "passed_challenge") return retry(x, flow);
    // A form with both asks for a new code.
    if (textField(x, "email") !== "") return sendRecoveryCode(x, flow, textField(x, "email"));
    if (flow.state === "choose_method") throw new FormProblem(problems.required("email"), "email");
    return useRecoveryCode(x, flow);
  });
}

async function sendRecoveryCode(x: Exchange, flow: Flow, given: string) {
  const { provider } = x;
  const email = given.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new FormProblem(problems.notAnEmail(given.slice(0, 254)), "email");
  await takeTries(provider, mailBuckets(x, email));
  const next = await updateFlow(provider, flow, {
    state: "sent_email",
    activeMethod: "code",
    context: { ...flow.context, email },
    messages: [{ text: notices.recoveryCodeSent }],
  });
  provider.later("sending a recovery code", () => mailRecoveryCode(provider, flow, email));
  return answerForm(x, next, recoveryForm, 200);
}

async function mailRecoveryCode(provider: Exchange["provider"], flow: Flow, email: string): Promise<void> {
  const identity = await findIdentityByAddress(provider.db, email);
  if (identity === null || !(await mayRecover(provider, identity))) return;
  const now = provider.now();
  const expiresAt = new Date(now.getTime() + provider.settings.lifespans.code);
  const code = await provider.db.transaction().execute(async (tx) => {
    if (!(await noteRecoveryUnderWay(tx, identity.id))) return null;
    return issueCode(
      tx,
      provider.sealer,
      { flow, identityId: identity.id, address: email, purpose: "recovery", expiresAt },
      now,
    );
  });
  if (code === null) return;
  await provider.mailer.send(
    email,
    recoveryCodeMail({ code, minutes: minutesOf(provider.settings.lifespans.code) }),
  );
}

async function useRecoveryCode(x: Exchange, flow: Flow) {
  const { provider } = x;
  const { settings } = provider;
  const code = readCode(x.body["code"]);
  if (code === "") throw new FormProblem(problems.required("code"), "code");
  const tries = await countSubmission(provider.db, flow);
  if (tries > settings.maxCodeSubmissions) return retry(x, flow);
  const now = provider.now();
  const spent = await provider.db.transaction().execute(async (tx) => {
    const found = await spendCode(tx, provider.sealer, flow, "recovery", code, now);
    if (found === null) return null;
    await markAddressVerified(tx, found.identityId, found.address, now);
    const ended = await revokeSessions(tx, { identityId: found.identityId }, now);
    await auditOwnChange(
      tx,
      found.identityId,
      "user.recovered",
      "recovered their account with a code by mail",
    );
    return { ...found, ended: ended.length };
  });
  if (spent === null) {
    const next = await updateFlow(provider, flow, { messages: [{ text: problems.recoveryCodeWrong }] });
    return answerForm(x, next, recoveryForm, 200);
  }
  const session = await establishSession(x, flow, {
    identityId: spent.identityId,
    method: "code_recovery",
    aal: "aal1",
  });
  const mail = accountRecoveredMail({
    at: now,
    device: describeDevice(x.device),
    endedSessions: spent.ended,
    recoveryLink: settings.uiUrls.recovery,
  });
  provider.later("telling of a recovery", () => provider.mailer.send(spent.address, mail));
  const until = new Date(now.getTime() + settings.lifespans.privileged);
  const settingsFlow = await startSettingsFlow(x, session, flow.returnTo, [
    { text: notices.recovered(until) },
  ]);
  const done = await updateFlow(provider, flow, {
    state: "passed_challenge",
    messages: [],
    identityId: spent.identityId,
  });
  return answerRecovered(x, done, flowUiUrl(x, "settings", settingsFlow.id), settingsFlow.id);
}

async function answerRecovered(x: Exchange, flow: Flow, url: string, settingsFlowId: string) {
  if (!x.isJson) return redirect(x, url);
  if (!x.provider.settings.usesContinueWith) throw locationChange(url);
  const body = await flowJson(x, flow, recoveryForm);
  return x.reply
    .code(200)
    .send({ ...body, continue_with: [{ action: "show_settings_ui", flow: { id: settingsFlowId, url } }] });
}

/** Too many tries, or a second use of a finished flow: start over. */
async function retry(x: Exchange, flow: Flow) {
  const fresh = await startFlow(x, {
    kind: "recovery",
    returnTo: flow.returnTo,
    requestUrl: flow.requestUrl,
    messages: [{ text: problems.recoveryRetry }],
  });
  if (x.isJson && x.provider.settings.usesContinueWith) {
    throw new ProviderError(422, "This recovery is finished. Start a new one.", {
      details: {
        continue_with: [
          { action: "show_recovery_ui", flow: { id: fresh.id, url: flowUiUrl(x, "recovery", fresh.id) } },
        ],
      },
    });
  }
  return answerReplaced(x, flow, fresh);
}
