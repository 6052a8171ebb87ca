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

/** undefined while it is on its way. */
export function useRights(accountId: string | undefined): Rights | undefined {
  const { data } = useData(metadataQuery, { accountId: accountId ?? "" }, { isPaused: !accountId });
  return data?.organizationMetadata;
}
