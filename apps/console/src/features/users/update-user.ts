import { graphql } from "../../generated/graphql.ts";

export const updateUserMutation = graphql(`
  mutation UpdateUser(
    $id: ID!
    $accountId: ID!
    $firstName: String!
    $lastName: String!
    $status: UserStatus
    $version: Int
  ) {
    updateUser(
      id: $id
      accountId: $accountId
      firstName: $firstName
      lastName: $lastName
      status: $status
      version: $version
    ) {
      id
      firstName
      lastName
      status
      version
    }
  }
`);
