// What happens when somebody has shown who they are: a session, or a step more on the one they have.
import type { Db, Tx } from "#platform/database.ts";
import { auditOwnChange } from "../audit.ts";
import { FormProblem, locationChange } from "../errors.ts";
import { type Exchange, redirect, sessionToken, setSessionCookie } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { sessionJson } from "../json.ts";
import { allowsMethod } from "../login-policy.ts";
import { notices, problems } from "../messages.ts";
import { type Tries, givingBack } from "../rate-limits.ts";
import { linkSubject } from "../methods/upstream-credentials.ts";
import {
  type Aal,
  type AuthenticationMethod,
  type MethodName,
  type SessionRecord,
  addMethod,
  revokeSessions,
  startSession,
} from "../sessions.ts";
import { reachesOwnLevel, secondFactorUrl } from "../session-checks.ts";
import { flowUiUrl } from "./form.ts";
import { startFlow } from "./requests.ts";

export interface Proof {
  readonly identityId: string;
  readonly method: MethodName;
  readonly aal: Aal;
  readonly provider?: string;
  /** Taken from the limits for it, and still to be given back. */
  readonly tries?: Tries;
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
  const present = await x.session();
  const isSamePerson = present?.identityId === proof.identityId;
  const { pendingLink } = flow.context;
  if (pendingLink !== undefined && pendingLink.identityId !== proof.identityId)
    throw new FormProblem(problems.linkMismatch);
  // A new session is one statement; only what comes with it makes a transaction of it.
  const { session, token } =
    present === null && pendingLink === undefined
      ? await beginSession(x, provider.db, proof, now)
      : await provider.db.transaction().execute(async (tx) => {
          if (present !== null && !isSamePerson) await revokeSessions(tx, { ids: [present.id] }, now);
          const next =
            present !== null && isSamePerson
              ? await continueSession(x, tx, present, proof, now)
              : await beginSession(x, tx, proof, now);
          // Linking adds a way in, so it waits until the person is in as far as they can be.
          if (pendingLink !== undefined && reachesOwnLevel(next.session)) {
            await linkSubject(tx, proof.identityId, pendingLink.type, pendingLink, now);
            const message = `linked their account with ${pendingLink.provider}`;
            await auditOwnChange(tx, proof.identityId, "user.login_method_linked", message);
          }
          return next;
        });
  // A form opened before somebody else signed in must not work for them.
  if (!isSamePerson) x.renewCsrf();
  setSessionCookie(x, token, session.expiresAt);
  return session;
}

async function beginSession(x: Exchange, db: Db, proof: Proof, now: Date) {
  const started = await startSession(
    db,
    {
      identityId: proof.identityId,
      methods: [methodRecord(proof, now)],
      device: x.device,
      expiresAt: new Date(now.getTime() + x.provider.settings.lifespans.session),
      offered: offeredFor(proof),
      tries: proof.tries,
    },
    now,
  );
  if (!("refusal" in started)) return started;
  throw started.refusal === "policy" ? notAllowed() : new FormProblem(problems.identityDisabled);
}

async function continueSession(x: Exchange, tx: Tx, present: SessionRecord, proof: Proof, now: Date) {
  const offered = offeredFor(proof);
  if (offered !== undefined && !(await allowsMethod(tx, proof.identityId, offered))) throw notAllowed();
  if (proof.tries !== undefined) await givingBack(proof.tries).execute(tx);
  return {
    session: await addMethod(tx, present, methodRecord(proof, now), now),
    token: sessionToken(x.request, x.provider.settings.publicUrl) ?? "",
  };
}

/** A second step and a recovery are not a way of signing in that an organisation would choose. */
function offeredFor(proof: Proof): string | undefined {
  const isFirstFactor = proof.aal === "aal1" && proof.method !== "code_recovery";
  return isFirstFactor ? (proof.provider ?? proof.method) : undefined;
}

const notAllowed = () =>
  new FormProblem(
    problems.generic("Your organisation does not allow this way of signing in. Choose another one."),
  );

function methodRecord(proof: Proof, now: Date): AuthenticationMethod {
  return {
    method: proof.method,
    aal: proof.aal,
    completed_at: now.toISOString(),
    ...(proof.provider === undefined ? {} : { provider: proof.provider }),
  };
}
