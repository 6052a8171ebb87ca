import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { builtInId, seedBuiltInPackages } from "./built-in/seed.ts";
import { compareSemver, isSemver } from "./semver.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const create = /* GraphQL */ `
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

const sample = {
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

async function aPublisher() {
  const accountId = await anAccount(server);
  const userId = await anAdmin(server, accountId);
  const publish = (change: Record<string, unknown> = {}) =>
    server.graphql<Created>(create, { ...sample, ...change }, { userId });
  return { accountId, userId, publish };
}

describe("publishing a package", () => {
  it("makes the new version the latest, and never touches an old one", async () => {
    const { publish } = await aPublisher();
    const first = await publish();
    expect(first.errors).toEqual([]);
    const second = await publish({ version: "1.10.0", schema: { type: "object" } });
    expect(second.data.createPackage).toMatchObject({
      id: first.data.createPackage.id,
      latestVersion: { version: "1.10.0" },
      versions: [{ version: "1.10.0" }, { version: "1.0.0" }],
    });
    for (const version of ["1.0.0", "1.10.0", "1.9.0", "1.10.0-beta"]) {
      const again = await publish({ version });
      expect(again.errors[0]?.extensions).toMatchObject({ field: "version" });
      expect(again.errors[0]?.message).toMatch(/1\.10\.0 is published/);
    }
  });

  it.each([
    ["a version that is none", { version: "1.0" }, "version"],
    ["a version with a v", { version: "v1.0.0" }, "version"],
    ["a schema that is none", { schema: { type: "objekt" } }, "schema"],
    ["a schema of a text", { schema: { type: "string" } }, "schema"],
    ["a list as schema", { schema: [] }, "schema"],
    [
      "a schema that points elsewhere",
      { schema: { type: "object", $ref: "https://evil.example/x.json" } },
      "schema",
    ],
    [
      "a pattern that could hang",
      { schema: { type: "object", properties: { a: { type: "string", pattern: "(?=x)(a+)+\\1" } } } },
      "schema",
    ],
    ["a huge schema", { schema: { type: "object", description: "x".repeat(70_000) } }, "schema"],
    ["a name with spaces", { pkgName: "My Package", packageJson: {} }, "pkgName"],
    ["one of our names", { pkgName: "@parley/vat", packageJson: {} }, "pkgName"],
    ["another name inside", { packageJson: { name: "other" } }, "packageJson.name"],
    ["an action nobody knows", { packageJson: { parley: { action: "rm-rf" } } }, "packageJson.parley.action"],
    ["a trigger without one", { packageTypes: ["TRIGGER"] }, "packageJson.parley.trigger"],
    ["no type", { packageTypes: [] }, "packageTypes"],
    ["no name to show", { displayName: " " }, "displayName"],
  ])("with %s is refused by its field", async (_, change, field) => {
    const { publish, accountId } = await aPublisher();
    const answer = await publish(change);
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field });
    expect(
      await server.db.selectFrom("packages").select("id").where("account_id", "=", accountId).execute(),
    ).toEqual([]);
  });

  it("needs the right in the account, and stays inside it", async () => {
    const mine = await aPublisher();
    const theirs = await aPublisher();
    const member = await aUser(server, { accountId: mine.accountId, roleKeys: ["pro_studio_builder"] });
    const refused = await server.graphql(create, sample, { userId: member });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
    const foreign = await theirs.publish({ accountId: mine.accountId });
    expect(foreign.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
    const { data } = await mine.publish();
    const list = /* GraphQL */ `
      query GetPackages($packageTypes: [PackageTypeEnum!]) {
        packages(packageTypes: $packageTypes) {
          id
          displayName
          isBuiltIn
          packageTypes
        }
      }
    `;
    const own = await server.graphql<{ packages: { id: string; displayName: string; isBuiltIn: boolean }[] }>(
      list,
      { packageTypes: ["ACTION"] },
      { userId: member },
    );
    expect(own.data.packages.some((it) => it.id === data.createPackage.id)).toBe(true);
    const names = own.data.packages.map((it) => it.displayName.toLowerCase());
    expect(names).toEqual(names.toSorted());
    const others = await server.graphql<{ packages: { id: string; isBuiltIn: boolean }[] }>(
      list,
      {},
      { userId: theirs.userId },
    );
    expect(others.data.packages.every((it) => it.isBuiltIn)).toBe(true);
    expect(others.data.packages).toHaveLength(23);
    const peek = await server.graphql(
      `query P($id: ID!) { packageById(id: $id) { id } }`,
      { id: data.createPackage.id },
      { userId: theirs.userId },
    );
    expect(peek.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a package in use", () => {
  it("cannot be deleted, says where it is used, and an upgrade tells what breaks", async () => {
    const { accountId, userId, publish } = await aPublisher();
    const { createPackage: made } = (await publish()).data;
    const projectId = await aProject(server, { accountId, name: "Shop" });
    const config = await server.db
      .selectFrom("project_environment_configs")
      .select("id")
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow();
    const instance = await server.graphql<{
      createAppletInstance: { id: string; actions: { id: string }[] };
    }>(
      `mutation CreateAppletInstance($config: ID!, $version: ID!, $triggers: [AppletStepInput!], $actions: [AppletStepInput!]) {
        createAppletInstance(name: "Checks", appletVersionId: $version, projectEnvironmentConfigId: $config, triggers: $triggers, actions: $actions, status: ACTIVE) { id actions { id } } }`,
      {
        config: config.id,
        version: builtInId("template @parley/blank@1.0.0"),
        triggers: [{ packageId: builtInId("@parley/webhook") }],
        actions: [{ packageId: made.id, options: { country: "DE" } }],
      },
      { userId },
    );
    expect(instance.errors).toEqual([]);
    for (const [field, id] of [
      ["deletePackage", made.id],
      ["deletePackageVersion", made.latestVersionId],
    ]) {
      const refused = await server.graphql(`mutation M($id: ID!) { ${field}(id: $id) }`, { id }, { userId });
      expect(refused.errors[0]?.extensions).toMatchObject({
        code: "CONFLICT",
        uses: [{ appletInstanceName: "Checks", projectName: "Shop" }],
      });
      expect(refused.errors[0]?.message).toContain("Checks (Shop)");
    }
    const usage = await server.graphql<{ packageUsage: { uses: unknown[]; hiddenCount: number } }>(
      `query PackageUsage($id: ID!) { packageUsage(packageId: $id) { hiddenCount uses { appletInstanceName projectName environmentName version } } }`,
      { id: made.id },
      { userId },
    );
    expect(usage.data.packageUsage).toMatchObject({
      hiddenCount: 0,
      uses: [{ appletInstanceName: "Checks", version: "1.0.0" }],
    });
    const next = await publish({
      version: "2.0.0",
      schema: {
        type: "object",
        properties: { country: { type: "string", pattern: "^[A-Z]{3}$" }, strict: { type: "boolean" } },
        required: ["country", "strict"],
      },
    });
    const preview = await server.graphql<{ appletUpgradePreview: unknown }>(
      `query AppletUpgradePreview($id: ID!, $step: ID!, $version: ID!) { appletUpgradePreview(appletInstanceId: $id, stepId: $step, versionId: $version) {
        fromVersion toVersion changes { field kind message } problems { field message } } }`,
      {
        id: instance.data.createAppletInstance.id,
        step: instance.data.createAppletInstance.actions[0]?.id,
        version: next.data.createPackage.latestVersionId,
      },
      { userId },
    );
    expect(preview.data.appletUpgradePreview).toMatchObject({
      fromVersion: "1.0.0",
      toVersion: "2.0.0",
      changes: [
        { field: "options.country", kind: "CHANGED" },
        { field: "options.strict", kind: "ADDED", message: "New, and needed." },
      ],
      problems: [{ field: "actions.0.options.strict" }, { field: "actions.0.options.country" }],
    });
    await server.graphql(
      `mutation DeleteAppletInstance($id: ID!) { deleteAppletInstance(id: $id) }`,
      { id: instance.data.createAppletInstance.id },
      { userId },
    );
    const version = await server.graphql<{ deletePackageVersion: string }>(
      `mutation DeletePackageVersion($id: ID!) { deletePackageVersion(id: $id) }`,
      { id: next.data.createPackage.latestVersionId },
      { userId },
    );
    expect(version.data.deletePackageVersion).toBe(next.data.createPackage.latestVersionId);
    const updated = await server.graphql<{ updatePackage: { latestVersion: { version: string } } }>(
      `mutation UpdatePackage($id: ID!) { updatePackage(id: $id, displayName: "VAT", description: "Checks numbers") { displayName description latestVersion { version } } }`,
      { id: made.id },
      { userId },
    );
    expect(updated.data.updatePackage).toEqual({
      displayName: "VAT",
      description: "Checks numbers",
      latestVersion: { version: "1.0.0" },
    });
    const gone = await server.graphql<{ deletePackage: string }>(
      `mutation DeletePackage($id: ID!) { deletePackage(id: $id) }`,
      { id: made.id },
      { userId },
    );
    expect(gone.data.deletePackage).toBe(made.id);
  });
});

describe("what Parley ships", () => {
  it("is there once, however often a server starts, and nobody may change it", async () => {
    await Promise.all([seedBuiltInPackages(server.db), seedBuiltInPackages(server.db)]);
    const rows = await server.db
      .selectFrom("packages")
      .select("id")
      .where("account_id", "is", null)
      .execute();
    expect(rows).toHaveLength(23);
    const { userId } = await aPublisher();
    const id = builtInId("@parley/page-view");
    for (const operation of ["deletePackage(id: $id)", 'updatePackage(id: $id, displayName: "x") { id }']) {
      const answer = await server.graphql(`mutation M($id: ID!) { ${operation} }`, { id }, { userId });
      expect(answer.errors[0]?.message).toMatch(/part of Parley/);
    }
  });
});

describe("templates", () => {
  const createApplet = /* GraphQL */ `
    mutation CreateApplet($pkgName: String!, $version: String!, $schema: JSON!) {
      createApplet(
        pkgName: $pkgName
        version: $version
        appletType: WEB
        appletCategory: SUPPORT
        schema: $schema
      ) {
        id
        displayName
        appletType
        appletCategory
        latestVersion {
          id
          version
        }
      }
    }
  `;

  it("have versions, and are deleted when nothing uses them", async () => {
    const { userId } = await aPublisher();
    const schema = {
      type: "object",
      title: "Greeter",
      properties: { greeting: { type: "string" } },
      required: ["greeting"],
    };
    const made = await server.graphql<{ createApplet: { id: string } }>(
      createApplet,
      { pkgName: "greeter", version: "0.1.0", schema },
      { userId },
    );
    expect(made.data.createApplet).toMatchObject({
      displayName: "Greeter",
      latestVersion: { version: "0.1.0" },
    });
    const id = made.data.createApplet.id;
    const version = (variables: Record<string, unknown>) =>
      server.graphql<{ createAppletVersion: { id: string } }>(
        `mutation CreateAppletVersion($id: ID!, $version: String!, $schema: JSON!) { createAppletVersion(appletId: $id, version: $version, schema: $schema) { id version } }`,
        { id, schema, ...variables },
        { userId },
      );
    expect((await version({ version: "0.2.0" })).errors).toEqual([]);
    expect((await version({ version: "0.2.0" })).errors[0]?.extensions).toMatchObject({ field: "version" });
    expect((await version({ version: "1.0.0", schema: { type: 5 } })).errors[0]?.extensions).toMatchObject({
      field: "schema",
    });
    const again = await server.graphql(
      createApplet,
      { pkgName: "greeter", version: "9.0.0", schema },
      { userId },
    );
    expect(again.errors[0]?.extensions).toMatchObject({ field: "pkgName" });
    const list = await server.graphql<{
      applets: { displayName: string; latestVersion: { version: string } }[];
    }>(
      `query GetApplets { applets { id displayName usedInEnvironments latestVersion { version } } }`,
      {},
      { userId },
    );
    expect(list.data.applets.find((it) => it.displayName === "Greeter")?.latestVersion.version).toBe("0.2.0");
    const gone = await server.graphql<{ deleteApplet: string }>(
      `mutation DeleteApplet($id: ID!) { deleteApplet(id: $id) }`,
      { id },
      { userId },
    );
    expect(gone.data.deleteApplet).toBe(id);
  });
});

describe("semver", () => {
  it("orders as semver.org says", () => {
    const ordered = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ];
    expect(ordered.toReversed().toSorted(compareSemver)).toEqual(ordered);
    expect(["1.0.0", "0.0.0", "1.0.0-x.7.z.92", "1.0.0+build"].every(isSemver)).toBe(true);
    expect(["", "1", "1.0", "01.0.0", "1.0.0-", "1.0.0-01", "a.b.c", "1.0.0 "].some(isSemver)).toBe(false);
  });
});

describe("application packages", () => {
  it("tell a page and a person what to load", async () => {
    const { accountId, userId } = await aPublisher();
    await aProject(server, { accountId, name: "Storefront" });
    const answer = await server.graphql<{ applicationPackages: unknown }>(
      `query GetApplicationPackages { applicationPackages { name packages { name analytics { instanceAddress projectKey } pype { app_id analytics_key analytics_host } } } }`,
      {},
      { userId },
    );
    expect(answer.data.applicationPackages).toMatchObject([
      {
        name: "Storefront",
        packages: [{ name: "Sandbox", analytics: { instanceAddress: server.urls.api } }, { name: "Live" }],
      },
    ]);
    const nobody = await server.graphql(`query G { applicationPackages { name } }`);
    expect(nobody.errors[0]?.extensions).toMatchObject({ code: "UNAUTHENTICATED" });
    const page = await server.graphql<{ applicationPackages: unknown }>(
      `query G { applicationPackages(url: "https://nobody.example") { name } }`,
    );
    expect(page.data.applicationPackages).toEqual([]);
  });
});
