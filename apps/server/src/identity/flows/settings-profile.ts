// Name and address. The product's user row follows in the same transaction.
import { sql } from "kysely";
import { putCredential, findCredential } from "../credentials.ts";
import { FormProblem } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { isDuplicate, putAddress, updateTraits } from "../identities.ts";
import { problems } from "../messages.ts";
import type { SessionRecord } from "../sessions.ts";
import { isRecord, parseTraits } from "../traits.ts";
import type { SettingsOutcome } from "./settings-changes.ts";

type Body = Readonly<Record<string, unknown>>;

/** The address is how one signs in and gets back in. */
export function isProtectedProfileChange(session: SessionRecord, body: Body): boolean {
  const email = isRecord(body["traits"]) ? body["traits"]["email"] : undefined;
  return typeof email === "string" && email.toLowerCase() !== session.identity.traits.email;
}

export async function changeProfile(
  x: Exchange,
  flow: Flow,
  session: SessionRecord,
  body: Body,
): Promise<SettingsOutcome> {
  const { provider } = x;
  const traits = parseTraits(body["traits"]);
  const { identityId } = session;
  const isNewAddress = traits.email !== session.identity.traits.email;
  const now = provider.now();
  try {
    await provider.db.transaction().execute(async (tx) => {
      await updateTraits(tx, identityId, traits, now);
      await sql`update users set first_name = coalesce(${traits.name?.first ?? null}, first_name),
          last_name = coalesce(${traits.name?.last ?? null}, last_name), user_name = ${traits.email},
          version = version + 1, updated_at = ${now}, updated_by = ${identityId}
        where id = ${identityId}`.execute(tx);
      if (!isNewAddress) return;
      await putAddress(tx, identityId, traits.email, false, now);
      const password = await findCredential(tx, identityId, "password");
      if (password !== null && isRecord(password.config)) {
        await putCredential(tx, identityId, "password", password.config, [traits.email], now);
      }
    });
  } catch (error) {
    if (isDuplicate(error)) throw new FormProblem(problems.duplicateIdentifier, "traits.email");
    throw error;
  }
  return { kind: "saved", context: flow.context };
}
