// What the viewer may do in an organisation, for controls that say why they are disabled.
import { graphql, type ResultOf } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";

const metadataQuery = graphql(`
  query GetOrganizationMetadata($accountId: ID!) {
    organizationMetadata(accountId: $accountId) {
      canManageAccess
      canReadAccess
      canUpdateAccount
      canSetLimits
      canManageLoginMethods
      canReadAuditLog
      canCreateAccounts
      canCreateProjects
      canEditPackages
    }
  }
`);

export type Rights = ResultOf<typeof metadataQuery>["organizationMetadata"];

const actionsQuery = graphql(`
  query GetAllowedActions($id: ID!) {
    projectById(id: $id) {
      id
      allowedActions
    }
  }
`);

/** What the viewer may do in a project; undefined while it is on its way. */
export function useAllowedActions(projectId: string | undefined): readonly string[] | undefined {
  const { data } = useData(actionsQuery, { id: projectId ?? "" }, { isPaused: !projectId });
  return data?.projectById?.allowedActions;
}

/** undefined while it is on its way. */
export function useRights(accountId: string | undefined): Rights | undefined {
  const { data } = useData(metadataQuery, { accountId: accountId ?? "" }, { isPaused: !accountId });
  return data?.organizationMetadata;
}
