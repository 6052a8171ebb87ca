// What the rest of the server may do to identities, in its own transactions.
import { sql } from "kysely";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import type { Db, Tx } from "#platform/database.ts";
import type { Provider } from "./context.ts";
import { FormProblem } from "./errors.ts";
import { findIdentity, insertIdentity, isDuplicate } from "./identities.ts";
import { hashPassword } from "./methods/argon2.ts";
import { checkPasswordPolicy } from "./methods/password-policy.ts";
import { setPasswordCredential } from "./methods/password.ts";
import { revokeSessions } from "./sessions.ts";
import { parseTraits } from "./traits.ts";

export interface IdentityDetails {
  /** Chosen by the caller when the user is made first: both share it. */
  readonly id?: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly password?: string;
  readonly isAddressVerified?: boolean;
}

/** Makes the identity, or completes the one that has this id. */
export async function putIdentity(provider: Provider, tx: Db, details: IdentityDetails): Promise<string> {
  const name = { first: details.firstName, last: details.lastName };
  const traits = readable("email", () => parseTraits({ email: details.email, name }));
  const hashed =
    details.password === undefined ? null : await hashedPassword(provider, details.password, traits.email);
  try {
    const present = details.id === undefined ? null : await findIdentity(tx, details.id);
    const id = present?.id ?? (await insertIdentity(tx, { ...details, traits }, provider.now()));
    if (hashed !== null) await setPasswordCredential(tx, id, traits.email, hashed, provider.now());
    return id;
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict(`${traits.email} already has an account.`);
    throw error;
  }
}

/** Ends every session: whoever set the password decides who is in. */
export async function setPasswordOf(
  provider: Provider,
  tx: Tx,
  identityId: string,
  password: string,
): Promise<void> {
  const identity = await findIdentity(tx, identityId);
  if (identity === null) throw new NotFound("person");
  const hashed = await hashedPassword(provider, password, identity.traits.email);
  await setPasswordCredential(tx, identityId, identity.traits.email, hashed, provider.now());
  await revokeSessions(tx, { identityId }, provider.now());
}

export async function setIdentityState(
  provider: Provider,
  tx: Tx,
  identityId: string,
  state: "active" | "inactive",
): Promise<void> {
  await sql`update identities set state = ${state}, state_changed_at = ${provider.now()}, updated_at = ${provider.now()}
    where id = ${identityId} and state <> ${state}`.execute(tx);
  if (state === "inactive") await revokeSessions(tx, { identityId }, provider.now());
}

export async function deleteIdentity(provider: Provider, tx: Tx, identityId: string): Promise<boolean> {
  await revokeSessions(tx, { identityId }, provider.now());
  const { rows } = await sql<{
    id: string;
  }>`delete from identities where id = ${identityId} returning id`.execute(tx);
  return rows.length > 0;
}

function hashedPassword(provider: Provider, password: string, email: string): Promise<string> {
  readable("password", () => checkPasswordPolicy(provider.settings.password, password, [email]));
  return hashPassword(password);
}

/** Form problems are for flows; callers in the server get the product's own errors. */
function readable<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormProblem) throw new Invalid(field, error.message);
    throw error;
  }
}
