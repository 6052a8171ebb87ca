import { defineConfig } from "vite";

// One plain script without imports: customers put it on their pages with a script tag.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2022",
    minify: "oxc",
    lib: {
      entry: "src/loader/main.ts",
      formats: ["iife"],
      name: "ParleyLoader",
      fileName: () => "loader.js",
    },
  },
});
