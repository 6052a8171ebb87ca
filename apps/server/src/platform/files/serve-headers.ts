// How stored content is shown: pictures inside a page, everything else as a download, nothing ever as a program.
const shownInline = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
// Types that a browser would run become text that it only shows.
const shownAsText = new Set(["text/html", "image/svg+xml", "text/plain"]);
const otherKnownTypes =
  /^(application\/(pdf|zip|gzip|vnd\.openxmlformats-officedocument\.[a-z.]+)|audio\/[a-z]+|video\/[a-z0-9]+)$/;

export interface ServedFile {
  readonly mimeType: string;
  readonly originalName: string;
  readonly size?: number;
}

export function serveHeaders({ mimeType, originalName, size }: ServedFile): Record<string, string> {
  const isInline = shownInline.has(mimeType);
  return {
    "content-type": contentType(mimeType),
    "content-disposition": `${isInline ? "inline" : "attachment"}; ${fileNameParameters(originalName)}`,
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // Pictures are shown by the console and by widgets on pages of other origins.
    "cross-origin-resource-policy": isInline ? "cross-origin" : "same-site",
    // The content behind a public id never changes.
    "cache-control": "private, max-age=31536000, immutable",
    ...(size === undefined ? {} : { "content-length": String(size) }),
  };
}

function contentType(mimeType: string): string {
  if (shownInline.has(mimeType) || otherKnownTypes.test(mimeType)) return mimeType;
  return shownAsText.has(mimeType) ? "text/plain; charset=utf-8" : "application/octet-stream";
}

function fileNameParameters(originalName: string): string {
  const name = safeFileName(originalName);
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (it) => `%${it.charCodeAt(0).toString(16)}`);
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The last part of a path, without what is invisible or turns the reading direction. */
export function safeFileName(originalName: string): string {
  const last = originalName.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const visible = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").replaceAll(/^[.\s]+|\s+$/g, "");
  return visible.slice(0, 200).toWellFormed() || "file";
}
