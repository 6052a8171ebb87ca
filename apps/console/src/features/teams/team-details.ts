import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { AccessDraft } from "../../shared/access/access-draft.ts";

const teamQuery = graphql(`
  query GetTeamDetails($id: ID!) {
    teamByPk(id: $id) {
      id
      accountId
      name
      description
      version
      memberCount
      projectCount
      assignedMembers {
        id
        userName
        firstName
        lastName
        picture
        pictureFile {
          url
        }
        status
        isFromOtherAccount
        homeAccountId
        homeAccountName
      }
      assignedRoles {
        id
        name
      }
      assignedProjects {
        id
        name
        accountId
      }
      team_accounts {
        accountId
        isPrimaryAccount
        account {
          id
          name
        }
        roles {
          id
          name
        }
        team_account_projects {
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
      }
    }
  }
`);

export type TeamDetails = NonNullable<ResultOf<typeof teamQuery>["teamByPk"]>;
export type TeamMember = TeamDetails["assignedMembers"][number];

export function useTeam(id: string) {
  const { data, error, isLoading, reload } = useData(teamQuery, { id }, { types: ["Team"] });
  return { team: data?.teamByPk ?? undefined, error, isLoading, reload, isMissing: data?.teamByPk === null };
}

/** What the team holds in the account that is looked at; a team may hold something in several. */
export function accessIn(team: TeamDetails, accountId: string): AccessDraft {
  const here = team.team_accounts.find((account) => account.accountId === accountId);
  return {
    roleIds: here?.roles.map((role) => role.id) ?? [],
    teamIds: [],
    userIds: team.assignedMembers.map((member) => member.id),
    projects: Object.fromEntries(
      (here?.team_account_projects ?? []).map(({ projectId, projectRoles }) => [
        projectId,
        projectRoles.map((role) => role.id),
      ]),
    ),
  };
}
