// Threat S9: documents of a megabyte that unfold to gigabytes. Whatever they say about their size, reading them takes
// a bounded part of the server's memory.
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { writeZip } from "#platform/zip.ts";
import { extractDocument } from "./extract.ts";

const mega = 1024 * 1024;

/** The answer, and by how much the process grew meanwhile. */
async function read(format: "docx" | "pdf", bytes: Buffer) {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    return { answer: await extractDocument(format, bytes), grownBy: (most - before) / mega };
  } finally {
    clearInterval(watch);
  }
}

/** The directory claims a kilobyte; what is packed says nothing of its size. */
async function lyingDocument(size: number): Promise<Buffer> {
  const archive = await writeZip([{ name: "word/document.xml", content: Buffer.alloc(size) }]);
  const claims = [archive.indexOf("PK\u0003\u0004") + 22, archive.lastIndexOf("PK\u0001\u0002") + 24];
  for (const at of claims) archive.writeUInt32LE(1_024, at);
  return archive;
}

function pdfThatUnfolds(size: number): Buffer {
  const content = deflateSync(Buffer.alloc(size, " "));
  const objects = [
    Buffer.from("<</Type/Catalog/Pages 2 0 R>>"),
    Buffer.from("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
    Buffer.from("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>"),
    Buffer.concat([
      Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>stream\n`),
      content,
      Buffer.from("\nendstream"),
    ]),
  ];
  let file = Buffer.from("%PDF-1.4\n");
  const places = objects.map((object, index) => {
    const at = file.length;
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join("")}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.concat([file, Buffer.from(table)]);
}

it("a DOCX that claims a kilobyte and unfolds to 400 MB is not unfolded", async () => {
  const { answer, grownBy } = await read("docx", await lyingDocument(400 * mega));
  expect(answer).toMatchObject({ ok: false, code: "docx_damaged" });
  expect(grownBy).toBeLessThan(150);
});

it("a PDF whose page unfolds to more than a gigabyte is given up on", async () => {
  const { answer, grownBy } = await read("pdf", pdfThatUnfolds(1_200 * mega));
  expect(answer).toMatchObject({ ok: false, code: "document_too_complex" });
  expect(grownBy).toBeLessThan(1_100);
});
