// Width and height from the first bytes of a picture, without decoding it.
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export function imageSize(head: Buffer): ImageSize | undefined {
  try {
    const size = pngSize(head) ?? gifSize(head) ?? webpSize(head) ?? jpegSize(head);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // Reading past the end: the file is cut.
    return undefined;
  }
}

function pngSize(head: Buffer): ImageSize | undefined {
  if (head.toString("latin1", 1, 4) !== "PNG" || head.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function gifSize(head: Buffer): ImageSize | undefined {
  if (head.toString("latin1", 0, 4) !== "GIF8") return undefined;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

function webpSize(head: Buffer): ImageSize | undefined {
  if (head.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8 ")
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  return undefined;
}

/** Walks the segments to the first frame header. */
function jpegSize(head: Buffer): ImageSize | undefined {
  if (head.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < head.length; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head[at + 1] ?? 0;
    if (head[at] !== 0xff) return undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
  }
  return undefined;
}
