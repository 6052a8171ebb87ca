// Signing in with a code sent by mail. Whether the address has an account shows neither in the answer
// nor in its time: looking it up and sending the mail happen after the answer.
import { issueCode, spendCode } from "../codes.ts";
import { FormProblem } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { type Flow, countSubmission, updateFlow } from "../flow-store.ts";
import { findIdentityByAddress, markAddressVerified } from "../identities.ts";
import { mailBuckets } from "../login-limits.ts";
import { allowsMethod } from "../login-policy.ts";
import { notices, problems } from "../messages.ts";
import { readCode } from "../methods/code.ts";
import { takeTries } from "../rate-limits.ts";
import { loginCodeMail } from "#platform/mail/templates.ts";

type Outcome =
  | { readonly kind: "sent"; readonly flow: Flow }
  | { readonly kind: "known"; readonly identityId: string };

export async function loginWithCode(x: Exchange, flow: Flow): Promise<Outcome> {
  const code = readCode(x.body["code"]);
  const isResend = x.body["resend"] === "code";
  if (code === "" || isResend) return { kind: "sent", flow: await sendLoginCode(x, flow) };
  return { kind: "known", identityId: await checkLoginCode(x, flow, code) };
}

async function sendLoginCode(x: Exchange, flow: Flow): Promise<Flow> {
  const { provider } = x;
  const given =
    flow.context.identifier !== undefined && flow.refresh ? flow.context.identifier : x.body["identifier"];
  if (typeof given !== "string" || given === "")
    throw new FormProblem(problems.required("identifier"), "identifier");
  const identifier = given.trim().toLowerCase().slice(0, 254);
  await takeTries(provider, mailBuckets(x, identifier));
  const next = await updateFlow(provider, flow, {
    state: "sent_email",
    activeMethod: "code",
    context: { ...flow.context, identifier },
    messages: [{ text: notices.loginCodeSent }],
  });
  provider.later("sending a sign-in code", async () => {
    const identity = await findIdentityByAddress(provider.db, identifier);
    if (identity === null || identity.state !== "active") return;
    if (!(await allowsMethod(provider.db, identity.id, "code"))) return;
    const now = provider.now();
    const expiresAt = new Date(now.getTime() + provider.settings.lifespans.code);
    const issued = await provider.db
      .transaction()
      .execute((tx) =>
        issueCode(
          tx,
          provider.sealer,
          { flow, identityId: identity.id, address: identifier, purpose: "login", expiresAt },
          now,
        ),
      );
    await provider.mailer.send(
      identifier,
      loginCodeMail({ code: issued, minutes: minutesOf(provider.settings.lifespans.code) }),
    );
  });
  return next;
}

async function checkLoginCode(x: Exchange, flow: Flow, code: string): Promise<string> {
  const { provider } = x;
  const tries = await countSubmission(provider.db, flow);
  if (tries > provider.settings.maxCodeSubmissions) throw new FormProblem(problems.loginCodeWrong);
  const now = provider.now();
  return provider.db.transaction().execute(async (tx) => {
    const spent = await spendCode(tx, provider.sealer, flow, "login", code, now);
    if (spent === null) throw new FormProblem(problems.loginCodeWrong);
    await markAddressVerified(tx, spent.identityId, spent.address, now);
    return spent.identityId;
  });
}

export function minutesOf(milliseconds: number): number {
  return Math.round(milliseconds / 60_000);
}
