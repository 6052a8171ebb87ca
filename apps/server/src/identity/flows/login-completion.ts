// What happens when somebody has shown who they are: a session, or a step more on the one they have.
import { FormProblem, locationChange } from "../errors.ts";
import { type Exchange, redirect, sessionToken, setSessionCookie } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { findIdentity } from "../identities.ts";
import { sessionJson } from "../json.ts";
import { allowsMethod } from "../login-policy.ts";
import { notices, problems } from "../messages.ts";
import { linkSubject } from "../methods/upstream-credentials.ts";
import {
  type Aal,
  type AuthenticationMethod,
  type MethodName,
  type SessionRecord,
  aalOf,
  addMethod,
  findSessionByToken,
  insertSession,
  revokeSessions,
} from "../sessions.ts";
import { secondFactorUrl } from "../session-checks.ts";
import { flowUiUrl } from "./form.ts";
import { startFlow } from "./requests.ts";

export interface Proof {
  readonly identityId: string;
  readonly method: MethodName;
  readonly aal: Aal;
  readonly provider?: string;
}

export async function completeLogin(x: Exchange, flow: Flow, proof: Proof) {
  const session = await establishSession(x, flow, proof);
  const { settings } = x.provider;
  const target = flow.returnTo ?? settings.defaultReturnUrl;
  if (session.aal === "aal1" && session.identity.availableAal === "aal2") {
    const url = await secondStepUrl(x, flow, proof);
    if (x.isJson) throw locationChange(url);
    return redirect(x, url);
  }
  if (!x.isJson) return redirect(x, target);
  return x.reply.code(200).send({
    session: sessionJson(session, settings.publicUrl),
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: target }],
  });
}

/** An account to be linked travels along to the second step; otherwise the step is started the usual way. */
async function secondStepUrl(x: Exchange, flow: Flow, proof: Proof): Promise<string> {
  const { pendingLink } = flow.context;
  if (pendingLink === undefined) return secondFactorUrl(x, flow.returnTo);
  const step = await startFlow(x, {
    kind: "login",
    returnTo: flow.returnTo,
    requestedAal: "aal2",
    identityId: proof.identityId,
    messages: [{ text: notices.secondFactor }],
    context: { pendingLink },
  });
  return flowUiUrl(x, "login", step.id);
}

/** Signs the browser in and answers the session. */
export async function establishSession(
  x: Exchange,
  flow: Pick<Flow, "context">,
  proof: Proof,
): Promise<SessionRecord> {
  const { provider } = x;
  const now = provider.now();
  const identity = await findIdentity(provider.db, proof.identityId);
  if (identity === null || identity.state !== "active") throw new FormProblem(problems.identityDisabled);
  const isFirstFactor = proof.aal === "aal1" && proof.method !== "code_recovery";
  if (isFirstFactor) await requirePolicy(x, proof);
  const present = await x.session();
  const isSamePerson = present?.identityId === proof.identityId;
  const method = methodRecord(proof, now);
  const token = await provider.db.transaction().execute(async (tx) => {
    const { pendingLink } = flow.context;
    if (pendingLink !== undefined) {
      if (pendingLink.identityId !== proof.identityId) throw new FormProblem(problems.linkMismatch);
      const willBe = isSamePerson && present !== null ? aalOf([...present.methods, method]) : proof.aal;
      // Linking adds a way in, so it waits until the person is in as far as they can be.
      if (willBe === "aal2" || identity.availableAal === "aal1") {
        await linkSubject(tx, identity.id, pendingLink.type, pendingLink, now);
      }
    }
    if (present !== null && isSamePerson) {
      await addMethod(tx, present, method, now);
      return null;
    }
    if (present !== null) await revokeSessions(tx, { ids: [present.id] }, now);
    const expiresAt = new Date(now.getTime() + provider.settings.lifespans.session);
    const created = await insertSession(
      tx,
      { identityId: identity.id, methods: [method], device: x.device, expiresAt },
      now,
    );
    return created.token;
  });
  // A form opened before somebody else signed in must not work for them.
  if (!isSamePerson) x.renewCsrf();
  const cookie = token ?? sessionToken(x.request) ?? "";
  const session = await findSessionByToken(provider.db, cookie, now);
  if (session === null) throw new FormProblem(problems.identityDisabled);
  setSessionCookie(x, cookie, session.expiresAt);
  return session;
}

async function requirePolicy(x: Exchange, proof: Proof): Promise<void> {
  if (await allowsMethod(x.provider.db, proof.identityId, proof.provider ?? proof.method)) return;
  throw new FormProblem(
    problems.generic("Your organisation does not allow this way of signing in. Choose another one."),
  );
}

function methodRecord(proof: Proof, now: Date): AuthenticationMethod {
  return {
    method: proof.method,
    aal: proof.aal,
    completed_at: now.toISOString(),
    ...(proof.provider === undefined ? {} : { provider: proof.provider }),
  };
}
