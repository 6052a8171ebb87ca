import type { Db } from "#platform/database.ts";
import type { Services } from "../context.ts";

/** For DataLoaders: null where there is no such file. */
export async function filesByIds(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom("files")
    .select(["id", "public_id as publicId", "mime_type as mimeType", "original_name as originalName", "size"])
    .where("id", "in", [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

export function fileUrl({ config }: Pick<Services, "config">, publicId: string): string {
  return `${config.urls.api}/files/${publicId}`;
}
