// An administrator gives somebody a code by hand.
import { z } from "zod";
import { isId } from "#platform/ids.ts";
import { ProviderError, badRequest } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { findIdentity } from "../identities.ts";
import { startRecoveryFor } from "../recovery-for.ts";

const bodySchema = z.object({
  identity_id: z.string(),
  expires_in: z.string().optional(),
  return_to: z.string().optional(),
});
const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

export async function createRecoveryCode(x: Exchange) {
  const { link, code, expiresAt } = await startFor(x);
  return x.reply
    .code(201)
    .send({ recovery_link: link, recovery_code: code, expires_at: expiresAt.toISOString() });
}

async function startFor(x: Exchange) {
  const { provider } = x;
  const parsed = bodySchema.safeParse(x.body);
  if (!parsed.success || !isId(parsed.data.identity_id)) throw badRequest("Name the identity by its id.");
  const identity = await findIdentity(provider.db, parsed.data.identity_id);
  if (identity === null) throw new ProviderError(404, "There is no such identity.");
  const lifespan = readDuration(parsed.data.expires_in) ?? provider.settings.lifespans.flow;
  return provider.db.transaction().execute((tx) => startRecoveryFor(provider, tx, identity, lifespan));
}

/** Go's notation: 1h30m, 15m, 90s. */
function readDuration(text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  if (!/^(\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text))
    throw badRequest("expires_in must be a duration such as 1h or 15m.");
  let total = 0;
  for (const [, amount = "0", unit = "s"] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g))
    total += Number(amount) * (units[unit] ?? 0);
  if (total <= 0) throw badRequest("expires_in must be longer than nothing.");
  return Math.min(total, 7 * 24 * 3_600_000);
}
