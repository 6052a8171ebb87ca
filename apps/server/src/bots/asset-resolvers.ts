import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import { insertFile, storeUpload } from "#domains/files";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Conflict, Invalid, NotFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Context } from "../context.ts";
import { listAssets } from "./assets.ts";
import { botOf, entry } from "./find.ts";

const maxAssetBytes = 20 * 1024 * 1024;
const allowedTypes =
  /^(image\/(png|jpeg|gif|webp)|application\/pdf|audio\/[a-z0-9]+|video\/[a-z0-9]+|text\/plain)$/;

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
      if (!allowedTypes.test(stored.mimeType)) {
        await ctx.files.remove(stored.publicId);
        throw new Invalid("assetData", "An asset is a picture, a PDF, a sound, a video or plain text.");
      }
      const id = newId();
      const name = botAssetsInput.name?.trim() || stored.originalName;
      await change(ctx, async (tx) => {
        const fileId = await insertFile(tx, stored, {
          accountId: grants.accountId,
          userId: ctx.viewer.userId,
        });
        await tx
          .insertInto("bot_assets")
          .values({ id, bot_id: botId, file_id: fileId, name, created_by: ctx.viewer.userId ?? null })
          .execute();
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-asset", id, name),
          action: "bot-asset.uploaded",
          message: `uploaded the asset ${name} to the bot ${bot.botName}`,
        });
      });
      return { data: await assetOf(ctx, botId, id) };
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
