// A version as one zip: its files by their paths, and below assets/<id>/ the assets it names.
import { filePathProblem, filePaths, type AssetData, type VersionFile } from "@parley/bot-data";
import { buffer } from "node:stream/consumers";
import type { FileStore } from "#platform/files/files.ts";
import { Invalid } from "#platform/errors.ts";
import { maxFileBytes, maxFiles } from "./write-files.ts";
import { readZip, writeZip, ZipProblem } from "#platform/zip.ts";

export const maxArchiveBytes = 64 * 1024 * 1024;
const maxUnpackedBytes = 128 * 1024 * 1024;
const maxAssets = 200;
const assetEntry = /^assets\/([0-9a-f-]{36})\/([^/\\]{1,200})$/;
/** What some systems put into every archive. */
const clutter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

export interface ArchivedAsset {
  readonly id: string;
  readonly name: string;
  readonly content: Buffer;
}

export interface Archive {
  readonly files: readonly { readonly filePath: string; readonly content: string }[];
  readonly assets: readonly ArchivedAsset[];
}

export async function packVersion(
  store: FileStore,
  files: readonly VersionFile[],
  assets: readonly (AssetData & { readonly publicId: string })[],
): Promise<Buffer> {
  const named = files.map((file) => file.content).join("\n");
  const used = assets.filter((asset) => named.includes(asset.id));
  const contents = await Promise.all(
    used.map(async (asset) => ({
      name: `assets/${asset.id}/${asset.name.replaceAll(/[/\\\0]/g, "_")}`,
      content: await buffer(await store.read(asset.publicId)),
    })),
  );
  return writeZip([
    ...files.map((file) => ({ name: file.filePath, content: Buffer.from(file.content, "utf8") })),
    ...contents,
  ]);
}

/** Every path is one a version may hold; anything else is refused by name, and nothing is written. */
export async function unpackVersion(zip: Buffer): Promise<Archive> {
  const all = await unzipped(zip);
  const entries = withoutOuterFolder(all.filter((entry) => !clutter.test(entry.name)));
  const files: { filePath: string; content: string }[] = [];
  const assets: ArchivedAsset[] = [];
  const seen = new Set<string>();
  for (const { name, content } of entries) {
    if (seen.has(name)) throw new Invalid("archive", `${name} is in the archive twice.`);
    seen.add(name);
    const asset = assetEntry.exec(name);
    if (asset) {
      assets.push({ id: asset[1] ?? "", name: asset[2] ?? "", content });
      continue;
    }
    const problem = filePathProblem(name);
    if (problem) throw new Invalid("archive", `${name}: ${problem}`);
    if (content.length > maxFileBytes) throw new Invalid("archive", `${name} is larger than 8 MB.`);
    files.push({ filePath: name, content: textOf(name, content) });
  }
  if (files.length === 0) throw new Invalid("archive", "The archive holds no file of a version.");
  if (assets.length > maxAssets)
    throw new Invalid("archive", `An archive brings at most ${maxAssets} assets.`);
  return { files, assets };
}

async function unzipped(zip: Buffer) {
  try {
    return await readZip(zip, {
      maxEntries: maxFiles + maxAssets + 1_000,
      maxEntryBytes: 20 * 1024 * 1024,
      maxTotalBytes: maxUnpackedBytes,
    });
  } catch (error) {
    if (error instanceof ZipProblem) throw new Invalid("archive", error.message);
    if (error instanceof RangeError) throw new Invalid("archive", "The archive is damaged.");
    throw error;
  }
}

/** Packing a folder by hand puts everything below its name. */
function withoutOuterFolder<Entry extends { name: string; content: Buffer }>(entries: Entry[]) {
  const folder = entries[0]?.name.split("/")[0] ?? "";
  const isOuter =
    !entries.some((entry) => entry.name === filePaths.config) &&
    entries.some((entry) => entry.name === `${folder}/${filePaths.config}`) &&
    entries.every((entry) => entry.name.startsWith(`${folder}/`));
  return isOuter
    ? entries.map((entry) => ({ name: entry.name.slice(folder.length + 1), content: entry.content }))
    : entries;
}

function textOf(name: string, content: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw new Invalid("archive", `${name} is not text in UTF-8.`);
  }
}
