// Content by public id. The rows of the table `files` belong to the domains; here are only bytes.
// Whatever the engine, content first lands in a local spool: limits, hash and type are known before it is published.
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { NotFound } from "#platform/errors.ts";
import { createFileEngine } from "./file-engine.ts";
import { createS3Engine } from "./s3-engine.ts";
import { discard, spool, sweepSpool, type Content, type Limits } from "./spool.ts";

export interface StoredFile {
  readonly publicId: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** From the content; what the sender claimed plays no part. */
  readonly mimeType: string;
}

export interface FileStore {
  /** All or nothing: content that breaks a limit or ends early leaves nothing behind. */
  put(content: Content, limits: Limits): Promise<StoredFile>;
  /** Under the name it had before, when a snapshot is restored. */
  putAs(publicId: string, content: Content): Promise<void>;
  read(publicId: string): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(publicId: string): Promise<void>;
  sweep(options: SweepOptions): Promise<SweepResult>;
}

export interface SweepOptions {
  /** Which of these public ids a row still names. */
  readonly known: (publicIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Content younger than this may belong to a transaction that is still open. */
  readonly orphansOlderThanMs?: number;
  readonly unfinishedOlderThanMs?: number;
}

export interface SweepResult {
  readonly orphans: number;
  readonly unfinished: number;
}

/** What an engine must do; `files.test.ts` holds each to the same promises. */
export interface FileEngine {
  /** Takes over the spooled file at `path`; afterwards the whole content is there, or none of it. */
  publish(path: string, file: StoredFile): Promise<void>;
  read(publicId: string): Promise<Readable | undefined>;
  remove(publicId: string): Promise<void>;
  list(): AsyncIterable<{ readonly publicId: string; readonly modifiedAt: Date }>;
}

export interface FilesOptions {
  /** `file:` (below the data folder), `file:///a/folder`, or `s3://key:secret@host/bucket?region=…`. */
  readonly filesUrl: string;
  readonly dataDir: string;
}

const publicIdForm = /^[0-9a-f]{32}$/;
const quarterOfAnHour = 15 * 60_000;
const day = 24 * 60 * 60_000;

export async function createFiles({ filesUrl, dataDir }: FilesOptions): Promise<FileStore> {
  const isS3 = filesUrl.startsWith("s3:");
  if (!isS3 && !filesUrl.startsWith("file:")) throw new Error("FILES_URL must begin with file: or s3://.");
  const root = filesUrl.startsWith("file:///") ? new URL(filesUrl).pathname : join(dataDir, "files");
  // Beside the published files, so that publishing is a rename within one file system.
  const incoming = join(root, "incoming");
  await mkdir(incoming, { recursive: true });
  return createFileStore(isS3 ? createS3Engine(filesUrl) : createFileEngine(root), incoming);
}

function createFileStore(engine: FileEngine, incoming: string): FileStore {
  const store = async (publicId: string, content: Content, limits: Limits) => {
    const path = join(incoming, publicId);
    try {
      const file = { publicId, ...(await spool(content, path, limits)) };
      await engine.publish(path, file);
      return file;
    } finally {
      await discard(path);
    }
  };
  return {
    put: (content, limits) => store(randomBytes(16).toString("hex"), content, limits),
    putAs: async (publicId, content) => {
      if (!publicIdForm.test(publicId)) throw new Error(`${publicId} is not the name of a stored file.`);
      await store(publicId, content, {
        maxBytes: Number.MAX_SAFE_INTEGER,
        maxPixels: Number.MAX_SAFE_INTEGER,
      });
    },
    read: async (publicId) => {
      const content = publicIdForm.test(publicId) ? await engine.read(publicId) : undefined;
      if (content === undefined) throw new NotFound("file");
      return content;
    },
    remove: async (publicId) => {
      if (publicIdForm.test(publicId)) await engine.remove(publicId);
    },
    sweep: async ({ known, orphansOlderThanMs = day, unfinishedOlderThanMs = quarterOfAnHour }) => ({
      unfinished: await sweepSpool(incoming, unfinishedOlderThanMs),
      orphans: await sweepOrphans(engine, known, Date.now() - orphansOlderThanMs),
    }),
  };
}

async function sweepOrphans(
  engine: FileEngine,
  known: SweepOptions["known"],
  before: number,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeUnknown = async () => {
    const kept = batch.length === 0 ? new Set<string>() : await known(batch);
    for (const publicId of batch.filter((it) => !kept.has(it))) {
      await engine.remove(publicId);
      removed += 1;
    }
    batch = [];
  };
  for await (const { publicId, modifiedAt } of engine.list()) {
    if (modifiedAt.getTime() > before || !publicIdForm.test(publicId)) continue;
    batch.push(publicId);
    if (batch.length === 500) await removeUnknown();
  }
  await removeUnknown();
  return removed;
}
