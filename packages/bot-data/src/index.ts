export * from "./bot.ts";
export * from "./customer.ts";
export * from "./files.ts";
export * from "./version.ts";
