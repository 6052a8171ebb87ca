import type { AssetData } from "@parley/bot-data";
import { sql } from "kysely";
import { fileUrl, insertFile, type UploadedFile } from "#domains/files";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Context } from "../context.ts";

export const maxAssetBytes = 20 * 1024 * 1024;
const allowedTypes =
  /^(image\/(png|jpeg|gif|webp)|application\/pdf|audio\/[a-z0-9]+|video\/[a-z0-9]+|text\/plain)$/;

type AssetRow = Omit<AssetData, "url" | "createdAt"> & { publicId: string; createdAt: Date };

/** Newest first. A version uses an asset when one of its files names the asset's id. */
export async function listAssets(ctx: Pick<Context, "db" | "config">, botId: string): Promise<AssetData[]> {
  const rows = await assetRows(ctx, botId);
  return rows.map(({ publicId: _publicId, ...asset }) => asset);
}

/** With the name under which the content is stored. */
export async function assetRows(
  ctx: Pick<Context, "db" | "config">,
  botId: string,
): Promise<(AssetData & { readonly publicId: string })[]> {
  const { rows } = await sql<AssetRow>`
    select a.id, a.name, f.mime_type as "mimeType", f.size, f.public_id as "publicId", a.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('versionId', v.id, 'number', v.number) order by v.number desc)
        from bot_versions v where v.bot_id = a.bot_id and exists (
          select 1 from bot_version_files vf join bot_file_contents c on c.sha256 = vf.sha256
          where vf.version_id = v.id and vf.file_path in ('flow.json', 'config.json')
            and position(convert_to(a.id::text, 'UTF8') in c.content) > 0)), '[]') as "usedIn"
    from bot_assets a join files f on f.id = a.file_id
    where a.bot_id = ${botId} order by a.created_at desc, a.id`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    url: fileUrl(ctx, row.publicId),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The type comes from the content, whatever the name says. */
export async function refuseWrongType(ctx: Pick<Context, "files">, stored: UploadedFile): Promise<void> {
  if (allowedTypes.test(stored.mimeType)) return;
  await ctx.files.remove(stored.publicId);
  throw new Invalid(
    "assetData",
    `${stored.originalName}: an asset is a picture, a PDF, a sound, a video or plain text.`,
  );
}

export async function insertAsset(
  tx: Tx,
  stored: UploadedFile,
  asset: { botId: string; name: string; accountId: string; userId: string | undefined },
): Promise<string> {
  const id = newId();
  const fileId = await insertFile(tx, stored, { accountId: asset.accountId, userId: asset.userId });
  await tx
    .insertInto("bot_assets")
    .values({ id, bot_id: asset.botId, file_id: fileId, name: asset.name, created_by: asset.userId ?? null })
    .execute();
  return id;
}
