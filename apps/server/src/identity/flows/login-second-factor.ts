import type { Exchange } from "../exchange.ts";
import { secondFactorBuckets } from "../login-limits.ts";
import { spendLookupCode } from "../methods/lookup.ts";
import { checkTotp } from "../methods/totp.ts";
import { giveBack, takeTries } from "../rate-limits.ts";

export async function checkSecondFactor(
  x: Exchange,
  identityId: string,
  method: "totp" | "lookup_secret",
): Promise<void> {
  const { provider } = x;
  const buckets = secondFactorBuckets(x, identityId);
  await takeTries(provider, buckets);
  await provider.db.transaction().execute(async (tx) => {
    if (method === "totp") await checkTotp(provider, tx, identityId, x.body["totp_code"]);
    else await spendLookupCode(provider, tx, identityId, x.body["lookup_secret"]);
  });
  await giveBack(provider, buckets);
}
