// Saves an organisation: what is left out stays as it is.
import { graphql } from "../generated/graphql.ts";

export const updateAccountMutation = graphql(`
  mutation UpdateAccount(
    $id: ID!
    $name: String
    $accountManagerId: ID
    $generalSettings: JSON
    $resourceLimitSettings: JSON
    $accountIconId: ID
    $picture: String
    $status: AccountStatusEnum
    $accountAuthMethodSettings: [AccountAuthMethodSettingsInput!]
    $customAuthMethods: [CustomAuthMethodInput!]
    $inheritAuthMethods: Boolean
    $version: Int
  ) {
    updateAccount(
      id: $id
      name: $name
      accountManagerId: $accountManagerId
      generalSettings: $generalSettings
      resourceLimitSettings: $resourceLimitSettings
      accountIconId: $accountIconId
      picture: $picture
      status: $status
      accountAuthMethodSettings: $accountAuthMethodSettings
      customAuthMethods: $customAuthMethods
      inheritAuthMethods: $inheritAuthMethods
      version: $version
    ) {
      id
      name
      version
    }
  }
`);
