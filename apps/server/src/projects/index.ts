export { insertProject, type NewProject } from "./create.ts";
export { listProjects } from "./queries.ts";
export { findProject } from "./queries.ts";
