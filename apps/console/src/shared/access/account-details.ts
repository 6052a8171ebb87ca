// What can be given in an organisation: its roles, teams and projects, and whether the viewer may give it.
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const accountDetailsQuery = graphql(`
  query GetAccountDetails($id: ID!) {
    accountDetails(id: $id) {
      id
      name
      allParentIds
      allChildAccounts {
        id
        name
      }
      projects {
        id
        name
        accountId
        projectProductSettings {
          productId
        }
      }
      teams {
        id
        name
        accountId
      }
      roles {
        id
        name
        key
        productId
        actions
        product {
          id
          name
          displayName
        }
      }
      organizationMetadata {
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
  }
`);

export type AccountDetails = NonNullable<ResultOf<typeof accountDetailsQuery>["accountDetails"]>;
export type RoleOption = AccountDetails["roles"][number];
export type ProjectOption = AccountDetails["projects"][number];

export function useAccountDetails(accountId: string, isPaused = false) {
  const { data, error, isLoading, reload } = useData(
    accountDetailsQuery,
    { id: accountId },
    { types: ["Project", "Team", "Account"], isPaused },
  );
  return { details: data?.accountDetails ?? undefined, error, isLoading, reload };
}

export type RoleGroup = { productId: string; productName: string; roles: RoleOption[] };

export function rolesByProduct(roles: readonly RoleOption[]): RoleGroup[] {
  return [...Map.groupBy(roles, (role) => role.productId)].map(([productId, group]) => ({
    productId,
    productName: group[0]?.product.displayName ?? "",
    roles: group,
  }));
}
