// What an archive would unpack to, from its directory, without unpacking anything.
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;

/** The declared sizes added up; undefined when this is no readable archive. */
export function unpackedSize(archive: Buffer): number | undefined {
  const end = findEnd(archive);
  if (end === undefined) return undefined;
  const entries = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== entrySignature) return undefined;
    const packed = archive.readUInt32LE(at + 20);
    const unpacked = archive.readUInt32LE(at + 24);
    // Deflate never reaches more than about 1,030 to 1: a smaller claim than the packed size is a lie.
    total += Math.max(packed, unpacked);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return total;
}

function findEnd(archive: Buffer): number | undefined {
  const lowest = Math.max(0, archive.length - endLength - 0xffff);
  for (let at = archive.length - endLength; at >= lowest; at -= 1) {
    if (archive.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
