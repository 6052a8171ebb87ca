// The chat page that a frame shows. The loader has a configuration of its own.
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/widget/",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The page's Content-Security-Policy allows no inline scripts, styles or data: assets but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "chat.html" },
  },
});
