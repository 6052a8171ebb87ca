// Creating and changing projects: what is checked, and what one transaction writes.
import { sql } from "kysely";
import {
  checkDescription,
  environmentConfigsOf,
  replaceDomains,
  updateConfigRow,
} from "#domains/environments";
import type { NewProjectEnvironmentConfig } from "#generated/resolvers.ts";
import type { Db, Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";

export function checkedName(name: string): string {
  const clean = name.trim();
  if (clean === "") throw new Invalid("name", "Give the project a name.");
  if (clean.length > 120) throw new Invalid("name", "A name has at most 120 characters.");
  // oxlint-disable-next-line no-control-regex -- invisible characters are what this is about
  if (/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(clean)) {
    throw new Invalid("name", "A name has no line breaks or invisible characters.");
  }
  return clean;
}

export async function refuseTakenName(
  db: Db,
  accountId: string,
  name: string,
  exceptId?: string,
): Promise<void> {
  const { rows } =
    await sql`select 1 from projects where account_id = ${accountId} and lower(name) = lower(${name})
    and id is distinct from ${exceptId ?? null}::uuid`.execute(db);
  if (rows.length > 0) throw new Invalid("name", "The organisation already has a project of this name.");
}

/** The products by id; only those a project can switch on. */
export async function checkedProducts(
  db: Db,
  productIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const wanted = [...new Set(productIds)];
  const ids = wanted.filter(isId);
  const found = ids.length
    ? await db
        .selectFrom("products")
        .select(["id", "display_name as name"])
        .where("id", "in", ids)
        .where("is_tool", "=", true)
        .execute()
    : [];
  const missing = wanted.findIndex((id) => !found.some((product) => product.id === id));
  if (missing >= 0) throw new Invalid(`productIds.${missing}`, "There is no such product to switch on.");
  if (found.length === 0) throw new Invalid("productIds", "Choose at least one product.");
  return found;
}

export async function checkTimeZone(db: Db, timeZoneId: string): Promise<void> {
  const zone = isId(timeZoneId)
    ? await db.selectFrom("time_zones").select("id").where("id", "=", timeZoneId).executeTakeFirst()
    : undefined;
  if (!zone) throw new Invalid("timeZoneId", "There is no such time zone.");
}

/** An icon is a picture that was uploaded for the same account. */
export async function checkIcon(db: Db, accountId: string, fileId: string): Promise<void> {
  const file = isId(fileId)
    ? await db
        .selectFrom("files")
        .select("mime_type as mimeType")
        .where("id", "=", fileId)
        .where("account_id", "=", accountId)
        .executeTakeFirst()
    : undefined;
  if (!file?.mimeType.startsWith("image/")) throw new Invalid("projectIconId", "There is no such picture.");
}

export async function replaceProducts(
  tx: Tx,
  projectId: string,
  productIds: readonly string[],
): Promise<void> {
  const kept = [...productIds];
  // Roles of a product that is switched off would come back unseen with it: they go too.
  for (const table of ["user_project_roles", "team_project_roles"] as const) {
    await sql`delete from ${sql.id(table)} g using roles r, products p
      where g.project_id = ${projectId} and r.id = g.role_id and p.id = r.product_id
        and p.is_tool and not (p.id = any(${kept}::uuid[]))`.execute(tx);
  }
  await sql`delete from project_product_settings
    where project_id = ${projectId} and not (product_id = any(${kept}::uuid[]))`.execute(tx);
  await sql`insert into project_product_settings (project_id, product_id)
    select ${projectId}::uuid, unnest(${kept}::uuid[]) on conflict do nothing`.execute(tx);
}

export async function configureEnvironments(
  tx: Tx,
  ctx: Context,
  project: { id: string; accountId: string },
  configs: readonly NewProjectEnvironmentConfig[],
): Promise<void> {
  const rows = (await environmentConfigsOf(tx, [project.id]))[0] ?? [];
  for (const [index, config] of configs.entries()) {
    const field = `projectEnvironmentConfigs.${index}`;
    const row = rows.find((it) => it.environmentId === config.environmentId);
    if (!row) throw new Invalid(`${field}.environmentId`, "There is no such environment.");
    await updateConfigRow(tx, row.id, {
      description: checkDescription(config.description ?? "", `${field}.description`),
      status: config.status ?? undefined,
      updatedBy: ctx.viewer.userId,
    });
    const place = { id: row.id, accountId: project.accountId };
    await replaceDomains(tx, ctx, place, config.domains ?? [], `${field}.domains`);
  }
}
