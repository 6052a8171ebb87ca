// Live-agent systems: where a hand-off is sent, and the token they answer with.
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { ExternalAgentInput, Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { checkedName, entry, requireCustomer } from "./find.ts";
import { listExternalAgents } from "./queries.ts";
import { type Environment, twins } from "./twins.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;
type Queries = NonNullable<Resolvers["Query"]>;

const fields = z.array(z.object({ name: z.string().min(1).max(100), value: z.string().max(2_000) })).max(50);
const maxOverlapHours = 24 * 30;

export const externalAgentQueries: Queries = {
  async getExternalAgentSchemas(_, { customerId, projectId }, ctx) {
    await requireAccess(ctx.viewer, "channel.read", { projectId });
    await requireCustomer(ctx, projectId, customerId);
    const agents = await listExternalAgents(ctx.db, { projectId, customerId });
    return {
      live: agents.filter((agent) => agent.environment === "Live"),
      sandbox: agents.filter((agent) => agent.environment === "Sandbox"),
    };
  },
};

export const externalAgentMutations: Mutations = {
  ...twins(
    "createExternalAgent",
    (environment): NonNullable<Mutations["createExternalAgentLive"]> =>
      async (_, { customerId, projectId, agentInput }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        await requireCustomer(ctx, projectId, customerId);
        const name = checkedName("integrationName", agentInput.integrationName ?? "");
        await refuseTakenName(ctx, { projectId, customerId, environment, name });
        const url = checkedUrl(agentInput.callbackURL ?? "");
        const token = newToken();
        const id = await change(ctx, async (tx) => {
          const id = newId();
          await tx
            .insertInto("external_agent_integrations")
            .values({
              id,
              project_id: projectId,
              customer_id: customerId,
              environment,
              integration_name: name,
              integration_fields: checkedFields(agentInput.integrationFields ?? []),
              callback_url: url,
              callback_token_hash: hashToken(token),
              callback_token_last_four: token.slice(-4),
              signing_secret_encrypted: ctx.secrets.encryptSecret(newToken(), signingBinding(projectId, id)),
              updated_by: ctx.viewer.userId ?? null,
            })
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "external-agent", id, name),
            action: "external-agent.created",
            message: `connected the ${environment} live-agent system ${name}`,
            after: { callbackURL: url },
          });
          return id;
        });
        return { ...(await agentOf(ctx, projectId, customerId, environment, id)), callbackToken: token };
      },
  ),
  ...twins(
    "updateExternalAgent",
    (environment): NonNullable<Mutations["updateExternalAgentLive"]> =>
      async (_, { customerId, projectId, id, agentInput }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const before = await agentOf(ctx, projectId, customerId, environment, id);
        const values = changedValues(agentInput);
        const name = values.integration_name;
        if (name) await refuseTakenName(ctx, { projectId, customerId, environment, name, exceptId: id });
        await change(ctx, async (tx) => {
          await refuseStaleRow(tx, "external_agent_integrations", id, agentInput.version, values);
          await tx
            .updateTable("external_agent_integrations")
            .set((eb) => ({
              ...values,
              version: eb("version", "+", 1),
              updated_at: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", id)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "external-agent", id, before.integration_name),
            action: "external-agent.updated",
            message: `changed the ${environment} live-agent system ${before.integration_name}`,
            before: { integrationName: before.integration_name, callbackURL: before.callback_url },
            after: values,
          });
        });
        return agentOf(ctx, projectId, customerId, environment, id);
      },
  ),
  ...twins(
    "rotateExternalAgentToken",
    (environment): NonNullable<Mutations["rotateExternalAgentTokenLive"]> =>
      async (_, { customerId, projectId, id, overlapHours }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const before = await agentOf(ctx, projectId, customerId, environment, id);
        const hours = overlapHours ?? 24;
        if (hours < 0 || hours > maxOverlapHours)
          throw new Invalid("overlapHours", `Choose from 0 to ${maxOverlapHours} hours.`);
        const token = newToken();
        await change(ctx, async (tx) => {
          await tx
            .updateTable("external_agent_integrations")
            .set((eb) => ({
              callback_token_hash: hashToken(token),
              callback_token_last_four: token.slice(-4),
              previous_token_hash: before.callback_token_hash,
              previous_token_until: new Date(Date.now() + hours * 3_600_000),
              version: eb("version", "+", 1),
              updated_at: new Date(),
              updated_by: ctx.viewer.userId ?? null,
            }))
            .where("id", "=", id)
            .execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "external-agent", id, before.integration_name),
            action: "external-agent.token-rotated",
            message: `rotated the callback token of ${before.integration_name}; the old one works for ${hours} more hours`,
          });
        });
        return { ...(await agentOf(ctx, projectId, customerId, environment, id)), callbackToken: token };
      },
  ),
  ...twins(
    "deleteExternalAgent",
    (environment): NonNullable<Mutations["deleteExternalAgentLive"]> =>
      async (_, { customerId, projectId, id }, ctx) => {
        const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
        const agent = await agentOf(ctx, projectId, customerId, environment, id);
        await change(ctx, async (tx) => {
          await tx.deleteFrom("external_agent_integrations").where("id", "=", id).execute();
          await recordAudit(tx, ctx, {
            ...entry(grants, "external-agent", id, agent.integration_name),
            action: "external-agent.deleted",
            message: `disconnected the ${environment} live-agent system ${agent.integration_name}`,
          });
        });
        return id;
      },
  ),
};

