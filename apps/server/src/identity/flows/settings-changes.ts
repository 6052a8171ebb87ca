// What a settings form can ask for: one small object per method.
import { sql } from "kysely";
import { passwordChangedMail } from "#platform/mail/templates.ts";
import { auditOwnChange } from "../audit.ts";
import { FormProblem } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow, FlowContext } from "../flow-store.ts";
import { describeDevice } from "../mails.ts";
import { problems } from "../messages.ts";
import { newLookupCodes, removeLookupCodes, saveLookupCodes } from "../methods/lookup.ts";
import { hashPassword, isPresentPassword, setPasswordCredential } from "../methods/password.ts";
import { checkPasswordPolicy } from "../methods/password-policy.ts";
import { enrolTotp, newTotpSecret, removeTotp } from "../methods/totp.ts";
import { type SessionRecord, addMethod, revokeSessions } from "../sessions.ts";
import { changeProfile, isProtectedProfileChange } from "./settings-profile.ts";
import { linkChange, unlinkChange } from "./settings-links.ts";

export type SettingsOutcome =
  | { readonly kind: "saved" | "shown"; readonly context: FlowContext }
  | { readonly kind: "leave"; readonly url: string };

type Body = Readonly<Record<string, unknown>>;

export interface SettingsChange {
  readonly method: string;
  readonly body: Body;
  needsPrivilege(session: SessionRecord): boolean;
  apply(x: Exchange, flow: Flow, session: SessionRecord): Promise<SettingsOutcome>;
}

export function changeFor(body: Body): SettingsChange | null {
  const always = () => true;
  const change = (
    method: string,
    apply: SettingsChange["apply"],
    needsPrivilege: SettingsChange["needsPrivilege"] = always,
  ) => ({
    method,
    body,
    apply,
    needsPrivilege,
  });
  if (typeof body["link"] === "string" && body["link"] !== "")
    return change("oidc", linkChange(body["link"]));
  if (typeof body["unlink"] === "string" && body["unlink"] !== "")
    return change("oidc", unlinkChange(body["unlink"]));
  if (isOn(body["totp_unlink"])) return change("totp", unlinkTotp);
  const lookup = (["reveal", "regenerate", "confirm", "disable"] as const).find((name) =>
    isOn(body[`lookup_secret_${name}`]),
  );
  if (lookup !== undefined) return change("lookup_secret", lookupChanges[lookup]);
  if (body["method"] === "password")
    return change("password", (x, flow, session) => changePassword(x, flow, session, body));
  if (body["method"] === "totp") return change("totp", (x, flow, session) => enrol(x, flow, session, body));
  if (body["method"] === "profile") {
    return change(
      "profile",
      (x, flow, session) => changeProfile(x, flow, session, body),
      (session) => isProtectedProfileChange(session, body),
    );
  }
  return null;
}

async function changePassword(
  x: Exchange,
  flow: Flow,
  session: SessionRecord,
  body: Body,
): Promise<SettingsOutcome> {
  const { provider } = x;
  const { email } = session.identity.traits;
  const password = checkPasswordPolicy(provider.settings.password, body["password"], [email]);
  if (await isPresentPassword(x, session.identityId, password))
    throw new FormProblem(problems.passwordSame, "password");
  const hashed = await hashPassword(password);
  const now = provider.now();
  const ended = await provider.db.transaction().execute(async (tx) => {
    await setPasswordCredential(tx, session.identityId, email, hashed, now);
    await sql`update users set password_recovery_status = 'COMPLETED'
      where id = ${session.identityId} and password_recovery_status in ('REQUESTED', 'IN_PROGRESS')`.execute(
      tx,
    );
    const others = await revokeSessions(tx, { identityId: session.identityId, exceptId: session.id }, now);
    await auditOwnChange(tx, session.identityId, "user.password_changed", "changed their password");
    return others;
  });
  const mail = passwordChangedMail({
    at: now,
    device: describeDevice(x.device),
    endedSessions: ended.length,
    recoveryLink: provider.settings.uiUrls.recovery,
  });
  provider.later("telling of a changed password", () => provider.mailer.send(email, mail));
  return { kind: "saved", context: flow.context };
}

async function enrol(x: Exchange, flow: Flow, session: SessionRecord, body: Body): Promise<SettingsOutcome> {
  const { provider } = x;
  const { totpSecret, ...rest } = flow.context;
  if (totpSecret === undefined)
    throw new FormProblem(problems.generic("An authenticator app is already set up. Remove it first."));
  await provider.db.transaction().execute(async (tx) => {
    await enrolTotp(
      provider,
      tx,
      session.identityId,
      totpSecret,
      body["totp_code"],
      session.identity.traits.email,
    );
    await reachSecondLevel(tx, x, session, "totp");
    await auditOwnChange(tx, session.identityId, "user.second_factor_added", "set up an authenticator app");
  });
  return { kind: "saved", context: rest };
}

async function unlinkTotp(x: Exchange, flow: Flow, session: SessionRecord): Promise<SettingsOutcome> {
  await x.provider.db.transaction().execute(async (tx) => {
    await removeTotp(tx, session.identityId);
    await auditOwnChange(
      tx,
      session.identityId,
      "user.second_factor_removed",
      "removed their authenticator app",
    );
  });
  return { kind: "saved", context: { ...flow.context, totpSecret: newTotpSecret() } };
}

const lookupChanges: Readonly<
  Record<"reveal" | "regenerate" | "confirm" | "disable", SettingsChange["apply"]>
> = {
  reveal: async (_x, flow) => ({ kind: "shown", context: { ...flow.context, showsLookupCodes: true } }),
  regenerate: async (_x, flow) => ({
    kind: "shown",
    context: { ...flow.context, lookupCodes: newLookupCodes() },
  }),
  confirm: async (x, flow, session) => {
    const { lookupCodes, showsLookupCodes: _shown, ...rest } = flow.context;
    if (lookupCodes === undefined) throw new FormProblem(problems.generic("Make new backup codes first."));
    await x.provider.db.transaction().execute(async (tx) => {
      const codes = lookupCodes.map((code) => ({ code, usedAt: null }));
      await saveLookupCodes(x.provider, tx, session.identityId, codes);
      await reachSecondLevel(tx, x, session, "lookup_secret");
      await auditOwnChange(tx, session.identityId, "user.second_factor_added", "made new backup codes");
    });
    return { kind: "saved", context: rest };
  },
  disable: async (x, flow, session) => {
    const { lookupCodes: _codes, showsLookupCodes: _shown, ...rest } = flow.context;
    await x.provider.db.transaction().execute(async (tx) => {
      await removeLookupCodes(tx, session.identityId);
      await auditOwnChange(
        tx,
        session.identityId,
        "user.second_factor_removed",
        "turned off their backup codes",
      );
    });
    return { kind: "saved", context: rest };
  },
};

/** Whoever sets up a second factor has just shown that they hold it. */
async function reachSecondLevel(
  tx: Parameters<typeof addMethod>[0],
  x: Exchange,
  session: SessionRecord,
  method: "totp" | "lookup_secret",
): Promise<void> {
  const now = x.provider.now();
  await addMethod(tx, session, { method, aal: "aal2", completed_at: now.toISOString() }, now);
}

/** Forms say "true", programs say true. */
function isOn(value: unknown): boolean {
  return value === true || value === "true";
}
