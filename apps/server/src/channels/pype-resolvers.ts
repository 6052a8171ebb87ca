import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { PypeConfigInput, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import type { PypeMapper } from "./mappers.ts";
import { checkedName, entry, pypeOf, requireCustomer } from "./find.ts";
import { listPypes } from "./queries.ts";
import { freeId } from "./free-id.ts";
import { twins } from "./twins.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;
type Queries = NonNullable<Resolvers["Query"]>;

export const pypeQueries: Queries = {
  async getCustomerPypesV6(_, { customerId, botId, projectId }, ctx) {
    await requireAccess(ctx.viewer, "channel.read", { projectId });
    await requireCustomer(ctx, projectId, customerId);
    const pypes = await listPypes(ctx.db, { customerId, projectId, botId: botId ?? undefined });
    return {
      live: pypes.filter((pype) => pype.environment === "Live"),
      sandbox: pypes.filter((pype) => pype.environment === "Sandbox"),
    };
  },
  async getCustomersPypes(_, { customerId, projectId }, ctx) {
    await requireAccess(ctx.viewer, "channel.read", { projectId });
    await requireCustomer(ctx, projectId, customerId);
    return listPypes(ctx.db, { customerId, projectId });
  },
  ...twins(
    "getPypeConfig",
    (environment): NonNullable<Queries["getPypeConfigLive"]> =>
      async (_, { projectId, pypeId }, ctx) => {
        await requireAccess(ctx.viewer, "channel.read", { projectId });
        return toConfig(await pypeOf(ctx, projectId, environment, pypeId));
      },
  ),
};

export const pypeMutations: Mutations = {
  ...twins(
    "postCustomersPypes",
    (environment): NonNullable<Mutations["postCustomersPypesLive"]> =>
      async (_, { customerId, projectId, pypeInput }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const customer = await requireCustomer(ctx, projectId, customerId);
        const name = checkedName("name", pypeInput.name);
        if (!pypeInput.description.trim()) throw new Invalid("description", "Say what the channel is for.");
        if (pypeInput.id != null && !isId(pypeInput.id)) throw new Invalid("id", "A channel's id is a UUID.");
        const id = await change(ctx, async (tx) => {
          const id = await freeId(tx, "pypes", projectId, pypeInput.id);
          await refuseTakenName(ctx, { projectId, customerId, environment, name });
          await tx
            .insertInto("pypes")
            .values({
              id,
              project_id: projectId,
              customer_id: customerId,
              environment,
              name,
              description: pypeInput.description.trim(),
              logo: pypeInput.logo ?? null,
              created_by: ctx.viewer.userId ?? null,
              updated_by: ctx.viewer.userId ?? null,
            })
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "channel", id, name),
            action: "channel.created",
            message: `created the ${environment} channel ${name} for ${customer.name}`,
          });
          return id;
        });
        return pypeOf(ctx, projectId, environment, id);
      },
  ),
  ...twins(
    "putCustomerPype",
    (environment): NonNullable<Mutations["putCustomerPypeLive"]> =>
      async (_, { customerId, id, projectId, pypeInput }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        const before = await pypeOf(ctx, projectId, environment, id);
        const values = {
          ...(pypeInput?.name != null && { name: checkedName("name", pypeInput.name) }),
          ...(pypeInput?.description != null && { description: pypeInput.description }),
          ...(pypeInput?.logo !== undefined && { logo: pypeInput.logo }),
          ...(pypeInput?.status != null && { status: pypeInput.status }),
        };
        await change(ctx, async (tx) => {
          if (values.name)
            await refuseTakenName(ctx, {
              projectId,
              customerId,
              environment,
              name: values.name,
              exceptId: id,
            });
          await refuseStaleRow(tx, "pypes", id, pypeInput?.version, values);
          await tx
            .updateTable("pypes")
            .set((eb) => ({
              ...values,
              version: eb("version", "+", 1),
              updated_at: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", id)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "channel", id, before.name),
            action: "channel.updated",
            message: `changed the ${environment} channel ${before.name}`,
            before: { name: before.name, description: before.description, status: before.status },
            after: values,
          });
        });
        return pypeOf(ctx, projectId, environment, id);
      },
  ),
  ...twins(
    "deletePype",
    (environment): NonNullable<Mutations["deletePypeLive"]> =>
      async (_, { projectId, customerId, id }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        const pype = await pypeOf(ctx, projectId, environment, id);
        await change(ctx, async (tx) => {
          await tx.deleteFrom("pypes").where("id", "=", id).execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "channel", id, pype.name),
            action: "channel.deleted",
            message: `deleted the ${environment} channel ${pype.name} with its streams and widgets`,
          });
        });
        return id;
      },
  ),
  ...twins(
    "patchPypeConfig",
    (environment): NonNullable<Mutations["patchPypeConfigLive"]> =>
      async (_, { projectId, pypeId, agentRouting, config, botRetry }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const pype = await pypeOf(ctx, projectId, environment, pypeId);
        const values = {
          agent_routing: agentRouting,
          ...(botRetry?.attempts != null && {
            retry_attempts: within("botRetry.attempts", botRetry.attempts, 1, 10),
          }),
          ...(botRetry?.timeout != null && {
            retry_timeout_ms: within("botRetry.timeout", botRetry.timeout, 1_000, 120_000),
          }),
          ...(config?.integrationName !== undefined && { integration_name: config?.integrationName ?? null }),
          ...headerColumns(ctx, pype, config),
        };
        await change(ctx, async (tx) => {
          await tx
            .updateTable("pypes")
            .set((eb) => ({
              ...values,
              version: eb("version", "+", 1),
              updated_at: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", pypeId)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "channel", pypeId, pype.name),
            action: "channel.configured",
            message: `set the routing of the ${environment} channel ${pype.name} to ${agentRouting}`,
            before: { agentRouting: pype.agent_routing, integrationName: pype.integration_name },
            after: { agentRouting, integrationName: values.integration_name },
          });
        });
        return toConfig(await pypeOf(ctx, projectId, environment, pypeId));
      },
  ),
};

