import { resourceData } from "@parley/bot-data";
import { z } from "zod";
import { requireAccess, requireUser } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { botsOfCustomer, refuseWhileUsed } from "#domains/bots";
import { listPackages } from "#domains/packages";
import type { CustomerInput, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { findCustomer, listCustomers, listEnvironments } from "./queries.ts";

const resources = z.array(resourceData).max(200);

export const resolvers: Resolvers = {
  Query: {
    async gesGetCustomers(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "customer.read", { projectId });
      return { data: await listCustomers(ctx.db, projectId) };
    },
    async getListEnvs(_, { projectId }, ctx) {
      await requireAccess(ctx.viewer, "customer.read", { projectId });
      return { data: await listEnvironments(ctx.db, projectId) };
    },
    async getCustomerData(_, { customerId, projectId }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "customer.read", { projectId });
      const usable = await listPackages(ctx.db, requireUser(ctx.viewer), { accountId });
      const { resources: known, ...customer } = await customerOf(ctx, projectId, customerId);
      return {
        customer: { data: customer },
        bots: { data: await botsOfCustomer(ctx.db, projectId, customerId) },
        packages: { data: usable.map(({ id, pkgName, displayName }) => ({ id, pkgName, displayName })) },
        resources: { data: known },
      };
    },
  },
  Mutation: {
    async createCustomer(_, { projectId, customerInput }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "customer.edit", { projectId });
      const values = checked(customerInput, { isNew: true });
      const id = await change(ctx, async (tx) => {
        const id = newId();
        await refuseTakenName(ctx, projectId, values.name, undefined);
        await tx
          .insertInto("customers")
          .values({
            ...values,
            id,
            project_id: projectId,
            name: values.name ?? "",
            updated_by: ctx.viewer.userId ?? null,
          })
          .execute();
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: "customer.created",
          objectType: "customer",
          objectId: id,
          objectName: values.name,
          message: `created the customer ${values.name}`,
          after: values,
        });
        return id;
      });
      return { data: await customerOf(ctx, projectId, id) };
    },
    async updateCustomer(_, { projectId, customerId, customerInput }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "customer.edit", { projectId });
      const before = await customerOf(ctx, projectId, customerId);
      const values = checked(customerInput, { isNew: false });
      await change(ctx, async (tx) => {
        if (values.name) await refuseTakenName(ctx, projectId, values.name, customerId);
        await refuseStaleRow(tx, "customers", customerId, customerInput.version, values);
        await tx
          .updateTable("customers")
          .set((eb) => ({
            ...values,
            version: eb("version", "+", 1),
            updated_at: new Date(),
            updated_by: ctx.viewer.userId ?? null,
          }))
          .where("id", "=", customerId)
          .execute();
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: "customer.updated",
          objectType: "customer",
          objectId: customerId,
          objectName: before.name,
          message: `changed the customer ${before.name}`,
          before: { ...before },
          after: values,
        });
      });
      return { data: await customerOf(ctx, projectId, customerId) };
    },
    async deleteCustomer(_, { projectId, customerId }, ctx) {
      const { accountId } = await requireAccess(ctx.viewer, "customer.edit", { projectId });
      const customer = await customerOf(ctx, projectId, customerId);
      await change(ctx, async (tx) => {
        for (const bot of await botsOfCustomer(tx, projectId, customerId))
          await refuseWhileUsed(tx, bot.id, bot.botName);
        await tx.deleteFrom("customers").where("id", "=", customerId).execute();
        await recordAudit(tx, ctx, {
          accountId,
          projectId,
          product: "pro_studio",
          action: "customer.deleted",
          objectType: "customer",
          objectId: customerId,
          objectName: customer.name,
          message: `deleted the customer ${customer.name} with ${customer.botCount} bots`,
          before: { ...customer },
        });
      });
      return customerId;
    },
  },
};

async function customerOf(ctx: Context, projectId: string, id: string) {
  const customer = isId(id) ? await findCustomer(ctx.db, projectId, id) : undefined;
  if (!customer) throw new NotFound("customer");
  return customer;
}

function checked(input: CustomerInput, { isNew }: { isNew: boolean }) {
  const name = input.name?.trim();
  if (isNew || name !== undefined) {
    if (!name) throw new Invalid("name", "Give the customer a name.");
    if (name.length > 120) throw new Invalid("name", "A name has at most 120 characters.");
  }
  const known = input.resources == null ? undefined : resources.safeParse(input.resources);
  if (known && !known.success)
    throw new Invalid("resources", "Resources are a list of {name, value, description}.");
  refuseBadNames(known?.data ?? []);
  return {
    ...(name !== undefined && { name }),
    ...(input.avatar !== undefined && { avatar: input.avatar }),
    ...(input.botLanguage && { bot_language: input.botLanguage }),
    ...(input.description != null && { description: input.description }),
    ...(input.isExternal != null && { is_external: input.isExternal }),
    ...(known?.data && { resources: JSON.stringify(known.data) }),
  };
}

async function refuseTakenName(
  ctx: Context,
  projectId: string,
  name: string | undefined,
  exceptId: string | undefined,
) {
  const taken = (await listCustomers(ctx.db, projectId)).find(
    (customer) => customer.name.toLowerCase() === name?.toLowerCase() && customer.id !== exceptId,
  );
  if (taken) throw new Invalid("name", `This project already has a customer called ${taken.name}.`);
}

/** Bots read {{resources.name}}. */
function refuseBadNames(given: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of given) {
    if (!/^[A-Za-z_]\w{0,63}$/.test(name))
      throw new Invalid("resources", `“${name}”: the name of a resource is letters, digits and underscores.`);
    if (seen.has(name)) throw new Invalid("resources", `Two resources are called ${name}.`);
    seen.add(name);
  }
}
