export { insertTeam, type NewTeam } from "./create.ts";
export { teamsByIds, teamsOfAccount } from "./queries.ts";
export { changeMembers, manageableTeams, memberIds } from "./members.ts";
export { removeTeams, saveTeamAccess, teamChange } from "./edit-resolvers.ts";
