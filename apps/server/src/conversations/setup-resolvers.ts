// What is set up around conversations: canned replies, test runs, deliveries and how visitors prove who they are.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { findBot, findVersion } from "#domains/bots";
import { signingBinding } from "#domains/channels";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId, newId } from "#platform/ids.ts";
import { page, requiredText } from "#platform/input.ts";
import { addJob } from "#platform/jobs.ts";
import { refuseStaleRow } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { createChat } from "./chat.ts";
import { queueDelivery } from "./deliveries.ts";
import { entranceOfStream } from "./entrance.ts";
import { findDelivery, findIntegration, listCannedReplies, listDeliveries } from "./queries.ts";
import { startConversation } from "./start.ts";
import { visitorSecretBinding } from "./visitor-identity.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;
type Queries = NonNullable<Resolvers["Query"]>;
interface Grants {
  accountId: string;
  projectId: string;
}

export const setupQueries: Queries = {
  async cannedReplies(_, { projectId }, ctx) {
    await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    return listCannedReplies(ctx.db, projectId);
  },
  async externalAgentDeliveries(_, { projectId, externalAgentId, limit }, ctx) {
    await requireAccess(ctx.viewer, "channel.read", { projectId });
    const { id } = await integrationOf(ctx, projectId, externalAgentId);
    return listDeliveries(ctx.db, projectId, id, page({ limit }, { usual: 50, most: 200 }).limit);
  },
  async visitorVerification(_, { projectId, pypeId }, ctx) {
    await requireAccess(ctx.viewer, "channel.read", { projectId });
    return verificationOf(ctx, projectId, pypeId);
  },
};

export const setupMutations: Mutations = {
  async saveCannedReply(_, { projectId, id, title, text, version }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    const name = requiredText("title", title, "a title");
    const words = text.trim();
    if (words === "" || words.length > 5_000) throw new Invalid("text", "A reply has 1 to 5,000 characters.");
    const replies = await listCannedReplies(ctx.db, projectId);
    if (id != null && !replies.some((reply) => reply.id === id)) throw new NotFound("reply");
    if (replies.some((reply) => reply.id !== id && reply.title.toLowerCase() === name.toLowerCase()))
      throw new Invalid("title", `There is already a reply called ${name}.`);
    const replyId = await change(ctx, async (tx) => {
      const replyId = id ?? newId();
      const values = { title: name, text: words, updated_by: ctx.viewer.userId ?? null };
      if (id != null) {
        await refuseStaleRow(tx, "canned_replies", id, version, { title: name, text: words });
        await tx
          .updateTable("canned_replies")
          .set((eb) => ({ ...values, version: eb("version", "+", 1), updated_at: new Date() }))
          .where("id", "=", id)
          .execute();
      } else {
        await tx
          .insertInto("canned_replies")
          .values({ ...values, id: replyId, project_id: projectId })
          .execute();
      }
      await recordAudit(tx, ctx, {
        ...entry(grants, "canned-reply", replyId, name),
        product: "agent_assist",
        action: id != null ? "canned-reply.updated" : "canned-reply.created",
        message: `${id != null ? "changed" : "wrote"} the canned reply ${name}`,
      });
      return replyId;
    });
    const saved = (await listCannedReplies(ctx.db, projectId)).find((reply) => reply.id === replyId);
    if (!saved) throw new NotFound("reply");
    return saved;
  },
  async deleteCannedReply(_, { projectId, id }, ctx) {
    const grants = await requireAccess(ctx.viewer, "conversation.answer", { projectId });
    const reply = (await listCannedReplies(ctx.db, projectId)).find((each) => each.id === id);
    if (!reply) throw new NotFound("reply");
    await change(ctx, async (tx) => {
      await tx.deleteFrom("canned_replies").where("id", "=", id).execute();
      await recordAudit(tx, ctx, {
        ...entry(grants, "canned-reply", id, reply.title),
        product: "agent_assist",
        action: "canned-reply.deleted",
        message: `deleted the canned reply ${reply.title}`,
      });
    });
    return id;
  },
  async startStreamTest(_, { projectId, pypeId, streamId }, ctx) {
    await requireAccess(ctx.viewer, "channel.read", { projectId });
    const entrance = await entranceOfStream(ctx.db, pypeId, streamId);
    if (entrance?.projectId !== projectId) throw new NotFound("stream");
    const { id, token } = await startConversation(createChat(ctx), {
      ...entrance,
      visitorId: `test-${newId()}`,
      visitorIdentity: null,
      pageUrl: ctx.config.urls.console,
      isTest: true,
      page: {},
    });
    return { conversationId: id, token, url: `${ctx.config.urls.api}/widget/test` };
  },
  async startVersionTest(_, { projectId, versionId }, ctx) {
    await requireAccess(ctx.viewer, "bot.edit", { projectId });
    const version = isId(versionId) ? await findVersion(ctx.db, projectId, versionId) : undefined;
    const bot = version && (await findBot(ctx.db, projectId, version.botId));
    if (!version || !bot) throw new NotFound("version");
    const { id, token } = await startConversation(createChat(ctx), {
      projectId,
      customerId: bot.customerId,
      environment: "Sandbox",
      pypeId: null,
      streamId: null,
      widgetId: null,
      startBotId: bot.id,
      startVersionId: version.id,
      visitorId: `test-${newId()}`,
      visitorIdentity: null,
      pageUrl: ctx.config.urls.console,
      language: "en",
      isTest: true,
      page: {},
    });
    return { conversationId: id, token, url: `${ctx.config.urls.api}/widget/test` };
  },
  async simulateHandOff(_, { projectId, externalAgentId }, ctx) {
    const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
    const integration = await integrationOf(ctx, projectId, externalAgentId);
    const deliveryId = await change(ctx, async (tx) => {
      const id = await queueDelivery(tx, undefined, integration.id, "simulation", simulation(projectId));
      await recordAudit(tx, ctx, {
        ...entry(grants, "external-agent", integration.id, integration.integration_name),
        action: "external-agent.simulated",
        message: `sent a simulated hand-off to ${integration.integration_name}`,
      });
      return id;
    });
    return deliveryOf(ctx, projectId, deliveryId);
  },
  async resendDelivery(_, { projectId, id }, ctx) {
    const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
    const delivery = await deliveryOf(ctx, projectId, id);
    await change(ctx, async (tx) => {
      await sql`update external_agent_deliveries set status = 'QUEUED', attempts = 0, locked_until = null, error = ''
        where id = ${id}`.execute(tx);
      await addJob(tx, {
        kind: "external-agent-delivery",
        projectId,
        accountId: grants.accountId,
        objectId: delivery.integrationId,
        payload: { integrationId: delivery.integrationId, conversationId: delivery.conversationId },
        maxAttempts: 6,
      });
      await recordAudit(tx, ctx, {
        ...entry(grants, "external-agent", delivery.integrationId, ""),
        action: "external-agent.resent",
        message: `sent a ${delivery.kind} again`,
      });
    });
    return deliveryOf(ctx, projectId, id);
  },
  async revealSigningSecret(_, { projectId, externalAgentId }, ctx) {
    const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
    const integration = await integrationOf(ctx, projectId, externalAgentId);
    const secret = ctx.secrets.decryptSecret(
      integration.signing_secret_encrypted,
      signingBinding(projectId, integration.id),
    );
    await change(ctx, (tx) =>
      recordAudit(tx, ctx, {
        ...entry(grants, "external-agent", integration.id, integration.integration_name),
        action: "external-agent.secret-revealed",
        message: `looked at the signing secret of ${integration.integration_name}`,
      }),
    );
    return secret;
  },
  async setVisitorVerification(_, { projectId, pypeId, isRequired, rotate }, ctx) {
    const grants = await requireAccess(ctx.viewer, "channel.edit", { projectId });
    const before = await verificationOf(ctx, projectId, pypeId);
    const secret = rotate || !before.isSet ? randomBytes(32).toString("base64url") : undefined;
    await change(ctx, async (tx) => {
      await tx
        .updateTable("pypes")
        .set({
          requires_visitor_token: isRequired,
          ...(secret && {
            visitor_secret_encrypted: ctx.secrets.encryptSecret(
              secret,
              visitorSecretBinding(projectId, pypeId),
            ),
          }),
        })
        .where("id", "=", pypeId)
        .execute();
      await recordAudit(tx, ctx, {
        ...entry(grants, "channel", pypeId, before.name),
        action: "channel.visitor-verification",
        message: isRequired
          ? `made visitors of ${before.name} prove who they are`
          : `let visitors of ${before.name} in without proof`,
        after: { isRequired, isNewSecret: secret !== undefined },
      });
    });
    return { pypeId, isRequired, isSet: true, secret: secret ?? null };
  },
};

