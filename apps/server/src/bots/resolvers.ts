import { botType } from "@parley/bot-data";
import { can, requireAccess } from "#access/viewer.ts";
import { requireRoomFor } from "#domains/accounts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { resolvers as archiveResolvers } from "./archive-resolvers.ts";
import { resolvers as assetResolvers } from "./asset-resolvers.ts";
import { resolvers as authoringResolvers } from "./authoring-resolvers.ts";
import { botOf, entry, versionOf } from "./find.ts";
import { resolvers as intentResolvers } from "./intent-resolvers.ts";
import { resolvers as lifecycleResolvers } from "./lifecycle-resolvers.ts";
import { findBot, listDeployments, refuseWhileUsed } from "./queries.ts";
import { compareFiles, entitiesOf, intentsOf } from "./reading.ts";
import { listAssets } from "./assets.ts";
import { openUtterances } from "./supervised.ts";
import { resolvers as versionResolvers } from "./version-resolvers.ts";
import { readFiles, readFile, versionGraph } from "./versions.ts";
import { insertVersion } from "./write-files.ts";

export const resolvers: Resolvers = {
  Query: {
    ...archiveResolvers.Query,
    ...assetResolvers.Query,
    ...authoringResolvers.Query,
    ...intentResolvers.Query,
    ...lifecycleResolvers.Query,
    async getBotById(_, { botId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const [edit, deploy, forceDeploy] = [
        await can(ctx.viewer, "bot.edit", { projectId }),
        await can(ctx.viewer, "bot.deploy", { projectId }),
        await can(ctx.viewer, "bot.force-deploy", { projectId }),
      ];
      return { data: { ...bot, can: { edit, deploy, forceDeploy } } };
    },
    async getBotData(_, { botId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const files = bot.latestVersionId ? await readFiles(ctx.db, bot.latestVersionId) : [];
      const [versions, assets, utterances, deployments] = await Promise.all([
        versionGraph(ctx.db, botId),
        listAssets(ctx, botId),
        openUtterances(ctx.db, botId),
        listDeployments(ctx.db, projectId, botId),
      ]);
      return {
        versions: { data: versions },
        assets: { data: assets },
        entities: { data: entitiesOf(files) },
        intents: { data: intentsOf(files) },
        supervisedLearning: { data: utterances },
        environmentBotVersions: { data: deployments },
      };
    },
    async getVersionById(_, { versionId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      return { data: await versionOf(ctx, projectId, versionId) };
    },
    async getVersionFile(_, { filePath, versionId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const file = await readFile(ctx.db, versionId, filePath);
      if (!file) throw new Invalid("filePath", `Version ${version.number} has no file ${filePath}.`);
      return { data: file, versionGraph: { data: await versionGraph(ctx.db, version.botId) } };
    },
    async compareVersions(_, { versionId, otherVersionId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const [version, other] = [
        await versionOf(ctx, projectId, versionId),
        await versionOf(ctx, projectId, otherVersionId),
      ];
      return { data: compareFiles(await readFiles(ctx.db, version.id), await readFiles(ctx.db, other.id)) };
    },
  },
  Mutation: {
    ...intentResolvers.Mutation,
    ...archiveResolvers.Mutation,
    ...assetResolvers.Mutation,
    ...lifecycleResolvers.Mutation,
    ...versionResolvers.Mutation,
    async createCustomerBot(_, { botName, botType: given, customerId, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const name = checkedName(botName);
      const type = checkedType(given ?? "FLOW");
      const customer = await ctx.db
        .selectFrom("customers")
        .select(["id", "name"])
        .where("project_id", "=", projectId)
        .where("id", "=", customerId)
        .executeTakeFirst();
      if (!customer) throw new Invalid("customerId", "There is no such customer in this project.");
      const id = await change(ctx, async (tx) => {
        const id = newId();
        const taken = await tx
          .selectFrom("bots")
          .select("id")
          .where("customer_id", "=", customerId)
          .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
          .executeTakeFirst();
        if (taken) throw new Invalid("botName", `${customer.name} already has a bot called ${name}.`);
        await requireRoomFor(tx, grants.accountId, "bots");
        await tx
          .insertInto("bots")
          .values({
            id,
            project_id: projectId,
            customer_id: customerId,
            name,
            type,
            created_by: ctx.viewer.userId ?? null,
          })
          .execute();
        await insertVersion(tx, { botId: id, createdBy: ctx.viewer.userId });
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot", id, name),
          action: "bot.created",
          message: `created the bot ${name} for ${customer.name}`,
          after: { name, type },
        });
        return id;
      });
      return { data: await findBot(ctx.db, projectId, id) };
    },
    async patchBotById(_, { botId, botType: given, botName, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const values = {
        ...(given != null && { type: checkedType(given) }),
        ...(botName != null && { name: checkedName(botName) }),
      };
      await change(ctx, async (tx) => {
        await tx
          .updateTable("bots")
          .set((eb) => ({
            ...values,
            version: eb("version", "+", 1),
            updated_at: new Date(),
            updated_by: ctx.viewer.userId ?? null,
          }))
          .where("id", "=", botId)
          .execute();
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot", botId, bot.botName),
          action: "bot.updated",
          message: `changed the bot ${bot.botName}`,
          before: { name: bot.botName, type: bot.botType },
          after: values,
        });
      });
      return { data: await findBot(ctx.db, projectId, botId) };
    },
    async deleteBot(_, { botId, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      await change(ctx, async (tx) => {
        await refuseWhileUsed(tx, botId, bot.botName);
        await tx.deleteFrom("bots").where("id", "=", botId).execute();
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot", botId, bot.botName),
          action: "bot.deleted",
          message: `deleted the bot ${bot.botName} with ${bot.versionCount} versions`,
          before: { name: bot.botName, type: bot.botType },
        });
      });
      return botId;
    },
  },
};

function checkedName(given: string): string {
  const name = given.trim();
  if (!name) throw new Invalid("botName", "Give the bot a name.");
  if (name.length > 120) throw new Invalid("botName", "A name has at most 120 characters.");
  return name;
}

function checkedType(given: string) {
  const type = botType.safeParse(given);
  if (!type.success) throw new Invalid("botType", "A bot is of type FLOW, FAQ or AGENT.");
  return type.data;
}
