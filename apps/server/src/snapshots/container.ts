// One gzip file of named parts: a JSON line, then length-prefixed chunks up to an empty one. Written and read as
// a stream, so that a snapshot of any size needs little memory.
import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

export interface Part {
  readonly kind: "table" | "file";
  readonly name: string;
  readonly columns?: readonly string[];
}

export interface ContainerWriter {
  /** Answers the hash of the content. */
  part(part: Part, write: (chunk: (data: Buffer) => Promise<void>) => Promise<void>): Promise<string>;
  close(): Promise<{ sizeBytes: number; sha256: string }>;
}

export async function createContainer(path: string): Promise<ContainerWriter> {
  const gzip = createGzip({ level: 6 });
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const whole = createHash("sha256");
  let sizeBytes = 0;
  gzip.on("data", (data: Buffer) => {
    whole.update(data);
    sizeBytes += data.length;
  });
  const done = finished(gzip.pipe(file));
  done.catch(() => undefined);
  const put = async (data: Buffer) => {
    if (!gzip.write(data)) await Promise.race([once(gzip, "drain"), done]);
  };
  return {
    async part(part, write) {
      const hash = createHash("sha256");
      await put(Buffer.from(`${JSON.stringify(part)}\n`));
      await write(async (data) => {
        if (data.length === 0) return;
        hash.update(data);
        await put(lengthOf(data.length));
        await put(data);
      });
      await put(lengthOf(0));
      return hash.digest("hex");
    },
    async close() {
      gzip.end();
      await done;
      return { sizeBytes, sha256: whole.digest("hex") };
    },
  };
}

function lengthOf(length: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(length);
  return buffer;
}

/** Each part with its chunks, which must be read before the next part is asked for. */
export async function* readContainer(
  path: string,
): AsyncGenerator<{ part: Part; chunks: AsyncGenerator<Buffer>; hash: Hash }> {
  const reader = byteReader(createReadStream(path).pipe(createGunzip()));
  for (;;) {
    const line = await reader.line();
    if (line === undefined) return;
    const hash = createHash("sha256");
    const chunks = chunksOf(reader, hash);
    // Written by createContainer(); a damaged file fails the hash in the manifest before this is reached.
    yield { part: JSON.parse(line) as Part, chunks, hash };
    for await (const rest of chunks) void rest;
  }
}

async function* chunksOf(reader: ByteReader, hash: Hash): AsyncGenerator<Buffer> {
  for (;;) {
    const length = (await reader.bytes(4)).readUInt32BE();
    if (length === 0) return;
    const data = await reader.bytes(length);
    hash.update(data);
    yield data;
  }
}

interface ByteReader {
  line(): Promise<string | undefined>;
  bytes(count: number): Promise<Buffer>;
}

function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await iterator.next();
    if (next.done) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  };
  const take = (count: number) => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    async line() {
      let end = held.indexOf(10);
      while (end < 0) {
        if (!(await more())) {
          if (held.length > 0) throw new Error("The snapshot ends in the middle.");
          return undefined;
        }
        end = held.indexOf(10);
      }
      return take(end + 1).toString("utf8");
    },
    async bytes(count) {
      while (held.length < count) if (!(await more())) throw new Error("The snapshot ends in the middle.");
      return take(count);
    },
  };
}
