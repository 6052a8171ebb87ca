// What the viewer may do in an organisation, for controls that say why they are disabled.
import { graphql } from "../generated/graphql.ts";
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
    }
  }
`);

/** undefined while it is on its way. */
export function useRights(accountId: string) {
  const { data } = useData(metadataQuery, { accountId });
  return data?.organizationMetadata;
}
