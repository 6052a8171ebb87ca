// Takes content in: counted and hashed while it streams, and stopped as soon as it is too large.
import { createHash } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Invalid } from "#platform/errors.ts";
import { imageSize } from "./image-size.ts";
import { sniffedBytes, sniffType } from "./sniff.ts";

export type Content = Uint8Array | AsyncIterable<Uint8Array>;

export interface Limits {
  readonly maxBytes: number;
  /** Types that may be stored; all when absent. */
  readonly accept?: readonly string[];
  /** Of a picture: a small file may unpack to gigabytes in the browser of whoever looks at it. */
  readonly maxPixels?: number;
  /** The argument that an error names. */
  readonly field?: string;
}

const defaultMaxPixels = 64_000_000;

export async function spool(content: Content, path: string, limits: Limits) {
  const field = limits.field ?? "file";
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      size += chunk.byteLength;
      if (size > limits.maxBytes)
        throw new Invalid(field, `The file is larger than ${readable(limits.maxBytes)}.`);
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    const mimeType = await checkedType(path, size, limits, field);
    await file.sync();
    return { size, sha256: hash.digest("hex"), mimeType };
  } finally {
    await file.close();
  }
}

export async function discard(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** What a crash left behind. */
export async function sweepSpool(folder: string, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < olderThanMs) continue;
    await discard(path);
    removed += 1;
  }
  return removed;
}

async function checkedType(path: string, size: number, limits: Limits, field: string) {
  const { head, tail } = await ends(path, size);
  const mimeType = sniffType(head, tail);
  if (limits.accept !== undefined && !limits.accept.includes(mimeType)) {
    throw new Invalid(field, `The content of this file is ${mimeType}, which is not accepted here.`);
  }
  const picture = imageSize(head);
  const most = limits.maxPixels ?? defaultMaxPixels;
  if (picture !== undefined && picture.width * picture.height > most) {
    throw new Invalid(
      field,
      `The picture is ${picture.width} by ${picture.height} pixels, which is too large.`,
    );
  }
  return mimeType;
}

async function ends(path: string, size: number): Promise<{ head: Buffer; tail: Buffer }> {
  const file = await open(path, "r");
  try {
    const length = Math.min(size, sniffedBytes);
    const head = Buffer.alloc(length);
    const tail = Buffer.alloc(length);
    await file.read(head, 0, length, 0);
    await file.read(tail, 0, length, size - length);
    return { head, tail };
  } finally {
    await file.close();
  }
}

function readable(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${bytes} bytes`;
}
