import { Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { findPype, findStream } from "./queries.ts";
import type { Environment } from "./twins.ts";

export async function pypeOf(ctx: Context, projectId: string, environment: Environment, id: string) {
  const pype = isId(id) ? await findPype(ctx.db, { projectId, environment, id }) : undefined;
  if (!pype) throw new NotFound("channel");
  return pype;
}

export async function streamOf(ctx: Context, pypeId: string, id: string) {
  const stream = isId(id) ? await findStream(ctx.db, pypeId, id) : undefined;
  if (!stream) throw new NotFound("stream");
  return stream;
}

export async function requireCustomer(ctx: Context, projectId: string, customerId: string) {
  const customer = isId(customerId)
    ? await ctx.db
        .selectFrom("customers")
        .select(["id", "name"])
        .where("project_id", "=", projectId)
        .where("id", "=", customerId)
        .executeTakeFirst()
    : undefined;
  if (!customer) throw new NotFound("customer");
  return customer;
}

export function checkedName(field: string, given: string): string {
  const name = given.trim();
  if (!name) throw new Invalid(field, "Give it a name.");
  if (name.length > 120) throw new Invalid(field, "A name has at most 120 characters.");
  return name;
}

/** What every audit entry of this domain says about its object. */
export function entry(
  grants: { accountId: string; projectId: string },
  objectType: "channel" | "stream" | "widget" | "external-agent",
  objectId: string,
  objectName: string,
) {
  return {
    accountId: grants.accountId,
    projectId: grants.projectId,
    product: "pro_studio",
    objectType,
    objectId,
    objectName,
  } as const;
}
