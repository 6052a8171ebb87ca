// The type of a file by its content. Names and declared types are claims of the sender.
import { imageSize } from "./image-size.ts";

export const sniffedBytes = 65_536;

export function sniffType(head: Buffer, tail: Buffer = head): string {
  const binary = signatures.find(({ offset, bytes }) =>
    head.subarray(offset, offset + bytes.length).equals(bytes),
  );
  if (binary?.mimeType === "application/zip") return zipType(tail);
  if (binary?.mimeType === "application/riff")
    return riffTypes.get(head.toString("latin1", 8, 12)) ?? unknown;
  // A picture without dimensions is something else that begins like one.
  if (binary?.mimeType.startsWith("image/") === true && imageSize(head) === undefined) return unknown;
  return binary?.mimeType ?? textType(head) ?? unknown;
}

const unknown = "application/octet-stream";

const signatures = [
  signature("image/png", "\x89PNG\r\n\x1a\n"),
  signature("image/jpeg", "\xff\xd8\xff"),
  signature("image/gif", "GIF87a"),
  signature("image/gif", "GIF89a"),
  signature("application/pdf", "%PDF-"),
  signature("application/zip", "PK\x03\x04"),
  signature("application/zip", "PK\x05\x06"),
  signature("application/gzip", "\x1f\x8b"),
  signature("application/riff", "RIFF"),
  signature("audio/ogg", "OggS"),
  signature("audio/mpeg", "ID3"),
  signature("video/mp4", "ftyp", 4),
  signature("video/webm", "\x1a\x45\xdf\xa3"),
];

const riffTypes = new Map([
  ["WEBP", "image/webp"],
  ["WAVE", "audio/wav"],
]);

const officeTypes = [
  ["word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
] as const;

/** A zip archive lists its entries at its end. */
function zipType(tail: Buffer): string {
  return officeTypes.find(([entry]) => tail.includes(entry))?.[1] ?? "application/zip";
}

function textType(head: Buffer): string | undefined {
  if (head.length === 0) return "text/plain";
  const text = decode(head);
  if (text === undefined) return undefined;
  if (/<svg[\s>]/i.test(text) && /^\s*</.test(text)) return "image/svg+xml";
  return /<(!doctype\s+html|html|head|body|script|iframe|frameset|meta|base|object|embed)[\s/>]/i.test(text)
    ? "text/html"
    : "text/plain";
}

function decode(head: Buffer): string | undefined {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const encoding = !isUtf16 ? "utf-8" : head[0] === 0xff ? "utf-16le" : "utf-16be";
  try {
    // Streaming: the cut at the end of the head may fall inside a character.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function signature(mimeType: string, text: string, offset = 0) {
  return { mimeType, bytes: Buffer.from(text, "latin1"), offset };
}
