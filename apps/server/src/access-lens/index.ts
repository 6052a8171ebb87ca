// What other domains may use.
export { effectiveRoles } from "./queries.ts";
