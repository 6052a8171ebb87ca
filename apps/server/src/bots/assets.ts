import type { AssetData } from "@parley/bot-data";
import { sql } from "kysely";
import { fileUrl } from "#domains/files";
import type { Context } from "../context.ts";

type AssetRow = Omit<AssetData, "url" | "createdAt"> & { publicId: string; createdAt: Date };

/** Newest first. A version uses an asset when one of its files names the asset's id. */
export async function listAssets(ctx: Pick<Context, "db" | "config">, botId: string): Promise<AssetData[]> {
  const { rows } = await sql<AssetRow>`
    select a.id, a.name, f.mime_type as "mimeType", f.size, f.public_id as "publicId", a.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('versionId', v.id, 'number', v.number) order by v.number desc)
        from bot_versions v where v.bot_id = a.bot_id and exists (
          select 1 from bot_version_files vf join bot_file_contents c on c.sha256 = vf.sha256
          where vf.version_id = v.id and vf.file_path in ('flow.json', 'config.json')
            and position(convert_to(a.id::text, 'UTF8') in c.content) > 0)), '[]') as "usedIn"
    from bot_assets a join files f on f.id = a.file_id
    where a.bot_id = ${botId} order by a.created_at desc, a.id`.execute(ctx.db);
  return rows.map(({ publicId, ...row }) => ({
    ...row,
    url: fileUrl(ctx, publicId),
    createdAt: row.createdAt.toISOString(),
  }));
}
