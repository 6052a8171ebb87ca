export { insertTeam, type NewTeam } from "./create.ts";
export { type TeamRow, teamsByIds, teamsOfAccount } from "./queries.ts";
export { changeTeamAccess, type TeamChange } from "./assignments.ts";
export { changeMembers, manageableTeams, memberIds } from "./members.ts";
export { removeTeams, saveTeamAccess, teamChange } from "./edit-resolvers.ts";
