// A small zip writer and a suspicious zip reader: sizes are bounded by what comes out, not by what the archive says.
// Packing happens beside the event loop: a hundred megabytes would keep everybody else waiting for seconds.
import { promisify } from "node:util";
import { crc32, deflateRaw, inflateRaw } from "node:zlib";

const pack = promisify(deflateRaw);
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

export interface ZipLimits {
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
  readonly maxTotalBytes: number;
}

/** What is wrong with the archive, as a sentence. */
export class ZipProblem extends Error {
  override name = "ZipProblem";
}

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const endSize = 22;
const utf8Flag = 0x800;
const encryptedFlag = 0x1;
/** 1 January 1980: the same files give the same archive. */
const date = 0x21;

export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = Buffer.from(name, "utf8");
    const packed = await pack(content);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(utf8Flag, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt16LE(date, 8);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([word(localSignature), about, path, packed]);
    parts.push(local);
    directory.push(Buffer.concat([word(centralSignature), Buffer.from([20, 3]), about, place, path]));
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(endSize);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Folders are left out. Throws a ZipProblem for whatever is not a plain, whole, bounded archive. */
export async function readZip(archive: Buffer, limits: ZipLimits): Promise<ZipEntry[]> {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count === 0xffff || archive.readUInt32LE(end + 16) === 0xffffffff) {
    throw new ZipProblem("The archive is in the Zip64 format. Pack it as a plain zip.");
  }
  if (count > limits.maxEntries)
    throw new ZipProblem(`The archive holds more than ${limits.maxEntries} files.`);
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  let left = limits.maxTotalBytes;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = await readEntry(archive, at, limits.maxEntryBytes, left);
    at = next;
    left -= entry.content.length;
    if (!entry.name.endsWith("/")) entries.push(entry);
  }
  return entries;
}

async function readEntry(archive: Buffer, at: number, maxEntryBytes: number, left: number) {
  if (at + 46 > archive.length || archive.readUInt32LE(at) !== centralSignature) throw damaged();
  const flags = archive.readUInt16LE(at + 8);
  const method = archive.readUInt16LE(at + 10);
  const packedSize = archive.readUInt32LE(at + 20);
  const size = archive.readUInt32LE(at + 24);
  const nameLength = archive.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  const name = archive.subarray(at + 46, at + 46 + nameLength).toString("utf8");
  if (flags & encryptedFlag) throw new ZipProblem(`${name} is encrypted.`);
  const allowed = Math.min(maxEntryBytes, left);
  if (size > allowed) throw tooLarge(name, maxEntryBytes, left);
  const local = archive.readUInt32LE(at + 42);
  if (local + 30 > archive.length || archive.readUInt32LE(local) !== localSignature) throw damaged();
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(begin, begin + packedSize);
  if (packed.length !== packedSize) throw damaged();
  const content = await unpacked(packed, method, size, name);
  if (content.length !== size || crc32(content) !== archive.readUInt32LE(at + 16)) throw damaged();
  return { entry: { name, content }, next };
}

/** Stops at the size the directory names, which was checked: a bomb never unfolds. */
async function unpacked(packed: Buffer, method: number, size: number, name: string): Promise<Buffer> {
  if (method === 0) return packed;
  if (method !== 8) throw new ZipProblem(`${name} is packed in a way that is not supported.`);
  try {
    return await unpack(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw damaged();
  }
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - endSize - 0xffff);
  for (let at = archive.length - endSize; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === endSignature) return at;
  }
  throw new ZipProblem("This is not a zip archive.");
}

function damaged(): ZipProblem {
  return new ZipProblem("The archive is damaged.");
}

function tooLarge(name: string, maxEntryBytes: number, left: number): ZipProblem {
  const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  return left < maxEntryBytes
    ? new ZipProblem("The archive is too large once it is unpacked.")
    : new ZipProblem(`${name} is larger than ${mb(maxEntryBytes)}.`);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
