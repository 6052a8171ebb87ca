import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../", import.meta.url));

it("the loader is one script of at most 8 KB gzipped, without imports and without eval", async () => {
  const result = await build({
    root: folder,
    configFile: `${folder}/vite.loader.config.ts`,
    logLevel: "silent",
    build: { write: false },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((it) =>
    "output" in it ? it.output : [],
  );
  expect(outputs).toHaveLength(1);
  const [script] = outputs;
  const code = script?.type === "chunk" ? script.code : "";
  expect(code.length).toBeGreaterThan(2_000);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(8 * 1024);
  expect(code).not.toMatch(/\bimport\b|\beval\b|\bFunction\(|innerHTML|document\.write/);
});
