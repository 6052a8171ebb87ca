export { insertProject, type NewProject } from "./create.ts";
export { listProjects } from "./queries.ts";
export { findProject, type ProjectRow } from "./queries.ts";
