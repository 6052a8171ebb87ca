// Documents of one package's page.
import { graphql } from "../../generated/graphql.ts";

export const packageQuery = graphql(`
  query GetPackageById($id: ID!) {
    packageById(id: $id) {
      id
      displayName
      pkgName
      description
      packageTypes
      isBuiltIn
      accountId
      latestVersionId
      versions {
        id
        version
        schema
        packageJson
        createdAt
      }
    }
    packageUsage(packageId: $id) {
      hiddenCount
      uses {
        appletInstanceId
        appletInstanceName
        status
        stepName
        version
        packageVersionId
        projectId
        projectName
        accountId
        projectEnvironmentConfigId
        environmentName
      }
    }
  }
`);

export const updatePackageMutation = graphql(`
  mutation UpdatePackage($id: ID!, $displayName: String, $description: String) {
    updatePackage(id: $id, displayName: $displayName, description: $description) {
      id
      displayName
      description
    }
  }
`);

export const deletePackageMutation = graphql(`
  mutation DeletePackage($id: ID!) {
    deletePackage(id: $id)
  }
`);

export const deleteVersionMutation = graphql(`
  mutation DeletePackageVersion($id: ID!) {
    deletePackageVersion(id: $id)
  }
`);
