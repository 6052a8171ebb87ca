// Every component on one page: npx vite packages/ui/showcase. The browser tests check the same page.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  build: {
    outDir: fileURLToPath(new URL("../../../.tmp/showcase", import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
