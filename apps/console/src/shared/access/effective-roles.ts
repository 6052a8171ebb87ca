// Every role that counts for somebody, with the path it comes by.
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

export const effectiveRolesQuery = graphql(`
  query GetEffectiveRoles($accountId: ID!, $filter: AccessLensFilter, $limit: Int, $offset: Int) {
    effectiveRoles(accountId: $accountId, filter: $filter, limit: $limit, offset: $offset) {
      count
      rows {
        ...EffectiveRoleRow
      }
    }
  }
`);

export const effectiveRoleFragment = graphql(`
  fragment EffectiveRoleRow on EffectiveRole {
    userId
    userName
    displayName
    roleId
    roleKey
    roleName
    productName
    scope
    accountName
    projectId
    projectName
    via
    teamId
    teamName
    grantedScope
    grantedAccountId
    grantedAccountName
    isInherited
    path
  }
`);

export type EffectiveRole = ResultOf<typeof effectiveRoleFragment>;
type Variables = VariablesOf<typeof effectiveRolesQuery>;

export function useEffectiveRoles(variables: Variables, isPaused = false) {
  const { data, error, isLoading, isRefreshing, reload } = useData(effectiveRolesQuery, variables, {
    types: ["User", "Team", "Project"],
    isPaused,
  });
  return { list: data?.effectiveRoles, error, isLoading, isRefreshing, reload };
}
