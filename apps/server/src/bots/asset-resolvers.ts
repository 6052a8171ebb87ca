import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { storeUpload } from "#domains/files";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import type { Context } from "../context.ts";
import { insertAsset, listAssets, maxAssetBytes, refuseWrongType } from "./assets.ts";
import { botOf, entry } from "./find.ts";

export const resolvers = {
  Query: {
    async getAssetById(_, { assetId, botId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      await botOf(ctx, projectId, botId);
      return { data: await assetOf(ctx, botId, assetId) };
    },
  },
  Mutation: {
    async uploadBotAsset(_, { botId, botAssetsInput, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const stored = await storeUpload(ctx, botAssetsInput.assetData, { maxBytes: maxAssetBytes });
      await refuseWrongType(ctx, stored);
      const name = botAssetsInput.name?.trim() || stored.originalName;
      const assetId = await change(ctx, async (tx) => {
        const id = await insertAsset(tx, stored, {
          botId,
          name,
          accountId: grants.accountId,
          userId: ctx.viewer.userId,
        });
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-asset", id, name),
          action: "bot-asset.uploaded",
          message: `uploaded the asset ${name} to the bot ${bot.botName}`,
        });
        return id;
      });
      return { data: await assetOf(ctx, botId, assetId) };
    },
    async deleteBotAsset(_, { botId, assetId, projectId }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const asset = await assetOf(ctx, botId, assetId);
      if (asset.usedIn.length > 0) {
        const versions = asset.usedIn.map((version) => `version ${version.number}`);
        throw new Conflict(`${asset.name} is used in ${versions.join(", ")}.`, { usedBy: versions });
      }
      await change(ctx, async (tx) => {
        await tx.deleteFrom("bot_assets").where("id", "=", assetId).execute();
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-asset", assetId, asset.name),
          action: "bot-asset.deleted",
          message: `deleted the asset ${asset.name} of the bot ${bot.botName}`,
        });
      });
      return assetId;
    },
  },
} satisfies Resolvers;

async function assetOf(ctx: Context, botId: string, assetId: string) {
  const asset = (await listAssets(ctx, botId)).find((candidate) => candidate.id === assetId);
  if (!asset) throw new NotFound("asset");
  return asset;
}
