// Documents that more than one screen of packages and templates uses.
import { graphql } from "../../generated/graphql.ts";

export const templatesQuery = graphql(`
  query GetAppletTemplates($accountId: ID) {
    applets(accountId: $accountId) {
      id
      pkgName
      displayName
      description
      appletType
      appletCategory
      isBuiltIn
      accountId
      createdAt
      usedInEnvironments
      latestVersion {
        id
        version
      }
      versions {
        id
        version
        schema
        createdAt
      }
    }
  }
`);

export const createPackageMutation = graphql(`
  mutation CreatePackage(
    $pkgName: String!
    $version: String!
    $packageTypes: [PackageTypeEnum!]!
    $displayName: String!
    $packageJson: JSON!
    $schema: JSON!
    $description: String
    $accountId: ID
  ) {
    createPackage(
      pkgName: $pkgName
      version: $version
      packageTypes: $packageTypes
      displayName: $displayName
      packageJson: $packageJson
      schema: $schema
      description: $description
      accountId: $accountId
    ) {
      id
      latestVersionId
    }
  }
`);
