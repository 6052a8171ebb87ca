import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";

export interface NewProject {
  readonly accountId: string;
  readonly name: string;
  readonly description?: string;
  /** IANA name. */
  readonly timeZone?: string;
  readonly products: readonly string[];
}

/** A project with a Sandbox and a Live environment and its Pro Studio setting. */
export async function insertProject(tx: Tx, project: NewProject): Promise<string> {
  const id = newId();
  const zone = project.timeZone
    ? await tx
        .selectFrom("time_zones")
        .select("id")
        .where("identifier", "=", project.timeZone)
        .executeTakeFirst()
    : undefined;
  await tx
    .insertInto("projects")
    .values({
      id,
      account_id: project.accountId,
      name: project.name,
      description: project.description ?? "",
      time_zone_id: zone?.id ?? null,
    })
    .execute();
  const products = project.products.length
    ? await tx
        .selectFrom("products")
        .select("id")
        .where("name", "in", [...project.products])
        .execute()
    : [];
  for (const product of products) {
    await tx
      .insertInto("project_product_settings")
      .values({ project_id: id, product_id: product.id })
      .execute();
  }
  for (const environment of await tx.selectFrom("environments").select("id").execute()) {
    await tx
      .insertInto("project_environment_configs")
      .values({ id: newId(), project_id: id, environment_id: environment.id })
      .execute();
  }
  await tx.insertInto("project_pro_studio_settings").values({ id: newId(), project_id: id }).execute();
  return id;
}
