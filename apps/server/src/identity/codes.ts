// One-time codes: six digits, kept as a MAC, used once, gone when a newer one is sent.
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { Flow } from "./flow-store.ts";
import type { Sealer } from "./sealing.ts";

export type CodePurpose = "recovery" | "verification" | "login" | "registration";

interface NewCode {
  readonly flow: Pick<Flow, "id">;
  readonly identityId: string;
  readonly address: string;
  readonly purpose: CodePurpose;
  readonly expiresAt: Date;
}

export async function issueCode(tx: Tx, sealer: Sealer, given: NewCode, now: Date): Promise<string> {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  await tx.deleteFrom("identity_codes").where("flow_id", "=", given.flow.id).execute();
  await tx
    .insertInto("identity_codes")
    .values({
      id: newId(now.getTime()),
      flow_id: given.flow.id,
      identity_id: given.identityId,
      address: given.address,
      purpose: given.purpose,
      code_mac: macOf(sealer, given.flow, code),
      issued_at: now,
      expires_at: given.expiresAt,
    })
    .execute();
  return code;
}

/** In one statement, so that of two equal submissions one wins. */
export async function spendCode(
  tx: Tx,
  sealer: Sealer,
  flow: Pick<Flow, "id">,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<{ identityId: string; address: string } | null> {
  const { rows } = await sql<{ identity_id: string; address: string }>`
    update identity_codes set used_at = ${now}
    where flow_id = ${flow.id} and purpose = ${purpose} and code_mac = ${macOf(sealer, flow, code)}
      and used_at is null and expires_at > ${now}
    returning identity_id, address`.execute(tx);
  const row = rows[0];
  return row === undefined ? null : { identityId: row.identity_id, address: row.address };
}

/** Bound to the flow: the digits are worth nothing in another browser's form. */
function macOf(sealer: Sealer, flow: Pick<Flow, "id">, code: string): Buffer {
  return sealer.mac("one-time code", `${flow.id} ${code}`);
}
