export { insertTeam, type NewTeam } from "./create.ts";
export { type TeamRow, teamsByIds, teamsOfAccount } from "./queries.ts";
