// Somebody came back from another provider: known, to be linked, new, or nobody we let in.
import { sql } from "kysely";
import { auditOwnChange } from "../audit.ts";
import type { Connection } from "../connections.ts";
import { FormProblem, ProviderError, noSession } from "../errors.ts";
import { type Exchange, redirect, withQuery } from "../exchange.ts";
import { type Flow, updateFlow } from "../flow-store.ts";
import { type Identity, findIdentityByAddress } from "../identities.ts";
import { notices, problems } from "../messages.ts";
import type { Upstream } from "../methods/upstream.ts";
import { findIdentityBySubject, linkSubject } from "../methods/upstream-credentials.ts";
import { isPrivileged, requireOwnLevel } from "../session-checks.ts";
import { flowUiUrl } from "./form.ts";
import { completeLogin } from "./login-completion.ts";
import { register } from "./registration.ts";
import { startFlow } from "./requests.ts";
import { countFirstFactors } from "./settings-form.ts";

export async function completeUpstream(x: Exchange, flow: Flow, connection: Connection, upstream: Upstream) {
  if (flow.kind === "settings") return linkToOwn(x, flow, connection, upstream);
  const { db } = x.provider;
  const known = await findIdentityBySubject(db, connection.type, connection.providerId, upstream.subject);
  if (known !== null) return signIn(x, flow, connection, known);
  if (upstream.email === null) {
    throw new FormProblem(problems.generic(`${connection.name} did not say which e-mail address you have.`));
  }
  const owner = await findIdentityByAddress(db, upstream.email);
  if (owner !== null) {
    if (!(await belongsWholly(x, owner.id, connection)))
      return askToLink(x, flow, connection, upstream, owner);
    await link(x, connection, upstream, owner.id);
    return signIn(x, flow, connection, owner.id);
  }
  return signIn(x, flow, connection, await admit(x, connection, upstream, upstream.email));
}

function signIn(x: Exchange, flow: Flow, connection: Connection, identityId: string) {
  return completeLogin(x, flow, {
    identityId,
    method: connection.type,
    aal: "aal1",
    provider: connection.providerId,
  });
}

/**
 * An invited person who has no way in yet, and whose organisations all lie under the connection's: then
 * that organisation decides who they are (decision 016). Anybody else confirms with what they have.
 */
export async function belongsWholly(
  x: Exchange,
  identityId: string,
  connection: Connection,
): Promise<boolean> {
  if ((await countFirstFactors(x, identityId)) > 0) return false;
  const { rows } = await sql<{ is_inside: boolean | null }>`
    select bool_and(${connection.accountId} = any(a.path)) as is_inside
    from account_users m join accounts a on a.id = m.account_id where m.user_id = ${identityId}`.execute(
    x.provider.db,
  );
  return rows[0]?.is_inside === true;
}

async function askToLink(
  x: Exchange,
  flow: Flow,
  connection: Connection,
  upstream: Upstream,
  owner: Identity,
) {
  const { email } = owner.traits;
  const next = await startFlow(x, {
    kind: "login",
    returnTo: flow.returnTo,
    requestUrl: flow.requestUrl,
    messages: [{ text: notices.linkExisting(email, connection.name) }],
    context: {
      identifier: email,
      pendingLink: {
        type: connection.type,
        provider: connection.providerId,
        subject: upstream.subject,
        identityId: owner.id,
      },
    },
  });
  return redirect(x, withQuery(flowUiUrl(x, "login", next.id), { no_org_ui: "true" }));
}

/** Somebody new: let in where signing up is open, as a member of the organisation that vouches for them. */
async function admit(
  x: Exchange,
  connection: Connection,
  upstream: Upstream,
  email: string,
): Promise<string> {
  if (!x.provider.settings.isRegistrationOpen) {
    throw new FormProblem(
      problems.generic(`${email} has no account yet. Ask an administrator for an invitation.`),
    );
  }
  const name = {
    ...(upstream.firstName === undefined ? {} : { first: upstream.firstName }),
    ...(upstream.lastName === undefined ? {} : { last: upstream.lastName }),
  };
  const id = await register(x, { email, name }, null);
  await sql`insert into account_users (account_id, user_id) values (${connection.accountId}, ${id}) on conflict do nothing`.execute(
    x.provider.db,
  );
  await link(x, connection, upstream, id);
  return id;
}

async function linkToOwn(x: Exchange, flow: Flow, connection: Connection, upstream: Upstream) {
  const session = await x.session();
  if (session === null) throw noSession();
  if (session.identityId !== flow.identityId) {
    throw new ProviderError(403, "The form belongs to another account. Open it again.", {
      id: "security_identity_mismatch",
    });
  }
  requireOwnLevel(x, session, flowUiUrl(x, "settings", flow.id));
  if (!isPrivileged(x, session))
    throw new FormProblem(problems.generic("This took too long. Sign in again and link once more."));
  const owner = await findIdentityBySubject(
    x.provider.db,
    connection.type,
    connection.providerId,
    upstream.subject,
  );
  if (owner !== null && owner !== session.identityId)
    throw new FormProblem(problems.linkTaken(connection.name));
  await link(x, connection, upstream, session.identityId);
  const next = await updateFlow(x.provider, flow, {
    state: "success",
    messages: [{ text: notices.settingsSaved }],
  });
  return redirect(x, flow.returnTo ?? flowUiUrl(x, "settings", next.id));
}

function link(x: Exchange, connection: Connection, { subject }: Upstream, identityId: string): Promise<void> {
  const { db, now } = x.provider;
  return db.transaction().execute(async (tx) => {
    await linkSubject(tx, identityId, connection.type, { provider: connection.providerId, subject }, now());
    await auditOwnChange(
      tx,
      identityId,
      "user.login_method_linked",
      `linked their account with ${connection.name}`,
    );
  });
}
