// Signing up, in one step. Off unless the operator turns it on.
import { FormProblem, ProviderError, alreadySignedIn } from "../errors.ts";
import { type Exchange, redirect, textField } from "../exchange.ts";
import { type Flow, updateFlow } from "../flow-store.ts";
import { findIdentity, insertIdentity, isDuplicate } from "../identities.ts";
import { identityJson, sessionJson } from "../json.ts";
import { labels, problems } from "../messages.ts";
import { checkPasswordPolicy } from "../methods/password-policy.ts";
import { hashPassword, setPasswordCredential } from "../methods/password.ts";
import { input, submit } from "../nodes.ts";
import { takeTries } from "../rate-limits.ts";
import { checkReturnTo } from "../return-to.ts";
import { type Traits, isRecord, parseTraits, traitsSchema } from "../traits.ts";
import { type Form, csrfFor, flowUiUrl } from "./form.ts";
import { establishSession } from "./login-completion.ts";
import { checkFormCsrf } from "./login.ts";
import {
  answerExpired,
  answerStarted,
  flowToSubmit,
  isExpired,
  showFlow,
  startFlow,
  submitting,
} from "./requests.ts";
import { traitNodes } from "./settings-form.ts";
import { sendVerificationCode } from "./verification.ts";

async function registrationForm(x: Exchange, flow: Flow): Promise<Form> {
  const typed = traitsSchema.partial().safeParse(flow.context.traits ?? {});
  return {
    nodes: [
      csrfFor(x),
      ...traitNodes("default", typed.success ? typed.data : {}),
      input("password", "password", {
        type: "password",
        required: true,
        autocomplete: "new-password",
        label: labels.password,
      }),
      submit("password", "method", "password", labels.signUp),
    ],
    extra: { organization_id: null },
  };
}

export async function startRegistration(x: Exchange) {
  const { settings } = x.provider;
  requireOpen(x);
  const returnTo = checkReturnTo(settings, x.query["return_to"]);
  if ((await x.session()) !== null) {
    if (x.acceptsJson) throw alreadySignedIn();
    return redirect(x, returnTo ?? settings.defaultReturnUrl);
  }
  return answerStarted(x, await startFlow(x, { kind: "registration", returnTo }), registrationForm);
}

export const showRegistration = (x: Exchange) => {
  requireOpen(x);
  return showFlow(x, "registration", registrationForm);
};

export async function submitRegistration(x: Exchange) {
  requireOpen(x);
  const flow = await flowToSubmit(x, "registration");
  if ((await x.session()) !== null) {
    if (x.isJson) throw alreadySignedIn();
    return redirect(x, flow.returnTo ?? x.provider.settings.defaultReturnUrl);
  }
  if (isExpired(x, flow)) return answerExpired(x, flow);
  const typed = isRecord(x.body["traits"]) ? x.body["traits"] : {};
  const remembered = await updateFlow(x.provider, flow, { context: { ...flow.context, traits: typed } });
  return submitting(x, remembered, registrationForm, async () => {
    if (textField(x, "method") !== "password") throw new FormProblem(problems.noMethod(4010003));
    checkFormCsrf(x, flow);
    const traits = parseTraits(x.body["traits"]);
    const password = checkPasswordPolicy(x.provider.settings.password, x.body["password"], [traits.email]);
    // Whether an address is taken shows here; at least it cannot be asked in bulk.
    await takeTries(x.provider, [
      { name: `registration ${x.device.ipAddress}`, limit: x.provider.settings.limits.mailPerAddress },
    ]);
    const id = await register(x, traits, await hashPassword(password));
    return answerRegistered(x, flow, id, traits.email);
  });
}

export async function register(x: Exchange, traits: Traits, hashed: string | null): Promise<string> {
  const now = x.provider.now();
  try {
    return await x.provider.db.transaction().execute(async (tx) => {
      const id = await insertIdentity(tx, { traits }, now);
      if (hashed !== null) await setPasswordCredential(tx, id, traits.email, hashed, now);
      await tx
        .insertInto("users")
        .values({
          id,
          user_name: traits.email,
          first_name: traits.name?.first ?? "",
          last_name: traits.name?.last ?? "",
          status: "ACTIVE",
        })
        .execute();
      return id;
    });
  } catch (error) {
    if (isDuplicate(error)) throw new FormProblem(problems.duplicateIdentifier);
    throw error;
  }
}

async function answerRegistered(x: Exchange, flow: Flow, identityId: string, email: string) {
  const { settings, db } = x.provider;
  const session = await establishSession(x, flow, { identityId, method: "password", aal: "aal1" });
  const started = await startFlow(x, { kind: "verification", returnTo: flow.returnTo });
  const verification = await sendVerificationCode(x, started, email);
  const target = flow.returnTo ?? settings.defaultReturnUrl;
  const url = flowUiUrl(x, "verification", verification.id);
  if (!x.isJson) return redirect(x, url);
  const identity = await findIdentity(db, identityId);
  return x.reply.code(200).send({
    identity: identity === null ? null : identityJson(identity, settings.publicUrl),
    session: sessionJson(session, settings.publicUrl),
    continue_with: [
      { action: "show_verification_ui", flow: { id: verification.id, verifiable_address: email, url } },
      { action: "redirect_browser_to", redirect_browser_to: target },
    ],
  });
}

function requireOpen(x: Exchange): void {
  if (x.provider.settings.isRegistrationOpen) return;
  throw new ProviderError(400, "Signing up is turned off here. Ask an administrator for an invitation.", {
    id: "self_service_flow_disabled",
  });
}
