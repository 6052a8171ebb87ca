export { insertProject, type NewProject } from "./create.ts";
