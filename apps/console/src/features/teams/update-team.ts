import { graphql } from "../../generated/graphql.ts";

export const updateTeamMutation = graphql(`
  mutation UpdateTeam(
    $id: ID!
    $accountId: ID
    $name: String
    $description: String
    $projectIdsToAdd: [ID!]
    $projectIdsToRemove: [ID!]
    $roleIdsToAdd: [ID!]
    $roleIdsToRemove: [ID!]
    $userIdsToAdd: [ID!]
    $userIdsToRemove: [ID!]
    $projectRolesUpdate: [ProjectRolesUpdate!]
    $version: Int
  ) {
    updateTeam(
      id: $id
      accountId: $accountId
      name: $name
      description: $description
      projectIdsToAdd: $projectIdsToAdd
      projectIdsToRemove: $projectIdsToRemove
      roleIdsToAdd: $roleIdsToAdd
      roleIdsToRemove: $roleIdsToRemove
      userIdsToAdd: $userIdsToAdd
      userIdsToRemove: $userIdsToRemove
      projectRolesUpdate: $projectRolesUpdate
      version: $version
    ) {
      id
      name
      description
      version
    }
  }
`);

export const setProjectRolesMutation = graphql(`
  mutation SetTeamAccountProjectRoles($teamId: ID!, $projectRolesUpdate: [ProjectRolesUpdate!]!) {
    setTeamAccountProjectRoles(teamId: $teamId, projectRolesUpdate: $projectRolesUpdate) {
      id
    }
  }
`);
