// One suite of promises, run against every engine.
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFiles, type FileStore } from "./files.ts";
import { startS3Server, type S3Server } from "./s3-server.ts";

const limits = { maxBytes: 1_000_000 };
const nobody = async () => new Set<string>();
let dataDir = "";
let files: FileStore;
const incoming = () => readdir(join(dataDir, "files", "incoming"));

describe.each(["file", "s3"])("%s storage", (engine) => {
  let s3: S3Server | undefined;
  const published = async () => {
    if (s3 !== undefined) return [...s3.objects.keys()];
    const names = await readdir(join(dataDir, "files"), { recursive: true });
    return names.filter((name) => /[0-9a-f]{32}$/.test(name) && !name.startsWith("incoming"));
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "parley-files-"));
    s3 = engine === "s3" ? await startS3Server() : undefined;
    files = await createFiles({ filesUrl: s3?.filesUrl ?? "file:", dataDir });
  });
  afterEach(async () => {
    expect(s3?.unsigned ?? []).toEqual([]);
    s3?.stop();
    await rm(dataDir, { recursive: true });
  });

  test("content comes back byte for byte, with its size and hash", async () => {
    const content = randomBytes(300_000);
    const stored = await files.put(Readable.from([content.subarray(0, 7), content.subarray(7)]), limits);
    expect(stored.publicId).toMatch(/^[0-9a-f]{32}$/);
    expect(stored.size).toBe(300_000);
    expect(stored.sha256).toBe(createHash("sha256").update(content).digest("hex"));
    expect((await buffer(await files.read(stored.publicId))).equals(content)).toBe(true);
    expect(await incoming()).toEqual([]);
  });

  test("empty content is content", async () => {
    const stored = await files.put(new Uint8Array(), limits);
    expect(stored).toMatchObject({ size: 0, mimeType: "text/plain" });
    expect((await buffer(await files.read(stored.publicId))).length).toBe(0);
  });

  test("content of many parts comes back whole", async () => {
    const content = randomBytes(20 * 1024 * 1024);
    const stored = await files.put(content, { maxBytes: content.length });
    expect((await buffer(await files.read(stored.publicId))).equals(content)).toBe(true);
  });

  test("a stream is stopped as soon as it is too large, and leaves nothing", async () => {
    let sent = 0;
    const endless = (async function* () {
      for (;;) {
        sent += 1;
        yield new Uint8Array(1_000);
      }
    })();
    await expect(files.put(endless, { maxBytes: 10_000 })).rejects.toThrow("larger than 10000 bytes");
    expect(sent).toBe(11);
    expect(await incoming()).toEqual([]);
    expect(await published()).toEqual([]);
  });

  test("an upload that is cut at any point leaves nothing, and the next try works", async () => {
    const content = randomBytes(20_000);
    for (let cut = 0; cut < 20; cut += 1) {
      const broken = (async function* () {
        yield content.subarray(0, cut * 1_000);
        throw new Error("the client went away");
      })();
      await expect(files.put(broken, limits)).rejects.toThrow("the client went away");
    }
    expect(await incoming()).toEqual([]);
    expect(await published()).toEqual([]);
    await files.put(content, limits);
    expect(await published()).toHaveLength(1);
  });

  test.each(["../../etc/passwd", "", "..", "0".repeat(32), "incoming", "a/b", `${"0".repeat(31)}\0`])(
    "%j is no file, and removing it is no error",
    async (publicId) => {
      await expect(files.read(publicId)).rejects.toThrow("no such file");
      await files.remove(publicId);
    },
  );

  test("removed content is gone", async () => {
    const { publicId } = await files.put(Buffer.from("x"), limits);
    await files.remove(publicId);
    await expect(files.read(publicId)).rejects.toThrow("no such file");
    expect(await published()).toEqual([]);
  });

  test("only accepted types and pictures of sane size are stored", async () => {
    const html = Buffer.from("<!doctype html><script>alert(1)</script>");
    const accept = ["image/png"];
    await expect(files.put(html, { ...limits, accept, field: "icon" })).rejects.toMatchObject({
      message: "The content of this file is text/html, which is not accepted here.",
      extensions: { field: "icon" },
    });
    await expect(files.put(png(50_000, 50_000), { ...limits, accept })).rejects.toThrow(
      "50000 by 50000 pixels",
    );
    expect(await published()).toEqual([]);
    expect((await files.put(png(16, 16), { ...limits, accept })).mimeType).toBe("image/png");
  });

  test("the sweep removes old orphans and unfinished uploads, and nothing else", async () => {
    const stored = await Promise.all(
      [1, 2, 3, 4, 5].map((it) => files.put(Buffer.from(`file ${it}`), limits)),
    );
    const ids = stored.map((it) => it.publicId);
    const unfinished = join(dataDir, "files", "incoming", "left-behind");
    await writeFile(unfinished, "half");
    expect(await files.sweep({ known: nobody })).toEqual({ orphans: 0, unfinished: 0 });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(unfinished, anHourAgo, anHourAgo);
    const known = async (asked: readonly string[]) =>
      new Set(asked.filter((id) => id !== ids[1] && id !== ids[3]));
    expect(await files.sweep({ known, orphansOlderThanMs: -1_000 })).toEqual({ orphans: 2, unfinished: 1 });
    const left = (await published()).map((name) => name.slice(-32));
    expect(new Set(left)).toEqual(new Set([ids[0], ids[2], ids[4]]));
    expect(await incoming()).toEqual([]);
  });
});

test("a storage address that cannot work is refused at the start", async () => {
  await expect(createFiles({ filesUrl: "ftp://x", dataDir: tmpdir() })).rejects.toThrow("FILES_URL");
  const parent = await mkdtemp(join(tmpdir(), "parley-files-"));
  await expect(createFiles({ filesUrl: "s3://host/bucket", dataDir: parent })).rejects.toThrow(
    "s3://key:secret@",
  );
  await rm(parent, { recursive: true });
});

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
