import type { Context } from "../context.ts";

/** The stored file when there is one, otherwise an address given as text. */
export function fileUrl(
  ctx: Pick<Context, "config">,
  publicId: string | null,
  picture: string | null,
): { publicId: string | null; url: string } | null {
  if (publicId !== null) return { publicId, url: `${ctx.config.urls.api}/files/${publicId}` };
  return picture ? { publicId: null, url: picture } : null;
}
