// An organisation with somebody who publishes packages: for tests of this domain.
import { anAccount, anAdmin } from "#testing/builders.ts";
import type { TestServer } from "#testing/server.ts";

export const create = /* GraphQL */ `
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
      pkgName
      displayName
      latestVersionId
      latestVersion {
        id
        version
        schema
        packageJson
      }
      versions {
        version
      }
    }
  }
`;

interface Created {
  createPackage: {
    id: string;
    latestVersionId: string;
    latestVersion: { id: string; version: string };
    versions: { version: string }[];
  };
}

export const sample = {
  pkgName: "@acme/vat",
  version: "1.0.0",
  packageTypes: ["ACTION"],
  displayName: "VAT check",
  packageJson: {
    name: "@acme/vat",
    parley: {
      action: "http-request",
      options: { url: "https://vat.example/{{options.country}}", method: "GET" },
    },
  },
  schema: {
    type: "object",
    properties: { country: { type: "string", pattern: "^[A-Z]{2}$" } },
    required: ["country"],
  },
};

export async function aPublisher(server: TestServer) {
  const accountId = await anAccount(server);
  const userId = await anAdmin(server, accountId);
  const publish = (change: Record<string, unknown> = {}) =>
    server.graphql<Created>(create, { ...sample, ...change }, { userId });
  return { accountId, userId, publish };
}
