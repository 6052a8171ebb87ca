import { globSync, readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";

const limit = 40 * 1024;

it("the chat page is at most 40 KB on the wire, everything it loads included", async () => {
  const outDir = mkdtempSync(join(tmpdir(), "parley-chat-"));
  try {
    const root = join(import.meta.dirname, "../..");
    await build({
      root,
      configFile: join(root, "vite.config.ts"),
      logLevel: "silent",
      build: { outDir, emptyOutDir: true },
    });
    const files = globSync("**/*.{html,js,css}", { cwd: outDir });
    const bytes = files.map((file) => gzipSync(readFileSync(join(outDir, file))).length);
    expect(files.length).toBeGreaterThan(2);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limit);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
});
