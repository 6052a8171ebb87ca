// Reads one document in a thread of its own, with bounded memory: a hostile file ends this thread and no more.
import mammoth from "mammoth";
import { parentPort, workerData } from "node:worker_threads";
import { extractText, getDocumentProxy } from "unpdf";
import { letOthersGoFirst } from "#platform/background-thread.ts";
import { readZip, writeZip } from "#platform/zip.ts";
import { csvText } from "./text/csv-text.ts";
import { htmlText } from "./text/html-text.ts";
import { unpackedSize } from "./text/zip-size.ts";

export type DocumentFormat = "pdf" | "docx" | "html" | "markdown" | "text" | "csv";

export interface ExtractTask {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

export type ExtractAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

const maxUnpackedBytes = 200 * 1024 * 1024;
const maxParts = 10_000;
const maxPages = 5_000;

async function extract({ format, bytes }: ExtractTask): Promise<ExtractAnswer> {
  switch (format) {
    case "pdf":
      return pdf(bytes);
    case "docx":
      return docx(Buffer.from(bytes));
    case "html":
      return { ok: true, text: htmlText(decoded(bytes)) };
    case "csv":
      return { ok: true, text: csvText(decoded(bytes)) };
    case "markdown":
    case "text":
      return { ok: true, text: decoded(bytes) };
  }
}

async function pdf(bytes: Uint8Array): Promise<ExtractAnswer> {
  try {
    const document = await getDocumentProxy(bytes);
    if (document.numPages > maxPages)
      return refused("pdf_too_long", `The PDF has ${document.numPages} pages; at most ${maxPages} are read.`);
    const { text } = await extractText(document, { mergePages: false });
    const pages = text.map((page, index) => (page.trim() ? `␞${index + 1}\n${page.trim()}` : ""));
    return { ok: true, text: pages.filter(Boolean).join("\n\n") };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "PasswordException")
      return refused(
        "pdf_encrypted",
        "The PDF is protected by a password. Remove the password and upload the file again.",
      );
    return refused("pdf_damaged", "The PDF could not be read. It may be damaged.");
  }
}

async function docx(bytes: Buffer): Promise<ExtractAnswer> {
  const size = unpackedSize(bytes);
  if (size === undefined)
    return refused("docx_damaged", "The document could not be read. It may be damaged.");
  if (size > maxUnpackedBytes)
    return refused("archive_too_large", "The document unpacks to more than 200 MB and was not opened.");
  try {
    // Unpacked by the suspicious reader first: what declares little and unfolds to much never gets further.
    const parts = await readZip(bytes, {
      maxEntries: maxParts,
      maxEntryBytes: maxUnpackedBytes,
      maxTotalBytes: maxUnpackedBytes,
    });
    const { value } = await mammoth.convertToHtml(
      { buffer: await writeZip(parts) },
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })) },
    );
    return { ok: true, text: htmlText(value) };
  } catch {
    return refused("docx_damaged", "The document could not be read. It may be damaged.");
  }
}

function decoded(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}

function refused(code: string, message: string): ExtractAnswer {
  return { ok: false, code, message };
}

letOthersGoFirst();
parentPort?.postMessage(await extract(workerData));
