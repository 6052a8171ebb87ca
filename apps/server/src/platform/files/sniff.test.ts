import { expect, test } from "vitest";
import { imageSize } from "./image-size.ts";
import { serveHeaders, safeFileName } from "./serve-headers.ts";
import { sniffType } from "./sniff.ts";

const b64 = (text: string) => Buffer.from(text, "base64");
const pixelPng = b64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const pixelGif = b64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
const pixelWebp = b64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
const jpeg = Buffer.concat([
  b64("/9j/4AAQSkZJRgABAQAAAQABAAD/wAALCAACAAMBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/E"),
  Buffer.alloc(20),
]);
const zipWith = (entry: string) => Buffer.from(`PK\x03\x04 data PK\x01\x02 ${entry}`, "latin1");

test.each([
  ["image/png", pixelPng],
  ["image/gif", pixelGif],
  ["image/webp", pixelWebp],
  ["image/jpeg", jpeg],
  ["application/pdf", Buffer.from("%PDF-1.7\n")],
  ["application/zip", zipWith("readme.txt")],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", zipWith("word/document.xml")],
  ["image/svg+xml", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["image/svg+xml", Buffer.from('\ufeff<?xml version="1.0"?><!DOCTYPE svg><svg onload="alert(1)"></svg>')],
  ["text/html", Buffer.from("  <!DOCTYPE html><p>")],
  ["text/html", Buffer.from("plain to begin with <script>alert(1)</script>")],
  ["text/plain", Buffer.from("name,age\nAnn,3")],
  ["text/plain", Buffer.from("Grüße 密码 🙂")],
  ["text/plain", Buffer.from("\ufeffhello", "utf16le")],
  ["application/octet-stream", Buffer.from([0, 1, 2, 255])],
  ["application/octet-stream", Buffer.from("\x89PNG\r\n\x1a\n<script>alert(1)</script>", "latin1")],
  ["application/octet-stream", Buffer.from("GIF89a", "latin1")],
  ["application/octet-stream", Buffer.from("RIFF____EVIL", "latin1")],
])("content is recognised as %s", (expected, content) => {
  expect(sniffType(content)).toBe(expected);
});

test("a picture tells its size", () => {
  expect(imageSize(pixelPng)).toEqual({ width: 1, height: 1 });
  expect(imageSize(pixelGif)).toEqual({ width: 1, height: 1 });
  expect(imageSize(pixelWebp)).toEqual({ width: 1, height: 1 });
  expect(imageSize(jpeg)).toEqual({ width: 3, height: 2 });
  for (let cut = 0; cut < 24; cut += 1) expect(imageSize(pixelPng.subarray(0, cut))).toBeUndefined();
});

test.each(["image/png", "image/jpeg", "image/gif", "image/webp"])("%s is shown in a page", (mimeType) => {
  const headers = serveHeaders({ mimeType, originalName: "a.png", size: 5 });
  expect(headers["content-type"]).toBe(mimeType);
  expect(headers["content-disposition"]).toMatch(/^inline; /);
  expect(headers["content-length"]).toBe("5");
});

test.each([
  ["text/html", "text/plain; charset=utf-8"],
  ["image/svg+xml", "text/plain; charset=utf-8"],
  ["text/plain", "text/plain; charset=utf-8"],
  ["application/pdf", "application/pdf"],
  ["application/zip", "application/zip"],
  ["application/javascript", "application/octet-stream"],
  ["text/xml", "application/octet-stream"],
  ["application/xhtml+xml", "application/octet-stream"],
  ["image/svg+xml; x", "application/octet-stream"],
  ["evil\r\nset-cookie: a=b", "application/octet-stream"],
])("%s is a download of type %s that can run nothing", (mimeType, expected) => {
  const headers = serveHeaders({ mimeType, originalName: "a" });
  expect(headers["content-type"]).toBe(expected);
  expect(headers["content-disposition"]).toMatch(/^attachment; /);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ann\\notes.txt", "notes.txt"],
  ['a"b\r\nSet-Cookie: x=y.txt', 'a"bSet-Cookie: x=y.txt'],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["", "file"],
  ["..", "file"],
  [".htaccess", "htaccess"],
  ["\ud800x", "\ufffdx"],
])("the name %j becomes %j", (given, expected) => {
  expect(safeFileName(given)).toBe(expected);
  const header = serveHeaders({ mimeType: "text/plain", originalName: given })["content-disposition"] ?? "";
  expect(header).toMatch(/^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w.%~!-]*$/);
});
