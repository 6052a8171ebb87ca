export * from "./bot.ts";
export * from "./customer.ts";
export * from "./files.ts";
export * from "./version.ts";
export * from "./history.ts";
export * from "./transcript.ts";
export * from "./analytics.ts";
