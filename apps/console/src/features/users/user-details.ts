import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { AccessDraft } from "../../shared/access/access-draft.ts";

const userDetailsQuery = graphql(`
  query GetUserDetails($id: ID!, $accountId: ID!) {
    userByPk(id: $id) {
      id
      userName
      firstName
      lastName
      picture
      pictureFile {
        url
      }
      status
      version
      canEditProfile
      hasActiveSessions
      passwordRecoveryStatus
      requiredConsentStatus
      requiredConsentUpdatedAt
      optionalConsentStatus
      optionalConsentUpdatedAt
      createdAt
      lastActiveAt
      defaultAccount {
        id
        name
      }
      assignedRoles(accountId: $accountId) {
        id
        name
      }
      assignedTeams(accountId: $accountId) {
        id
        name
      }
      userProjects(accountId: $accountId) {
        projectId
        project {
          id
          name
        }
        projectRoles {
          id
          name
        }
      }
      listOfAuthMethods {
        accountAuthMethodSettingsId
        name
        isActive
        isCreationOne
        type
      }
    }
  }
`);

export type UserDetails = NonNullable<ResultOf<typeof userDetailsQuery>["userByPk"]>;

export function useUserDetails(id: string, accountId: string) {
  const { data, error, isLoading, reload } = useData(userDetailsQuery, { id, accountId });
  return { user: data?.userByPk ?? undefined, error, isLoading, reload };
}

export function accessOf(user: UserDetails): AccessDraft {
  return {
    roleIds: user.assignedRoles.map((role) => role.id),
    teamIds: user.assignedTeams.map((team) => team.id),
    userIds: [],
    projects: Object.fromEntries(
      user.userProjects.map(({ projectId, projectRoles }) => [
        projectId,
        projectRoles.map((role) => role.id),
      ]),
    ),
  };
}
