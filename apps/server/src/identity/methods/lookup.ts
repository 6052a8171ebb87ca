// Backup codes: twelve, each works once. Sealed rather than hashed, because people may look at them again.
import { randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "#platform/database.ts";
import type { Provider } from "../context.ts";
import { deleteCredential, findCredential, putCredential, readConfig } from "../credentials.ts";
import { FormProblem } from "../errors.ts";
import { labels, lookupCodeList, problems } from "../messages.ts";
import { type UiNode, input, submit, text } from "../nodes.ts";

const configSchema = z.object({ sealed_codes: z.string() });
const codesSchema = z.array(z.object({ code: z.string(), usedAt: z.string().nullable() }));
export type LookupCode = z.infer<typeof codesSchema>[number];

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const count = 12;
const length = 8;

export function lookupLoginNodes(): UiNode[] {
  return [
    input("lookup_secret", "lookup_secret", { required: true, label: labels.lookupCode }),
    submit("lookup_secret", "method", "lookup_secret", labels.useLookup),
  ];
}

interface LookupState {
  readonly stored: readonly LookupCode[] | null;
  readonly pending: readonly string[] | undefined;
  readonly isRevealed: boolean;
}

export function lookupSettingsNodes({ stored, pending, isRevealed }: LookupState): UiNode[] {
  const action = (name: string, label: typeof labels.revealLookup) =>
    submit("lookup_secret", `lookup_secret_${name}`, "true", label);
  const list = (codes: readonly LookupCode[]) =>
    text("lookup_secret", "lookup_secret_codes", lookupCodeList(codes), labels.lookupCodesLabel);
  if (pending !== undefined) {
    return [list(pending.map((code) => ({ code, usedAt: null }))), action("confirm", labels.confirmLookup)];
  }
  if (stored === null) return [action("regenerate", labels.regenerateLookup)];
  if (!isRevealed) return [action("reveal", labels.revealLookup), action("disable", labels.disableLookup)];
  return [
    list(stored),
    action("disable", labels.disableLookup),
    action("regenerate", labels.regenerateLookup),
  ];
}

export function newLookupCodes(): string[] {
  const character = () => alphabet[randomInt(alphabet.length)] ?? "";
  return Array.from({ length: count }, () => Array.from({ length }, character).join(""));
}

export async function readLookupCodes(
  provider: Provider,
  db: Db,
  identityId: string,
): Promise<LookupCode[] | null> {
  const config = readConfig(configSchema, await findCredential(db, identityId, "lookup_secret"));
  return config === null
    ? null
    : codesSchema.parse(provider.sealer.open(purpose(identityId), config.sealed_codes));
}

export async function saveLookupCodes(
  provider: Provider,
  tx: Tx,
  identityId: string,
  codes: readonly LookupCode[],
): Promise<void> {
  const config = { sealed_codes: provider.sealer.seal(purpose(identityId), codes) };
  await putCredential(tx, identityId, "lookup_secret", config, [identityId], provider.now());
}

export async function removeLookupCodes(tx: Tx, identityId: string): Promise<boolean> {
  return deleteCredential(tx, identityId, "lookup_secret");
}

/** Takes the row's lock first: of two equal submissions the second sees the code used. */
export async function spendLookupCode(
  provider: Provider,
  tx: Tx,
  identityId: string,
  given: unknown,
): Promise<void> {
  await sql`select 1 from identity_credentials where identity_id = ${identityId} and type = 'lookup_secret' for update`.execute(
    tx,
  );
  const codes = await readLookupCodes(provider, tx, identityId);
  if (codes === null) throw new FormProblem(problems.noLookup);
  const typed = typeof given === "string" ? given.toLowerCase().replaceAll(/[\s-]/g, "") : "";
  const match = codes.find((entry) => isSame(entry.code, typed));
  if (match === undefined) throw new FormProblem(problems.lookupWrong);
  if (match.usedAt !== null) throw new FormProblem(problems.lookupUsed);
  const usedAt = provider.now().toISOString();
  const next = codes.map((entry) => (entry === match ? { ...entry, usedAt } : entry));
  await saveLookupCodes(provider, tx, identityId, next);
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const purpose = (identityId: string) => `lookup codes ${identityId}`;
