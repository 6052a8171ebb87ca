// Versions and intents that come and go as files.
import { Readable } from "node:stream";
import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { UploadedFile } from "#domains/files";
import { intentsToCsv, intentsToRasaYaml } from "#domains/nlu";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Context } from "../context.ts";
import { type ArchivedAsset, maxArchiveBytes, packVersion, unpackVersion } from "./archive.ts";
import { assetRows, insertAsset, listAssets, maxAssetBytes, refuseWrongType } from "./assets.ts";
import { entityDefinitions } from "./entity-file.ts";
import { botOf, entry, versionOf } from "./find.ts";
import { entitiesOf, intentsOf } from "./reading.ts";
import { uploadedBytes } from "./uploaded.ts";
import { readFiles } from "./versions.ts";
import { insertVersion, writeFiles } from "./write-files.ts";

export const resolvers = {
  Query: {
    async exportVersion(_, { versionId, projectId }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const bot = await botOf(ctx, projectId, version.botId);
      const zip = await packVersion(
        ctx.files,
        await readFiles(ctx.db, versionId),
        await assetRows(ctx, version.botId),
      );
      const fileName = `${stemOf(bot.botName)}-version-${version.number}.zip`;
      return { data: { fileName, size: zip.length, base64: zip.toString("base64") } };
    },
    async exportIntents(_, { versionId, projectId, format }, ctx) {
      await requireAccess(ctx.viewer, "bot.read", { projectId });
      const version = await versionOf(ctx, projectId, versionId);
      const bot = await botOf(ctx, projectId, version.botId);
      const files = await readFiles(ctx.db, versionId);
      const stem = `${stemOf(bot.botName)}-intents-${version.number}`;
      return {
        data:
          format === "CSV"
            ? { fileName: `${stem}.csv`, content: intentsToCsv(intentsOf(files)) }
            : {
                fileName: `${stem}.yml`,
                content: intentsToRasaYaml(intentsOf(files), entityDefinitions(entitiesOf(files))),
              },
      };
    },
  },
  Mutation: {
    async importBotVersion(_, { projectId, botId, archive, label }, ctx) {
      const grants = await requireAccess(ctx.viewer, "bot.edit", { projectId });
      const bot = await botOf(ctx, projectId, botId);
      const zip = await uploadedBytes(archive, { maxBytes: maxArchiveBytes, field: "archive" });
      const { files, assets } = await unpackVersion(zip);
      const known = new Set((await listAssets(ctx, botId)).map((asset) => asset.id));
      const brought = await storeAssets(
        ctx,
        assets.filter((asset) => !known.has(asset.id)),
      );
      const versionId = await change(ctx, async (tx) => {
        const renamed = new Map<string, string>();
        for (const { asset, stored } of brought) {
          const id = await insertAsset(tx, stored, {
            botId,
            name: asset.name,
            accountId: grants.accountId,
            userId: ctx.viewer.userId,
          });
          renamed.set(asset.id, id);
        }
        const id = await insertVersion(tx, { botId, label: label ?? "", createdBy: ctx.viewer.userId });
        await writeFiles(
          tx,
          id,
          files.map((file) => ({ ...file, content: withNewIds(file.content, renamed) })),
          ctx.viewer.userId,
        );
        await recordAudit(tx, ctx, {
          ...entry(grants, "bot-version", id, bot.botName),
          action: "bot-version.imported",
          message: `imported a version of the bot ${bot.botName} with ${files.length} files and ${brought.length} assets`,
        });
        return id;
      });
      return {
        data: await versionOf(ctx, projectId, versionId),
        messages: [`${files.length} files and ${brought.length} assets were read.`],
      };
    },
  },
} satisfies Resolvers;

async function storeAssets(ctx: Context, assets: readonly ArchivedAsset[]) {
  const stored: { asset: ArchivedAsset; stored: UploadedFile }[] = [];
  for (const asset of assets) {
    const file = await ctx.files.put(Readable.from([asset.content]), { maxBytes: maxAssetBytes });
    const uploaded = { ...file, originalName: asset.name };
    await refuseWrongType(ctx, uploaded);
    stored.push({ asset, stored: uploaded });
  }
  return stored;
}

function withNewIds(content: string, renamed: ReadonlyMap<string, string>): string {
  let text = content;
  for (const [before, after] of renamed) text = text.replaceAll(before, after);
  return text;
}

/** For a file name that every system takes. */
function stemOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^[-.]+|-+$/g, "") || "bot";
}
