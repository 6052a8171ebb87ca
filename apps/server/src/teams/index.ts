export { insertTeam, type NewTeam } from "./create.ts";
