// What happens when somebody has shown who they are: a session, or a step more on the one they have.
import type { Db } from "#platform/database.ts";
import { auditOwnChange } from "../audit.ts";
import { FormProblem, locationChange } from "../errors.ts";
import { type Exchange, redirect, sessionToken, setSessionCookie } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { type Identity, findIdentity } from "../identities.ts";
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
  insertSession,
  revokeSessions,
} from "../sessions.ts";
import { reachesOwnLevel, secondFactorUrl } from "../session-checks.ts";
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
  const { pendingLink } = flow.context;
  if (pendingLink !== undefined && pendingLink.identityId !== proof.identityId)
    throw new FormProblem(problems.linkMismatch);
  // A new session is one statement; only what comes with it makes a transaction of it.
  const { session, token } =
    present === null && pendingLink === undefined
      ? await startSession(x, provider.db, identity, method, now)
      : await provider.db.transaction().execute(async (tx) => {
          if (present !== null && !isSamePerson) await revokeSessions(tx, { ids: [present.id] }, now);
          const next =
            present !== null && isSamePerson
              ? {
                  session: await addMethod(tx, present, method, now),
                  token: sessionToken(x.request, x.provider.settings.publicUrl) ?? "",
                }
              : await startSession(x, tx, identity, method, now);
          // Linking adds a way in, so it waits until the person is in as far as they can be.
          if (pendingLink !== undefined && reachesOwnLevel(next.session)) {
            await linkSubject(tx, identity.id, pendingLink.type, pendingLink, now);
            const message = `linked their account with ${pendingLink.provider}`;
            await auditOwnChange(tx, identity.id, "user.login_method_linked", message);
          }
          return next;
        });
  // A form opened before somebody else signed in must not work for them.
  if (!isSamePerson) x.renewCsrf();
  setSessionCookie(x, token, session.expiresAt);
  return session;
}

async function startSession(
  x: Exchange,
  tx: Db,
  identity: Identity,
  method: AuthenticationMethod,
  now: Date,
) {
  const expiresAt = new Date(now.getTime() + x.provider.settings.lifespans.session);
  const methods = [method];
  const { id, token, deviceId } = await insertSession(
    tx,
    { identityId: identity.id, methods, device: x.device, expiresAt },
    now,
  );
  const session: SessionRecord = {
    id,
    identityId: identity.id,
    aal: aalOf(methods),
    methods,
    isActive: true,
    authenticatedAt: now,
    issuedAt: now,
    expiresAt,
    lastUsedAt: now,
    deviceId,
    device: x.device,
    identity,
  };
  return { session, token };
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
