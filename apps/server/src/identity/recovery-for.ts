// A recovery that somebody else starts for a person: the flow belongs to no browser yet, so it has no CSRF secret.
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { issueCode } from "./codes.ts";
import type { Provider } from "./context.ts";
import { ProviderError } from "./errors.ts";
import { withQuery } from "./exchange.ts";
import { insertFlow } from "./flow-store.ts";
import { findIdentity, type Identity } from "./identities.ts";
import { allowsMethod } from "./login-policy.ts";
import { notices } from "./messages.ts";
import { takeTries } from "./rate-limits.ts";

export interface StartedRecovery {
  readonly link: string;
  readonly code: string;
  readonly expiresAt: Date;
}

export async function startRecoveryFor(
  provider: Provider,
  tx: Tx,
  identity: Identity,
  lifespanMs: number,
): Promise<StartedRecovery> {
  const now = provider.now();
  const expiresAt = new Date(now.getTime() + lifespanMs);
  const flow = await insertFlow(
    { db: tx, sealer: provider.sealer },
    {
      kind: "recovery",
      state: "sent_email",
      requestUrl: `${provider.settings.publicUrl}/self-service/recovery`,
      returnTo: null,
      csrfHash: null,
      messages: [{ text: notices.recoveryCodeSent }],
    },
    now,
    lifespanMs,
  );
  const { email } = identity.traits;
  const given = { flow, identityId: identity.id, address: email, purpose: "recovery", expiresAt } as const;
  const code = await issueCode(tx, provider.sealer, given, now);
  return { code, expiresAt, link: withQuery(provider.settings.uiUrls.recovery, { flow: flow.id }) };
}

/** To be sent by mail. Null where a person could not ask for it on the sign-in page either. */
export async function mailedRecovery(
  provider: Provider,
  identityId: string,
): Promise<StartedRecovery | null> {
  const identity = await findIdentity(provider.db, identityId);
  if (identity === null || !(await mayRecover(provider, identity))) return null;
  const { lifespans, limits } = provider.settings;
  const bucket = { name: `mail to ${identity.traits.email.toLowerCase()}`, limit: limits.mailPerRecipient };
  try {
    await takeTries(provider, [bucket]);
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
  return provider.db.transaction().execute(async (tx) => {
    if (!(await noteRecoveryUnderWay(tx, identityId))) return null;
    return startRecoveryFor(provider, tx, identity, lifespans.code);
  });
}

/** Recovery signs in by mail: where neither password nor code is allowed, it would be a way around. */
export async function mayRecover({ db }: Provider, identity: Identity): Promise<boolean> {
  if (identity.state !== "active") return false;
  return (await allowsMethod(db, identity.id, "password")) || (await allowsMethod(db, identity.id, "code"));
}

/** False when an administrator has blocked it. */
export async function noteRecoveryUnderWay(tx: Tx, identityId: string): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select password_recovery_status = 'BLOCKED' as "isBlocked" from users where id = ${identityId} for update`.execute(
    tx,
  );
  if (rows[0]?.isBlocked === true) return false;
  await sql`update users set password_recovery_status = 'IN_PROGRESS' where id = ${identityId}`.execute(tx);
  return true;
}