function entry(grants: Grants, objectType: string, objectId: string, objectName: string) {
  const { accountId, projectId } = grants;
  return { accountId, projectId, product: "pro_studio", objectType, objectId, objectName } as const;
}

async function integrationOf(ctx: Context, projectId: string, id: string) {
  const integration = isId(id) ? await findIntegration(ctx.db, projectId, id) : undefined;
  if (!integration) throw new NotFound("live-agent system");
  return integration;
}

async function deliveryOf(ctx: Context, projectId: string, id: string) {
  const delivery = isId(id) ? await findDelivery(ctx.db, projectId, id) : undefined;
  if (!delivery) throw new NotFound("delivery");
  return delivery;
}

async function verificationOf(ctx: Context, projectId: string, pypeId: string) {
  const pype = isId(pypeId)
    ? await ctx.db
        .selectFrom("pypes")
        .select(["id", "name", "requires_visitor_token", "visitor_secret_encrypted"])
        .where("id", "=", pypeId)
        .where("project_id", "=", projectId)
        .executeTakeFirst()
    : undefined;
  if (!pype) throw new NotFound("channel");
  const isSet = pype.visitor_secret_encrypted !== null;
  return { pypeId, name: pype.name, isRequired: pype.requires_visitor_token, isSet, secret: null };
}

function simulation(projectId: string) {
  const at = new Date().toISOString();
  return {
    isSimulation: true,
    projectId,
    visitor: { id: "simulated-visitor", identity: { name: "Sam Sample" } },
    note: "This is a simulated hand-off. Nobody waits for an answer.",
    transcript: [
      { sequence: 1, author: "bot", text: "Hello, how can I help?", createdAt: at },
      { sequence: 2, author: "visitor", text: "I would like to talk to a person.", createdAt: at },
    ],
  };
}
