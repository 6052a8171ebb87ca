// Builds the app as it is shipped and weighs it. Also holds the built page to the strict Content-Security-Policy
// it is served under.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const BUDGET_BYTES = 70_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-sign-in-"));
  const configFile = resolve(import.meta.dirname, "../vite.config.ts");
  await build({
    configFile,
    mode: "production",
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true },
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("JavaScript and CSS together stay within 70 KB gzipped", async () => {
  const files = await readdir(join(folder, "assets"));
  const weighed = files.filter((file) => /\.(js|css)$/.test(file));
  expect(weighed.length).toBeGreaterThanOrEqual(2);
  let bytes = 0;
  for (const file of weighed) bytes += gzipSync(await readFile(join(folder, "assets", file))).length;
  console.log(`sign-in: ${(bytes / 1000).toFixed(1)} KB of JavaScript and CSS, gzipped`);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
});

test("the built page has no inline script or style, and the place for the configuration", async () => {
  const html = await readFile(join(folder, "index.html"), "utf8");
  expect(html).toContain("<!--parley-config-->");
  expect(html.match(/<script(?![^>]*\bsrc=)[^>]*>/g)).toBeNull();
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/i);
  expect(html.indexOf("<!--parley-config-->")).toBeLessThan(html.indexOf("</head>"));
});