/** Only hashes are stored, so this is also how an answering system is recognised. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function signingBinding(projectId: string, rowId: string) {
  return {
    tenantId: projectId,
    column: "external_agent_integrations.signing_secret_encrypted",
    rowId,
  } as const;
}

const newToken = () => `pat_${randomBytes(24).toString("base64url")}`;

async function agentOf(
  ctx: Context,
  projectId: string,
  customerId: string,
  environment: Environment,
  id: string,
) {
  await requireCustomer(ctx, projectId, customerId);
  const agents = await listExternalAgents(ctx.db, { projectId, customerId });
  const agent = agents.find((candidate) => candidate.id === id && candidate.environment === environment);
  if (!agent) throw new NotFound("live-agent system");
  return agent;
}

async function refuseTakenName(
  ctx: Context,
  wanted: {
    projectId: string;
    customerId: string;
    environment: Environment;
    name: string;
    exceptId?: string;
  },
): Promise<void> {
  const taken = (await listExternalAgents(ctx.db, wanted)).find(
    (agent) =>
      agent.id !== wanted.exceptId &&
      agent.environment === wanted.environment &&
      agent.integration_name.toLowerCase() === wanted.name.toLowerCase(),
  );
  if (!taken) return;
  const { environment } = wanted;
  throw new Invalid(
    "integrationName",
    `There is already a ${environment} system called ${taken.integration_name}.`,
  );
}

function changedValues(input: ExternalAgentInput) {
  return {
    ...(input.integrationName != null && {
      integration_name: checkedName("integrationName", input.integrationName),
    }),
    ...(input.callbackURL != null && { callback_url: checkedUrl(input.callbackURL) }),
    ...(input.integrationFields !== undefined && {
      integration_fields: checkedFields(input.integrationFields ?? []),
    }),
  };
}

function checkedFields(given: unknown): string {
  const parsed = fields.safeParse(given);
  if (!parsed.success) throw new Invalid("integrationFields", "Fields are a list of {name, value}.");
  return JSON.stringify(parsed.data);
}

function checkedUrl(given: string): string {
  const url = URL.parse(given.trim());
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:") || url.username || url.password) {
    throw new Invalid(
      "callbackURL",
      "Give the https address that hand-offs are sent to, without a password in it.",
    );
  }
  return url.href;
}
