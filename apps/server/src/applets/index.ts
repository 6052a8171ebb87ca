export { seedBuiltIns } from "./built-in.ts";
export { appletInstancesOf } from "./queries.ts";
