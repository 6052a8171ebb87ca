import { sql } from "kysely";
import type { DomainInput, EnvironmentStatusEnum } from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { type DomainParts, parseDomain } from "./domain-url.ts";
import { validateUrl } from "./validate.ts";

const mostDomains = 200;
const longestDescription = 2_000;

export function checkDescription(description: string, field = "description"): string {
  if (description.length > longestDescription) {
    throw new Invalid(field, `A description has at most ${longestDescription} characters.`);
  }
  return description;
}

/** Replaces the domains of an environment. Takes turns with every other save, so that two cannot take the same address. */
export async function replaceDomains(
  tx: Tx,
  ctx: Pick<Context, "viewer" | "config">,
  environment: { id: string; accountId: string },
  domains: readonly DomainInput[],
  field = "domains",
): Promise<string[]> {
  if (domains.length > mostDomains)
    throw new Invalid(field, `An environment has at most ${mostDomains} domains.`);
  await sql`select pg_advisory_xact_lock(hashtextextended('domains', 0))`.execute(tx);
  await tx.deleteFrom("domains").where("project_environment_config_id", "=", environment.id).execute();
  const seen = new Set<string>();
  for (const [index, domain] of domains.entries()) {
    const parts = await acceptedDomain(tx, ctx, environment, domain.url, `${field}.${index}.url`);
    if (seen.has(parts.url)) throw new Invalid(`${field}.${index}.url`, "This address is listed twice.");
    seen.add(parts.url);
    await insertDomain(tx, environment.id, parts);
  }
  return [...seen];
}

async function acceptedDomain(
  tx: Tx,
  ctx: Pick<Context, "viewer" | "config">,
  environment: { id: string; accountId: string },
  url: string,
  field: string,
): Promise<DomainParts> {
  const parsed = parseDomain(url, ctx.config);
  if ("problem" in parsed) throw new Invalid(field, parsed.problem);
  const { isValid, validationResult } = await validateUrl(
    // Read inside the transaction: what another save wrote while this one waited counts.
    { db: tx, viewer: ctx.viewer, config: ctx.config },
    url,
    { configId: environment.id, accountId: environment.accountId },
  );
  if (!isValid) throw new Invalid(field, validationResult);
  return parsed.parts;
}

export async function insertDomain(tx: Tx, configId: string, parts: DomainParts): Promise<void> {
  await tx
    .insertInto("domains")
    .values({
      id: newId(),
      project_environment_config_id: configId,
      url: parts.url,
      type: parts.type,
      scheme: parts.scheme,
      host: parts.host,
      port: parts.port,
      path_prefix: parts.pathPrefix,
    })
    .execute();
}

export async function updateConfigRow(
  tx: Tx,
  id: string,
  changes: {
    description?: string | undefined;
    status?: EnvironmentStatusEnum | undefined;
    updatedBy: string | undefined;
  },
): Promise<void> {
  await tx
    .updateTable("project_environment_configs")
    .set({
      ...(changes.description !== undefined && { description: changes.description }),
      ...(changes.status !== undefined && { status: changes.status }),
      version: sql<number>`version + 1`,
      updated_at: new Date(),
      updated_by: changes.updatedBy ?? null,
    })
    .where("id", "=", id)
    .execute();
}
