export * from "./answer.ts";
export * from "./client.ts";
export * from "./flow.ts";
export * from "./log-out.ts";
