import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const accountQuery = graphql(`
  query GetAccountById($id: ID!) {
    accountById(id: $id) {
      id
      name
      parentId
      parentAccount {
        id
        name
      }
      status
      version
      picture
      pictureFile {
        url
      }
      accountIconId
      accountManagerId
      accountManager {
        id
        userName
        firstName
        lastName
        status
        picture
      }
      userCount
      projectCount
      createdAt
      updatedAt
      projects {
        id
        name
      }
      teams {
        id
      }
      childAccounts {
        id
        name
        userCount
      }
      effectiveSettings {
        kind
        name
        label
        value
        isInherited
        sourceAccountId
        sourceAccountName
        use
      }
      organizationMetadata {
        canUpdateAccount
        canSetLimits
        canCreateAccounts
      }
    }
  }
`);

export type Account = NonNullable<ResultOf<typeof accountQuery>["accountById"]>;
export type Setting = Account["effectiveSettings"][number];

export function useAccount(id: string) {
  const { data, error, isLoading, reload } = useData(accountQuery, { id }, { types: ["Account"] });
  return { account: data?.accountById ?? undefined, error, isLoading, reload };
}
