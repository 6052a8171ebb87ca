// Who the page says its visitor is, proved with the channel's secret: a JWT (HS256), or an id with its HMAC.
import type { JsonObject } from "@parley/flow";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

export const identityProof = z.union([
  z.string().max(4_000),
  z.strictObject({ id: z.string().min(1).max(200), hmac: z.string().max(128) }),
]);
export type IdentityProof = z.infer<typeof identityProof>;

const claims = z.object({
  sub: z.string().min(1).max(200),
  name: z.string().max(200).optional(),
  email: z.string().max(200).optional(),
  exp: z.number(),
});
const header = z.object({ alg: z.literal("HS256") });
const leewaySeconds = 60;
const longestLifeSeconds = 24 * 3600;

/** Undefined when the proof does not hold. */
export function provenIdentity(
  proof: IdentityProof,
  secret: string,
  now = Date.now(),
): JsonObject | undefined {
  if (typeof proof !== "string") {
    const expected = createHmac("sha256", secret).update(proof.id).digest("hex");
    return isSame(proof.hmac.toLowerCase(), expected) ? { id: proof.id } : undefined;
  }
  const [head, body, signature, ...rest] = proof.split(".");
  if (!head || !body || !signature || rest.length > 0) return undefined;
  // The algorithm is ours to choose: a token that names another one is not looked at.
  if (!header.safeParse(decoded(head)).success) return undefined;
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url");
  if (!isSame(signature, expected)) return undefined;
  const parsed = claims.safeParse(decoded(body));
  const seconds = now / 1_000;
  if (!parsed.success || parsed.data.exp < seconds - leewaySeconds) return undefined;
  if (parsed.data.exp > seconds + longestLifeSeconds) return undefined;
  const { sub, name, email } = parsed.data;
  return { id: sub, ...(name && { name }), ...(email && { email }) };
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function visitorSecretBinding(projectId: string, pypeId: string) {
  return { tenantId: projectId, column: "pypes.visitor_secret_encrypted", rowId: pypeId } as const;
}
