import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  logLevel: "error",
  build: { target: "es2023", outDir: "../../.tmp/canvas-bench", emptyOutDir: true, assetsInlineLimit: 0 },
});