function toConfig(pype: PypeMapper) {
  return {
    // The check constraint lists exactly the values of AgentRouting.
    agent_routing: pype.agent_routing as "BOT_ONLY" | "BOT_THEN_AGENT" | "AGENT_FIRST",
    bot_retry: { attempts: pype.retry_attempts, timeout: pype.retry_timeout_ms },
    config: { integration_headers: pype.integration_header_names, integration_name: pype.integration_name },
  };
}

function within(field: string, value: number, least: number, most: number): number {
  if (value < least || value > most) throw new Invalid(field, `Choose a number from ${least} to ${most}.`);
  return value;
}

const headerName = /^[A-Za-z0-9-]{1,64}$/;

/** Header values may be credentials: sealed at rest, and only their names are ever shown. */
function headerColumns(ctx: Context, pype: PypeMapper, config: PypeConfigInput | null | undefined) {
  const headers = config?.integrationHeaders;
  if (headers === undefined) return {};
  const entries = Object.entries(typeof headers === "object" && headers !== null ? headers : {});
  for (const [name, value] of entries) {
    if (!headerName.test(name))
      throw new Invalid("config.integrationHeaders", `${name} is not a header name.`);
    if (typeof value !== "string" || value.length > 2_000 || /[\r\n]/.test(value)) {
      throw new Invalid("config.integrationHeaders", `The value of ${name} is not a header value.`);
    }
  }
  return {
    integration_header_names: entries.map(([name]) => name),
    integration_headers_encrypted:
      entries.length === 0
        ? null
        : ctx.secrets.encryptSecret(JSON.stringify(Object.fromEntries(entries)), {
            tenantId: pype.project_id,
            column: "pypes.integration_headers_encrypted",
            rowId: pype.id,
          }),
  };
}

async function refuseTakenName(
  ctx: Context,
  wanted: { projectId: string; customerId: string; environment: string; name: string; exceptId?: string },
): Promise<void> {
  const taken = (await listPypes(ctx.db, wanted)).find(
    (pype) =>
      pype.environment === wanted.environment &&
      pype.name.toLowerCase() === wanted.name.toLowerCase() &&
      pype.id !== wanted.exceptId,
  );
  if (taken)
    throw new Invalid("name", `There is already a ${wanted.environment} channel called ${taken.name}.`);
}
