// A try at a password: the form it belongs to, a try taken from the limits and the stored hash are asked for in one
// statement, because signing in is what everybody does at nine in the morning.
import { sql } from "kysely";
import { z } from "zod";
import { statement } from "#platform/statement.ts";
import { csrfHash } from "../csrf.ts";
import { FormProblem } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { type Flow, type FlowRow, readFlow } from "../flow-store.ts";
import { loginBuckets, rememberDevice } from "../login-limits.ts";
import { problems } from "../messages.ts";
import { type Tries, outOfTries, takingTries, triesFrom } from "../rate-limits.ts";
import { pretendToVerify, verifyPassword } from "./argon2.ts";

export interface EnteredPassword {
  readonly identifier: string;
  readonly password: string;
}

export interface PasswordTry extends EnteredPassword {
  readonly tries: Tries;
  readonly hasTriesLeft: boolean;
  readonly identityId: string | null;
  readonly config: unknown;
}

const configSchema = z.object({ hashed_password: z.string() });

/** What was typed in, or what is wrong with it. */
export function enteredPassword(x: Exchange): EnteredPassword | FormProblem {
  const { identifier = x.body["password_identifier"], password } = x.body;
  const longest = 4 * x.provider.settings.password.maxLength;
  if (!isFilled(identifier)) return new FormProblem(problems.required("identifier"), "identifier");
  if (!isFilled(password)) return new FormProblem(problems.required("password"), "password");
  if (identifier.length > longest || password.length > longest)
    return new FormProblem(problems.invalidCredentials);
  return { identifier: identifier.toLowerCase(), password };
}

interface TryRow extends FlowRow {
  taken: number;
  credential_identity_id: string | null;
  credential_config: unknown;
}

type TryValues = Tries & {
  readonly flowId: string;
  readonly csrfHash: Buffer;
  readonly now: Date;
  readonly isSignedIn: boolean;
  readonly identifier: string;
};

const takeTry = statement((given: TryValues) => {
  const canBeSent = sql`exists (select 1 from flow where csrf_hash = ${given.csrfHash}
    and expires_at > ${given.now} and requested_aal = 'aal1' and (refresh or not ${given.isSignedIn}::boolean))`;
  return sql<TryRow>`
    with flow as (select * from identity_flows where id = ${given.flowId} and kind = 'login'),
      taken as (${takingTries(given, canBeSent)})
    select flow.*, (select count(*) from taken) as taken,
      c.identity_id as credential_identity_id, c.config as credential_config
    from flow left join (identity_credential_identifiers k join identity_credentials c on c.id = k.credential_id)
      on k.type = 'password' and k.identifier = ${given.identifier}`;
});

/**
 * Nothing is taken from the limits unless the form is this browser's and can be sent now. The person's own row is
 * left for later: a known address must not cost more than an unknown one.
 */
export async function tryPassword(
  x: Exchange,
  entered: EnteredPassword,
  flowId: string,
  isSignedIn: boolean,
): Promise<{ readonly flow: Flow; readonly attempt: PasswordTry } | null> {
  const { db, sealer, now } = x.provider;
  const { identifier } = entered;
  const tries = triesFrom(sealer, loginBuckets(x, identifier));
  const form = { flowId, csrfHash: csrfHash(x.csrfSecret()), now: now(), isSignedIn };
  const [row] = await takeTry(db, { ...tries, ...form, identifier });
  if (row === undefined) return null;
  const attempt = {
    ...entered,
    tries,
    hasTriesLeft: row.taken === tries.keys.length,
    identityId: row.credential_identity_id,
    config: row.credential_config,
  };
  return { flow: readFlow(sealer, row), attempt };
}

/** The id of the identity that this address and password belong to. The try is still to be given back. */
export async function checkPassword(x: Exchange, attempt: PasswordTry): Promise<string> {
  if (!attempt.hasTriesLeft) throw await outOfTries(x.provider.db, attempt.tries);
  const isRight = await isRightPassword(attempt.config, attempt.password);
  if (!isRight || attempt.identityId === null) throw new FormProblem(problems.invalidCredentials);
  rememberDevice(x, attempt.identifier);
  return attempt.identityId;
}

/** `config` is that of the stored credential; without one the check takes as long. */
export async function isRightPassword(config: unknown, password: string): Promise<boolean> {
  const parsed = configSchema.safeParse(config);
  if (parsed.success) return verifyPassword(password, parsed.data.hashed_password);
  await pretendToVerify(password);
  return false;
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
