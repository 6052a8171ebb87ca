import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const loginMethodsQuery = graphql(`
  query GetLoginMethods($id: ID!) {
    accountById(id: $id) {
      id
      name
      version
      parentId
      parentAccount {
        id
        name
      }
      accountAuthMethodSettings {
        id
      }
      effectiveAuthMethodSettings {
        id
        accountId
        isActive
        isDefault
        authMethodId
        customAuthMethodId
        name
        providerId
        type
        userCount
      }
      customAuthMethods {
        id
        name
        providerId
        type
        clientId
        issuerURL
        emailAttribute
        usernameAttribute
        entityIssuer
        settings
        hasClientSecret
        clientSecretHint
        clientSecretSetAt
        certificateExpiresAt
        redirectUri
        acsUrl
        entityId
        metadataUrl
        version
      }
      organizationMetadata {
        canManageLoginMethods
      }
    }
  }
`);

const defaultMethodsQuery = graphql(`
  query GetDefaultAuthMethods {
    defaultAuthMethods {
      id
      name
      providerId
      description
    }
  }
`);

export type LoginMethodsAccount = NonNullable<ResultOf<typeof loginMethodsQuery>["accountById"]>;
export type MethodSetting = LoginMethodsAccount["effectiveAuthMethodSettings"][number];
export type Connection = NonNullable<LoginMethodsAccount["customAuthMethods"]>[number];

export function useLoginMethods(id: string) {
  const { data, error, isLoading, reload } = useData(loginMethodsQuery, { id });
  const defaults = useData(defaultMethodsQuery, {}, { policy: "cache-first" });
  return {
    account: data?.accountById ?? undefined,
    defaults: defaults.data?.defaultAuthMethods ?? [],
    error,
    isLoading,
    reload,
  };
}
