// What the first screen of the built console costs to download.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

type Chunk = { file: string; imports?: string[]; css?: string[] };

const dist = join(import.meta.dirname, "../apps/console/dist");
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const entry = "index.html";
const landing = "src/features/projects/landing-page.tsx";
const list = "src/features/projects/projects-page.tsx";

test("the landing page needs at most 180 KB of JavaScript and 16 KB of styles, gzipped", () => {
  const { js, css } = weigh([entry, landing]);
  console.log(`landing: ${js} KB JavaScript, ${css} KB styles`);
  expect(js).toBeGreaterThan(50);
  expect(js).toBeLessThanOrEqual(180);
  expect(css).toBeLessThanOrEqual(16);
});

test("a list page needs at most 200 KB of JavaScript, gzipped: its dialogs and panels are fetched when opened", () => {
  const { js } = weigh([entry, list]);
  console.log(`list: ${js} KB JavaScript`);
  expect(js).toBeLessThanOrEqual(200);
});

function weigh(roots: readonly string[]): { js: number; css: number } {
  const files = { js: new Set<string>(), css: new Set<string>() };
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build.`);
    if (files.js.has(chunk.file)) return;
    files.js.add(chunk.file);
    for (const file of chunk.css ?? []) files.css.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  return { js: kilobytes(files.js), css: kilobytes(files.css) };
}

function kilobytes(files: ReadonlySet<string>): number {
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  return Math.round(bytes / 100) / 10;
}
