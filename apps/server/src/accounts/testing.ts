// What tests of organisations ask.

export const updateAccount = /* GraphQL */ `
  mutation UpdateAccount(
    $id: ID!
    $name: String
    $generalSettings: JSON
    $resourceLimitSettings: JSON
    $customAuthMethods: [CustomAuthMethodInput!]
    $accountAuthMethodSettings: [AccountAuthMethodSettingsInput!]
    $status: AccountStatusEnum
    $inheritAuthMethods: Boolean
    $version: Int
  ) {
    updateAccount(
      id: $id
      name: $name
      generalSettings: $generalSettings
      resourceLimitSettings: $resourceLimitSettings
      customAuthMethods: $customAuthMethods
      accountAuthMethodSettings: $accountAuthMethodSettings
      status: $status
      inheritAuthMethods: $inheritAuthMethods
      version: $version
    ) {
      id
      name
      version
      generalSettings
      customAuthMethods {
        id
        type
        providerId
        hasClientSecret
        clientSecretHint
        redirectUri
        version
      }
      accountAuthMethodSettings {
        id
        providerId
        isActive
        isDefault
        type
      }
      effectiveAuthMethodSettings {
        providerId
      }
    }
  }
`;

export interface Updated {
  updateAccount: {
    version: number;
    generalSettings: Record<string, unknown>;
    customAuthMethods: { id: string; hasClientSecret: boolean; providerId: string }[];
    accountAuthMethodSettings: { id: string; providerId: string; isActive: boolean; isDefault: boolean }[];
    effectiveAuthMethodSettings: { providerId: string }[];
  };
}
