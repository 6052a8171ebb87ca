import type { UrlValidation } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import type { Context } from "../context.ts";
import { parseDomain } from "./domain-url.ts";
import { describeIntersection, intersectingDomains } from "./intersections.ts";

export async function validateUrl(
  ctx: Pick<Context, "viewer" | "config"> & { readonly db: Db },
  url: string,
  own: { configId?: string | undefined; accountId?: string | undefined },
): Promise<UrlValidation> {
  const parsed = parseDomain(url, ctx.config);
  if ("problem" in parsed) {
    return { url, isValid: false, validationResult: parsed.problem, normalUrl: null, intersections: [] };
  }
  const { parts } = parsed;
  const others = await intersectingDomains(ctx.db, parts, own);
  const intersections = await Promise.all(
    others.map((other) => describeIntersection(ctx.viewer, parts, other)),
  );
  const conflict = intersections.find((intersection) => intersection.isConflict);
  return {
    url,
    isValid: conflict === undefined,
    validationResult: conflict?.message ?? "This address can be used.",
    normalUrl: parts.url,
    intersections,
  };
}
