// The app is written against React's API and shipped on Preact's implementation of it, which keeps the
// first screen a third of the size (decision 010). A check-out without Preact still builds, on React.
import { createRequire } from "node:module";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: hasPreact() ? preactAsReact() : {} },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The server's Content-Security-Policy allows no inline scripts, styles or data: assets but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 4455, strictPort: true },
});

function preactAsReact() {
  return {
    "react/jsx-dev-runtime": "preact/compat/jsx-dev-runtime",
    "react/jsx-runtime": "preact/compat/jsx-runtime",
    "react-dom/client": "preact/compat/client",
    "react-dom": "preact/compat",
    react: "preact/compat",
  };
}

function hasPreact(): boolean {
  try {
    createRequire(import.meta.url).resolve("preact/package.json");
    return true;
  } catch {
    return false;
  }
}
